/** Returns the value of a placeholder. Undefined leaves the placeholder as written. */
export type PlaceholderValue = (name: string) => string | undefined;

const PLACEHOLDER = /\{\{\s*(?<name>[\w.]+)\s*\}\}/g;

/** Collapses whitespace, so a value is always one line. */
const oneLine = (value: string): string => value.replaceAll(/\s+/g, ' ').trim();

/**
 * Fills the placeholders of a text. An empty value also removes the blanks before it and a line that it leaves empty,
 * e.g. for a member without a last name or a hotel without a telephone.
 */
export function fillText(text: string, valueOf: PlaceholderValue): string {
  return text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .flatMap((line) => {
      const filled = fill(line, valueOf);
      return filled !== line && filled.trim() === '' ? [] : [filled];
    })
    .join('\n');
}

/** Fills the placeholders of HTML with escaped texts. */
export const fillHtml = (html: string, valueOf: PlaceholderValue): string =>
  fill(html, (name) => {
    const value = valueOf(name);
    return value === undefined ? undefined : escapeHtml(value);
  });

function fill(text: string, valueOf: PlaceholderValue): string {
  let filled = '';
  let at = 0;
  for (const { 0: written, 1: name = '', index } of text.matchAll(PLACEHOLDER)) {
    const before = text.slice(at, index);
    const value = valueOf(name);
    const replacement = value === undefined ? written : oneLine(value);
    filled += replacement === '' ? trimEndBlanks(before) : before + replacement;
    at = index + written.length;
  }
  return filled + text.slice(at);
}

const trimEndBlanks = (text: string): string => {
  let end = text.length;
  while (end > 0 && ' \t'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
};

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for HTML content and attributes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
