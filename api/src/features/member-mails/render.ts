import { INPUT_TYPE, type Language } from '@innkeeper/contract';
import { sanitiseRichText } from '../../platform/rich-text/sanitise.ts';
import { formatDay } from '../../platform/http/format-day.ts';
import type { Sender } from './mail-facts.ts';
import { type PlaceholderValue, escapeHtml, fillHtml, fillText } from './fill-placeholders.ts';
import { page } from './html-page.ts';
import { plainText } from './plain-text.ts';
import type { Part, Template } from './template.ts';

/** A rendered mail. */
export interface Rendered {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Fills a template. A template without a signature is signed by the hotel. */
export function render(template: Template, hotel: Sender, valueOf: PlaceholderValue): Rendered {
  const subject = fillText(template.subject, valueOf).trim();
  const parts = template.parts.map((part) => renderPart(part, template.language, valueOf));
  const isSigned = template.parts.some(({ value }) => /\{\{\s*hotel\.greeting_name\s*\}\}/.test(value));
  const body = isSigned ? parts : [...parts, paragraphs(signature(hotel))];
  const contact = contactOf(hotel);
  return {
    subject,
    html: page({ language: template.language, subject, hotel, contact, body: body.map(({ html }) => html).join('\n') }),
    text: `${[...body.map(({ text }) => text), `-- \n${[hotel.name, ...contact].join('\n')}`].filter((text) => text !== '').join('\n\n')}\n`,
  };
}

interface Piece {
  readonly html: string;
  readonly text: string;
}

function renderPart({ inputType, value }: Part, language: Language, valueOf: PlaceholderValue): Piece {
  if (inputType === INPUT_TYPE.editor) {
    // Fill before sanitizing: a name that contains markup must not become a link either.
    const html = sanitiseRichText(fillHtml(value, valueOf));
    return { html, text: plainText(html) };
  }
  return paragraphs(inputType === INPUT_TYPE.date ? formatDay(value, language) : fillText(value, valueOf));
}

/** Plain text as paragraphs; an empty line ends a paragraph. */
function paragraphs(text: string): Piece {
  const trimmed = text.trim();
  const html = trimmed
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${escapeHtml(paragraph.trim()).replaceAll('\n', '<br />')}</p>`);
  return { html: html.join('\n'), text: trimmed };
}

const signature = ({ greeting_name, greeting_position, name }: Sender): string =>
  [greeting_name, greeting_position, name].filter(Boolean).join('\n');

/** The hotel's address, telephone and email. */
const contactOf = ({ address_1, address_2, phone_no, email }: Sender): string[] =>
  [[address_1, address_2].filter(Boolean).join(', '), [phone_no, email].filter(Boolean).join(' · ')].filter(
    (line) => line !== '',
  );
