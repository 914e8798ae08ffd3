/** A piece of a text, and whether it was typed so. */
export interface TextPart {
  readonly text: string;
  readonly isMatched: boolean;
}

/** A letter as the search compares it: small, without accents. */
const fold = (letter: string): string =>
  letter
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase();

/** Cuts a text at the typed words in it, in any case and with any accents. The pieces together are the text, composed. */
export function matchedParts(text: string, typed: string): TextPart[] {
  const letters = Array.from(text.normalize('NFC'));
  // Each letter of the folded text with the letter it comes from: one may become several, or none.
  const folded = letters.flatMap((letter, from) => Array.from(fold(letter), (as) => ({ as, from })));
  const line = folded.map(({ as }) => as);
  const isMatched = letters.map(() => false);
  for (const word of typed.split(/\s+/)) {
    const key = Array.from(fold(word));
    for (let at = 0; key.length > 0 && at + key.length <= line.length; at++) {
      if (key.every((letter, n) => line[at + n] === letter))
        for (const { from } of folded.slice(at, at + key.length)) isMatched[from] = true;
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
