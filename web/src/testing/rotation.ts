import { inject } from 'vitest';

/**
 * Selects the cases that this run includes. Null in a whole run, and if a page or its test has changed: see
 * scripts/test-selection.mjs.
 */
export const rotation = inject('rotation');

/** Every second one of similar cases, and the others in the next rotation; all in a whole run. */
export const rotateCases = <T>(cases: readonly T[]): readonly T[] =>
  rotation === null ? cases : cases.filter((_, index) => index % 2 === rotation % 2);
