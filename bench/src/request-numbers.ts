/** Requests are numbered across rounds; each round starts this many after the previous one. */
export const ROUND = 1_000_000;

/** Consecutive rounds use up different records, so the available ones are divided among this many rounds. */
const ROUNDS = 8;

/** The record that the n-th request uses up. */
export function idForRequest(ids: readonly number[], n: number): number {
  const each = Math.floor(ids.length / ROUNDS);
  return ids[(Math.floor(n / ROUND) % ROUNDS) * each + ((n % ROUND) % each)] ?? 0;
}
