import { type Label, resourceKeys, resources } from '@innkeeper/contract';
import { messages as english } from '../locales/en.po';
import { messages as indonesian } from '../locales/id.po';
import { OPTIONS } from './fixtures.ts';

/** A text without blanks and marks; one with them is never on the page as it stands in the catalogue. */
const plain = (message: unknown): string => {
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

/** English texts that Indonesian says otherwise. */
export const ENGLISH_TEXTS: ReadonlySet<string> = (() => {
  const labels = resourceKeys.flatMap((key) => [...labelsOf(resources[key])]);
  const translated = new Set([...Object.values(indonesian).map(plain), ...labels.map(({ id }) => id)]);
  // Names given by staff are data, in the language in which they were typed, even where a form offers them as choices.
  const named = new Set(OPTIONS.flatMap(({ name, option_detail }) => [name, ...option_detail.map((one) => one.name)]));
  // A made record is called by its label and a number, `Address 1`, as one label is.
  const isMade = (text: string) => / \d$/.test(text);
  return new Set(
    [...Object.values(english).map(plain), ...labels.map(({ en }) => en)].filter(
      (text) => /\p{L}{2}/u.test(text) && !translated.has(text) && !named.has(text) && !isMade(text),
    ),
  );
})();

const TEXT_ATTRIBUTES = ['aria-label', 'aria-description', 'aria-valuetext', 'placeholder', 'title', 'alt'];

/** Data, texts that are English on purpose, and a tooltip that has gone. */
const OTHERS = '[role=gridcell], td, th[scope=row], [translate=no], [lang=en], [popover]:not(:popover-open)';

/** Texts that people read or hear on the page, and that are English though the page is Indonesian. */
export function untranslated(): readonly string[] {
  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node instanceof Element ? node : node.parentElement;
    if (!element || element.closest(OTHERS)) continue;
    if (node instanceof Element) found.push(...TEXT_ATTRIBUTES.map((name) => element.getAttribute(name) ?? ''));
    else found.push(node.textContent ?? '');
  }
  return found.map((text) => text.trim()).filter((text) => ENGLISH_TEXTS.has(text));
}
