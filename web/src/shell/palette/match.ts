/** An entry that is found by its name in the current or the other language, or by synonyms. */
export interface Findable {
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
const normalizedWords = (text: string): string[] => normalize(text).match(/[\p{Letter}\p{Number}]+/gu) ?? [];

/**
 * Ranks an entry by the typed words: 0 is the best match, 4 the worst, undefined none. Each typed word must begin a
 * word of the entry.
 */
function rankOf(words: readonly string[], { name, otherName, aliases }: Findable): number | undefined {
  const startsWith = (texts: readonly string[]) => {
    const known = texts.flatMap(normalizedWords);
    return words.every((word) => known.some((other) => other.startsWith(word)));
  };
  const searchText = words.join(' ');
  if ([name, otherName].some((text) => normalizedWords(text).join(' ') === searchText)) return 0;
  if (normalize(name).startsWith(searchText)) return 1;
  if (startsWith([name])) return 2;
  if (startsWith([otherName])) return 3;
  return startsWith([name, otherName, aliases]) ? 4 : undefined;
}

/** The entries that match, best first, then in the given order. An empty text matches all, one without words none. */
export function findAll<T extends Findable>(searchText: string, all: readonly T[]): readonly T[] {
  const words = normalizedWords(searchText);
  if (words.length === 0) return searchText.trim() === '' ? all : [];
  return all
    .flatMap((item) => {
      const rank = rankOf(words, item);
      return rank === undefined ? [] : [{ item, rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
