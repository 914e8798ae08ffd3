/** An entry that typing finds: by its name in the language on screen or in the other one, and by words that mean the same. */
export interface Findable {
  readonly name: string;
  readonly otherName: string;
  /** In either language. */
  readonly aliases: string;
}

/** Ignores case and accents. */
const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
const wordsOf = (text: string): string[] => fold(text).match(/[\p{Letter}\p{Number}]+/gu) ?? [];

/**
 * The distance between an entry and the typed words, the smaller the better; undefined if it does not fit. Every word begins one
 * of its words.
 */
function fit(words: readonly string[], { name, otherName, aliases }: Findable): number | undefined {
  const begins = (texts: readonly string[]) => {
    const known = texts.flatMap(wordsOf);
    return words.every((word) => known.some((other) => other.startsWith(word)));
  };
  const typed = words.join(' ');
  if ([name, otherName].some((text) => wordsOf(text).join(' ') === typed)) return 0;
  if (fold(name).startsWith(typed)) return 1;
  if (begins([name])) return 2;
  if (begins([otherName])) return 3;
  return begins([name, otherName, aliases]) ? 4 : undefined;
}

/** The entries that fit, the closest first, otherwise in the order they came in. All of them if nothing was typed. */
export function findAll<T extends Findable>(typed: string, all: readonly T[]): readonly T[] {
  const words = wordsOf(typed);
  if (words.length === 0) return typed.trim() === '' ? all : [];
  return all
    .flatMap((item) => {
      const rank = fit(words, item);
      return rank === undefined ? [] : [{ item, rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
