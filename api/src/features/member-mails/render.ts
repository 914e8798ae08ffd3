import { INPUT_TYPE, type Language } from '@innkeeper/contract';
import { sanitiseRichText } from '../../platform/rich-text/sanitise.ts';
import { formatDay } from '../../platform/http/format-day.ts';
import type { Sender } from './mail-facts.ts';
import { type PlaceholderResolver, escapeHtml, fillHtml, fillText } from './fill-placeholders.ts';
import { renderHtmlPage } from './html-page.ts';
import { toPlainText } from './plain-text.ts';
import type { TemplatePart, Template } from './template.ts';

/** A rendered mail. */
export interface RenderedMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Fills a template. A template without a signature is signed by the hotel. */
export function renderMail(template: Template, hotel: Sender, valueOf: PlaceholderResolver): RenderedMail {
  const subject = fillText(template.subject, valueOf).trim();
  const parts = template.parts.map((part) => renderPart(part, template.language, valueOf));
  const isSigned = template.parts.some(({ value }) => /\{\{\s*hotel\.greeting_name\s*\}\}/.test(value));
  const body = isSigned ? parts : [...parts, renderParagraphs(formatSignature(hotel))];
  const contact = formatContact(hotel);
  return {
    subject,
    html: renderHtmlPage({
      language: template.language,
      subject,
      hotel,
      contact,
      body: body.map(({ html }) => html).join('\n'),
    }),
    text: `${[...body.map(({ text }) => text), `-- \n${[hotel.name, ...contact].join('\n')}`].filter((text) => text !== '').join('\n\n')}\n`,
  };
}

interface RenderedPart {
  readonly html: string;
  readonly text: string;
}

function renderPart(
  { inputType, value }: TemplatePart,
  language: Language,
  valueOf: PlaceholderResolver,
): RenderedPart {
  if (inputType === INPUT_TYPE.editor) {
    // Fill before sanitizing: a name that contains markup must not become a link either.
    const html = sanitiseRichText(fillHtml(value, valueOf));
    return { html, text: toPlainText(html) };
  }
  return renderParagraphs(inputType === INPUT_TYPE.date ? formatDay(value, language) : fillText(value, valueOf));
}

/** Plain text as paragraphs; an empty line ends a paragraph. */
function renderParagraphs(text: string): RenderedPart {
  const trimmed = text.trim();
  const html = trimmed
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${escapeHtml(paragraph.trim()).replaceAll('\n', '<br />')}</p>`);
  return { html: html.join('\n'), text: trimmed };
}

const formatSignature = ({ greeting_name, greeting_position, name }: Sender): string =>
  [greeting_name, greeting_position, name].filter(Boolean).join('\n');

/** The hotel's address, telephone and email. */
const formatContact = ({ address_1, address_2, phone_no, email }: Sender): string[] =>
  [[address_1, address_2].filter(Boolean).join(', '), [phone_no, email].filter(Boolean).join(' · ')].filter(
    (line) => line !== '',
  );
