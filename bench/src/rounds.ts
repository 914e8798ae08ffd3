/** Requests are numbered throughout; each round begins so many after the one before. */
export const ROUND = 1_000_000;

/** Rounds that follow one another use up different things: so many of them share what there is. */
const ROUNDS = 8;

/** The record that the n-th request uses up. */
export function oneOfRound(ids: readonly number[], n: number): number {
  const each = Math.floor(ids.length / ROUNDS);
  return ids[(Math.floor(n / ROUND) % ROUNDS) * each + ((n % ROUND) % each)] ?? 0;
}
