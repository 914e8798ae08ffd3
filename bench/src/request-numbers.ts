/** Requests are numbered across rounds: each round starts this many numbers after the previous one. */
export const ROUND_SIZE = 1_000_000;

/** Consecutive rounds use up different records, so this many rounds share the available ones. */
export const ROUNDS = 8;

/** The record that the n-th request uses up. */
export function idForRequest(ids: readonly number[], n: number): number {
  const idsPerRound = Math.floor(ids.length / ROUNDS);
  return ids[(Math.floor(n / ROUND_SIZE) % ROUNDS) * idsPerRound + ((n % ROUND_SIZE) % idsPerRound)] ?? 0;
}
