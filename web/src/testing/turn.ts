import { inject } from 'vitest';

/** Which part of the cases this run tries; null in a whole run, and where a page or its test has changed: see scripts/test-selection.mjs. */
export const turn = inject('turn');

/** Cases that are alike: every second one, and the others in the next turn. */
export const everySecond = <T>(cases: readonly T[]): readonly T[] =>
  turn === null ? cases : cases.filter((_, at) => at % 2 === turn % 2);
