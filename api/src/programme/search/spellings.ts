const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz');

/** A name as it is compared, in the same way as `name_key` of db/living/names.sql. */
export const nameKey = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f'’`.,()-]/g, '')
    .toLowerCase();

/**
 * Everything that becomes this word by one mistake: a letter too many, one missing, a wrong one, or two that changed places.
 * Some hundred words, which an index is asked for at once; that takes no list of names, and finds none that is further away.
 */
export function otherSpellings(word: string): string[] {
  const letters = Array.from(word);
  const spelt = (from: number, to: number, ...between: readonly string[]): string =>
    [...letters.slice(0, from), ...between, ...letters.slice(to)].join('');
  const spellings = new Set<string>();
  for (let at = 0; at <= letters.length; at++) {
    for (const letter of LETTERS) spellings.add(spelt(at, at, letter));
    const [first, second] = letters.slice(at, at + 2);
    if (first === undefined) continue;
    spellings.add(spelt(at, at + 1));
    for (const letter of LETTERS) spellings.add(spelt(at, at + 1, letter));
    if (second !== undefined) spellings.add(spelt(at, at + 2, second, first));
  }
  spellings.delete(word);
  return [...spellings];
}
