import { inject } from 'vitest';

/**
 * Selects the cases that this run includes. Null in a whole run, and if a page or its test has changed: see
 * scripts/test-selection.mjs.
 */
export const turn = inject('turn');

/** Every second one of similar cases, and the others in the next turn; all in a whole run. */
export const everySecond = <T>(cases: readonly T[]): readonly T[] =>
  turn === null ? cases : cases.filter((_, at) => at % 2 === turn % 2);
