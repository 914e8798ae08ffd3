import { INPUT_TYPE, type Language } from '@innkeeper/contract';
import { sanitiseRichText } from '../rich-text/sanitise.ts';
import { formatDay } from '../http/format-day.ts';
import { type PlaceholderResolver, escapeHtml, fillHtml, fillText } from './fill-placeholders.ts';
import { type FootLink, renderHtmlPage } from './html-page.ts';
import type { Mail } from './outbox.ts';
import { toPlainText } from './plain-text.ts';
import type { TemplatePart, Template } from './template.ts';

/** The signatory of a mail: a hotel, or this installation. */
export interface Sender {
  readonly name: string;
  readonly email: string;
  readonly phone_no: string | null;
  readonly address_1: string | null;
  readonly address_2: string | null;
  readonly greeting_name: string | null;
  readonly greeting_position: string | null;
}

/** Placeholder values by name, in one language. Null if there is no such record. */
export type Facts = Readonly<Record<string, string | null>>;

/** A rendered mail. */
export interface RenderedMail extends Pick<Mail, 'subject' | 'text' | 'picture'> {
  readonly html: string;
}

/** A subject is stored in the mail log, where no link that opens an account may be. */
const SECRET_PLACEHOLDER = 'link.url';

/** Fills a template. A template without a signature is signed by the sender. */
export function renderMail(
  template: Template,
  sender: Sender,
  valueOf: PlaceholderResolver,
  footLink?: FootLink,
): RenderedMail {
  const subject = fillText(template.subject, (name) => (name === SECRET_PLACEHOLDER ? '' : valueOf(name))).trim();
  const parts = template.parts.map((part) => renderPart(part, template.language, valueOf));
  const isSigned = template.parts.some(({ value }) => /\{\{\s*hotel\.greeting_name\s*\}\}/.test(value));
  const body = isSigned ? parts : [...parts, renderParagraphs(formatSignature(sender))];
  const contact = formatContact(sender);
  const foot = [sender.name, ...contact, ...(footLink ? [formatFootLink(footLink)] : [])].join('\n');
  return {
    subject,
    html: renderHtmlPage({
      language: template.language,
      subject,
      sender: sender.name,
      contact,
      footLink,
      body: body.map(({ html }) => html).join('\n'),
    }),
    ...(template.picture !== null && { picture: template.picture }),
    text: `${[...body.map(({ text }) => text), `-- \n${foot}`].filter((text) => text !== '').join('\n\n')}\n`,
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

const formatFootLink = ({ label, url }: FootLink): string => (url === null ? label : `${label}: ${url}`);

const formatSignature = ({ greeting_name, greeting_position, name }: Sender): string =>
  [greeting_name, greeting_position, name].filter(Boolean).join('\n');

/** The sender's address, telephone and email. */
const formatContact = ({ address_1, address_2, phone_no, email }: Sender): string[] =>
  [[address_1, address_2].filter(Boolean).join(', '), [phone_no, email].filter(Boolean).join(' · ')].filter(
    (line) => line !== '',
  );
