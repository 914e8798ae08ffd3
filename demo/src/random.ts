/** A pseudo-random number generator; the same seed gives the same numbers on every machine. */
export interface Random {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  fraction(): number;
  /** An integer from `from` to `to`, both inclusive. */
  integer(from: number, to: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** A number of decimal digits. */
  digits(count: number): string;
}

/** sfc32, seeded with one number. Fast and uniform enough for fictional people, but not for secrets. */
export function createRandom(seed: number): Random {
  let a = seed | 0;
  let b = 0x9e3779b9 | 0;
  let c = 0x243f6a88 | 0;
  let counter = 1;
  const fraction = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 2 ** 32;
  };
  for (let i = 0; i < 15; i++) fraction();
  const integer = (from: number, to: number): number => from + Math.floor(fraction() * (to - from + 1));
  return {
    fraction,
    integer,
    chance: (probability) => fraction() < probability,
    pick: <T>(list: readonly T[]): T => {
      if (list.length === 0) throw new Error('Nothing to pick from');
      return list[integer(0, list.length - 1)] as T; // the index is within the list
    },
    digits: (count) => {
      let text = '';
      for (let remaining = count; remaining > 0; remaining -= 6) {
        const width = Math.min(remaining, 6);
        text += String(integer(0, 10 ** width - 1)).padStart(width, '0');
      }
      return text;
    },
  };
}

/** Picks an item by weight. */
export type Draw<T> = (random: Random) => T;

/** Picks items in proportion to their weights, which may have any sum. */
export function createWeightedDraw<T>(items: readonly (readonly [item: T, weight: number])[]): Draw<T> {
  const cumulativeWeights: number[] = [];
  let total = 0;
  for (const [, weight] of items) cumulativeWeights.push((total += weight));
  if (total <= 0) throw new Error('Nothing to draw from');
  return (random) => {
    const position = random.fraction() * total;
    let low = 0;
    let high = cumulativeWeights.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (position < (cumulativeWeights[middle] ?? 0)) high = middle;
      else low = middle + 1;
    }
    return (items[low] as readonly [T, number])[0]; // `low` stays within the list
  };
}

/** Picks from a list that is sorted from most to least common, with the frequencies of names and words (Zipf's law). */
export const createRankedDraw = <T>(items: readonly T[]): Draw<T> =>
  createWeightedDraw(items.map((item, rank) => [item, 1 / (rank + 3)]));
