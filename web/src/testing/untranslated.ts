import { type Label, resourceKeys, resources } from '@innkeeper/contract';
import { messages as english } from '../locales/en.po';
import { messages as indonesian } from '../locales/id.po';
import { OPTIONS } from './fixtures.ts';

/** The text of a message, or empty if it has placeholders or markup: such a text never appears literally on a page. */
const plainText = (message: unknown): string => {
  const parts: readonly unknown[] = Array.isArray(message) ? message : [message];
  const [text] = parts;
  return parts.length === 1 && typeof text === 'string' && !text.includes('<') ? text : '';
};

const isLabel = (value: unknown): value is Label =>
  typeof value === 'object' && value !== null && 'en' in value && 'id' in value;

function* labelsOf(value: unknown): Generator<Label> {
  if (isLabel(value)) yield value;
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) yield* labelsOf(part);
}

/** English texts that are translated differently into Indonesian. */
export const ENGLISH_TEXTS: ReadonlySet<string> = (() => {
  const labels = resourceKeys.flatMap((key) => [...labelsOf(resources[key])]);
  const translatedTexts = new Set([...Object.values(indonesian).map(plainText), ...labels.map(({ id }) => id)]);
  // Names entered by staff are data, in the language of the input, even if a form offers them as choices.
  const staffNames = new Set(
    OPTIONS.flatMap(({ name, option_detail }) => [name, ...option_detail.map((detail) => detail.name)]),
  );
  // A generated record is named by its label and a number, such as `Address 1`, which is also the label of a field.
  const isGenerated = (text: string) => / \d$/.test(text);
  return new Set(
    [...Object.values(english).map(plainText), ...labels.map(({ en }) => en)].filter(
      (text) => /\p{L}{2}/u.test(text) && !translatedTexts.has(text) && !staffNames.has(text) && !isGenerated(text),
    ),
  );
})();

const TEXT_ATTRIBUTES = ['aria-label', 'aria-description', 'aria-valuetext', 'placeholder', 'title', 'alt'];

/** Data, texts that are English on purpose, and a hidden tooltip. */
const NOT_TRANSLATED = '[role=gridcell], td, th[scope=row], [translate=no], [lang=en], [popover]:not(:popover-open)';

/** The English texts of an Indonesian page, whether they are visible or only read out. */
export function findUntranslatedTexts(): readonly string[] {
  const texts: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node instanceof Element ? node : node.parentElement;
    if (!element || element.closest(NOT_TRANSLATED)) continue;
    if (node instanceof Element) texts.push(...TEXT_ATTRIBUTES.map((name) => element.getAttribute(name) ?? ''));
    else texts.push(node.textContent ?? '');
  }
  return texts.map((text) => text.trim()).filter((text) => ENGLISH_TEXTS.has(text));
}
