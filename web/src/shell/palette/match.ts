/** An entry that is found by its name in the current or the other language, or by synonyms. */
export interface SearchableEntry {
  readonly name: string;
  readonly otherName: string;
  /** Synonyms in either language. */
  readonly aliases: string;
}

/** Ignores case and accents. */
const normalize = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
const splitWords = (text: string): string[] => normalize(text).match(/[\p{Letter}\p{Number}]+/gu) ?? [];

/**
 * Ranks an entry by the typed words: 0 is the best match, 4 the worst, undefined no match. Each typed word must be the
 * beginning of a word of the entry.
 */
function rankEntry(words: readonly string[], { name, otherName, aliases }: SearchableEntry): number | undefined {
  const matchesPrefixes = (texts: readonly string[]) => {
    const entryWords = texts.flatMap(splitWords);
    return words.every((word) => entryWords.some((entryWord) => entryWord.startsWith(word)));
  };
  const searchText = words.join(' ');
  if ([name, otherName].some((text) => splitWords(text).join(' ') === searchText)) return 0;
  if (normalize(name).startsWith(searchText)) return 1;
  if (matchesPrefixes([name])) return 2;
  if (matchesPrefixes([otherName])) return 3;
  return matchesPrefixes([name, otherName, aliases]) ? 4 : undefined;
}

/**
 * The matching entries, best first; equal ranks keep their order. An empty text matches all entries, a text without
 * words none.
 */
export function findMatches<T extends SearchableEntry>(searchText: string, entries: readonly T[]): readonly T[] {
  const words = splitWords(searchText);
  if (words.length === 0) return searchText.trim() === '' ? entries : [];
  return entries
    .flatMap((item) => {
      const rank = rankEntry(words, item);
      return rank === undefined ? [] : [{ item, rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
