/** A piece of a text, and whether it matches a search word. */
export interface TextPart {
  readonly text: string;
  readonly isMatched: boolean;
}

/** A character as the search compares it: lower case, without accents. */
const normalize = (character: string): string =>
  character
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase();

/**
 * Splits a text at the search words, ignoring case and accents. The joined pieces equal the text in composed form
 * (NFC).
 */
export function splitByMatch(text: string, searchText: string): TextPart[] {
  const characters = Array.from(text.normalize('NFC'));
  // Maps each normalized character to its original one, because one may become several, or none.
  const normalizedCharacters = characters.flatMap((character, sourceIndex) =>
    Array.from(normalize(character), (normalized) => ({ normalized, sourceIndex })),
  );
  const searchable = normalizedCharacters.map(({ normalized }) => normalized);
  const isMatched = characters.map(() => false);
  for (const word of searchText.split(/\s+/)) {
    const needle = Array.from(normalize(word));
    for (let start = 0; needle.length > 0 && start + needle.length <= searchable.length; start++) {
      if (needle.every((character, offset) => searchable[start + offset] === character))
        for (const { sourceIndex } of normalizedCharacters.slice(start, start + needle.length))
          isMatched[sourceIndex] = true;
    }
  }
  const parts: { text: string; isMatched: boolean }[] = [];
  characters.forEach((character, index) => {
    const lastPart = parts.at(-1);
    const isMatch = isMatched[index] ?? false;
    if (lastPart?.isMatched === isMatch) lastPart.text += character;
    else parts.push({ text: character, isMatched: isMatch });
  });
  return parts;
}
