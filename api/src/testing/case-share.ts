const given = process.env['TURN'];

/** The part of the cases that this run tests, if not all: see scripts/test-selection.mjs. */
const turn = given ? Number(given) : undefined;

/**
 * Cases for one piece of code that treats them all alike: those of this turn, so that `parts` turns test each once. All
 * of them in a full run, and if the test or its code has changed.
 */
export const caseShare = <T>(cases: readonly T[], parts = 3): readonly T[] =>
  turn === undefined ? cases : cases.filter((_, at) => at % parts === turn % parts);
