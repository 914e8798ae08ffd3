/** Returns the value of a placeholder. Undefined leaves the placeholder as written. */
export type PlaceholderResolver = (name: string) => string | undefined;

const PLACEHOLDER_PATTERN = /\{\{\s*(?<name>[\w.]+)\s*\}\}/g;

/** Collapses whitespace, so a value is always one line. */
const collapseWhitespace = (value: string): string => value.replaceAll(/\s+/g, ' ').trim();

/**
 * Fills the placeholders of a text. An empty value also removes the blanks before it and a line that it leaves empty,
 * e.g. for a member without a last name or a hotel without a telephone.
 */
export function fillText(text: string, valueOf: PlaceholderResolver): string {
  return text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .flatMap((line) => {
      const filled = fillPlaceholders(line, valueOf);
      return filled !== line && filled.trim() === '' ? [] : [filled];
    })
    .join('\n');
}

/** Fills the placeholders of HTML with escaped texts. */
export const fillHtml = (html: string, valueOf: PlaceholderResolver): string =>
  fillPlaceholders(html, (name) => {
    const value = valueOf(name);
    return value === undefined ? undefined : escapeHtml(value);
  });

function fillPlaceholders(text: string, valueOf: PlaceholderResolver): string {
  let filled = '';
  let position = 0;
  for (const { 0: placeholder, 1: name = '', index } of text.matchAll(PLACEHOLDER_PATTERN)) {
    const before = text.slice(position, index);
    const value = valueOf(name);
    const replacement = value === undefined ? placeholder : collapseWhitespace(value);
    filled += replacement === '' ? trimEndBlanks(before) : before + replacement;
    position = index + placeholder.length;
  }
  return filled + text.slice(position);
}

const trimEndBlanks = (text: string): string => {
  let end = text.length;
  while (end > 0 && ' \t'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
};

const HTML_ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for HTML content and attributes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => HTML_ENTITIES[character] ?? character);
