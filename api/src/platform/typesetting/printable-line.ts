/** A text as a page prints it on one line: no control characters, line breaks or variants of a glyph. */
export const toPrintableLine = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\p{VS}/gu, '')
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
