/** A piece of a text, and whether it matches a search word. */
export interface TextPart {
  readonly text: string;
  readonly isMatched: boolean;
}

/** A character as the search compares it: lower case, without accents. */
const normalize = (letter: string): string =>
  letter
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase();

/**
 * Splits a text at the search words, ignoring case and accents. The joined pieces equal the text in composed form
 * (NFC).
 */
export function matchedParts(text: string, searchText: string): TextPart[] {
  const letters = Array.from(text.normalize('NFC'));
  // Maps each normalized character to its original one, because one may become several, or none.
  const normalized = letters.flatMap((letter, from) => Array.from(normalize(letter), (as) => ({ as, from })));
  const line = normalized.map(({ as }) => as);
  const isMatched = letters.map(() => false);
  for (const word of searchText.split(/\s+/)) {
    const key = Array.from(normalize(word));
    for (let at = 0; key.length > 0 && at + key.length <= line.length; at++) {
      if (key.every((letter, n) => line[at + n] === letter))
        for (const { from } of normalized.slice(at, at + key.length)) isMatched[from] = true;
    }
  }
  const parts: { text: string; isMatched: boolean }[] = [];
  letters.forEach((letter, at) => {
    const last = parts.at(-1);
    const matched = isMatched[at] ?? false;
    if (last?.isMatched === matched) last.text += letter;
    else parts.push({ text: letter, isMatched: matched });
  });
  return parts;
}
