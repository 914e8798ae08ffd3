/** An entry that typing finds: by its name in the language on screen or in the other one, and by words that mean the same. */
export interface Findable {
  readonly name: string;
  readonly otherName: string;
  /** In either language. */
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
 * The distance between an entry and the typed words, the smaller the better; undefined if it does not fit. Every word begins one
 * of its words.
 */
function fit(words: readonly string[], { name, otherName, aliases }: Findable): number | undefined {
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

/** The entries that fit, the closest first, otherwise in the order they came in. All of them if nothing was typed. */
export function findAll<T extends Findable>(searchText: string, all: readonly T[]): readonly T[] {
  const words = normalizedWords(searchText);
  if (words.length === 0) return searchText.trim() === '' ? all : [];
  return all
    .flatMap((item) => {
      const rank = fit(words, item);
      return rank === undefined ? [] : [{ item, rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
