/** The value of a placeholder; undefined leaves it as it is written. */
export type ValueOf = (name: string) => string | undefined;

const PLACEHOLDER = /\{\{\s*(?<name>[\w.]+)\s*\}\}/g;

/** Values are one line each, even if more was typed. */
const oneLine = (value: string): string => value.replaceAll(/\s+/g, ' ').trim();

/**
 * A text with its placeholders filled. An empty one takes the blanks before it along, and the line that it leaves empty: a
 * member without a last name, a hotel without a telephone.
 */
export function fillText(text: string, valueOf: ValueOf): string {
  return text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .flatMap((line) => {
      const filled = fill(line, valueOf);
      return filled !== line && filled.trim() === '' ? [] : [filled];
    })
    .join('\n');
}

/** HTML with its placeholders filled by texts. */
export const fillHtml = (html: string, valueOf: ValueOf): string =>
  fill(html, (name) => {
    const value = valueOf(name);
    return value === undefined ? undefined : escapeHtml(value);
  });

function fill(text: string, valueOf: ValueOf): string {
  let filled = '';
  let at = 0;
  for (const { 0: written, 1: name = '', index } of text.matchAll(PLACEHOLDER)) {
    const before = text.slice(at, index);
    const value = valueOf(name);
    const said = value === undefined ? written : oneLine(value);
    filled += said === '' ? withoutBlanksAtEnd(before) : before + said;
    at = index + written.length;
  }
  return filled + text.slice(at);
}

const withoutBlanksAtEnd = (text: string): string => {
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

/** A text as HTML takes it, between tags and in attributes. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (found) => ENTITIES[found] ?? found);
