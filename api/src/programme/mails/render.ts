import { INPUT_TYPE, type Language } from '@innkeeper/contract';
import { sanitiseRichText } from '../../platform/rich-text/sanitise.ts';
import { dayInWords } from '../../platform/http/day-in-words.ts';
import type { Sender } from './facts.ts';
import { type ValueOf, escapeHtml, fillHtml, fillText } from './fill.ts';
import { page } from './page.ts';
import { plainText } from './plain-text.ts';
import type { Part, Template } from './template.ts';

/** A mail as it is read. */
export interface Rendered {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Fills a template. A template that does not let anybody sign is signed by the hotel. */
export function render(template: Template, hotel: Sender, valueOf: ValueOf): Rendered {
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

function renderPart({ inputType, value }: Part, language: Language, valueOf: ValueOf): Piece {
  if (inputType === INPUT_TYPE.editor) {
    // Filled before it is cleaned: the text that a person typed into a name must not become a link either.
    const html = sanitiseRichText(fillHtml(value, valueOf));
    return { html, text: plainText(html) };
  }
  return paragraphs(inputType === INPUT_TYPE.date ? dayInWords(value, language) : fillText(value, valueOf));
}

/** Plain text as paragraphs: an empty line ends one. */
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

/** The hotel's address, and its telephone and email. */
const contactOf = ({ address_1, address_2, phone_no, email }: Sender): string[] =>
  [[address_1, address_2].filter(Boolean).join(', '), [phone_no, email].filter(Boolean).join(' · ')].filter(
    (line) => line !== '',
  );
