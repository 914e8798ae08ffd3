const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz');

/**
 * All spellings one typing error away from a word: a letter too many, one missing, a wrong one, or two that are
 * swapped. These are a few hundred words, looked up in an index by one query. This needs no list of names, but finds
 * nothing further away.
 */
export function otherSpellings(term: string): string[] {
  const letters = Array.from(term);
  const respell = (from: number, to: number, ...inserted: readonly string[]): string =>
    [...letters.slice(0, from), ...inserted, ...letters.slice(to)].join('');
  const spellings = new Set<string>();
  for (let position = 0; position <= letters.length; position++) {
    for (const letter of LETTERS) spellings.add(respell(position, position, letter));
    const [first, second] = letters.slice(position, position + 2);
    if (first === undefined) continue;
    spellings.add(respell(position, position + 1));
    for (const letter of LETTERS) spellings.add(respell(position, position + 1, letter));
    if (second !== undefined) spellings.add(respell(position, position + 2, second, first));
  }
  spellings.delete(term);
  return [...spellings];
}
