const given = process.env['TURN'];

/** Which part of the cases this run tries, if not all of them: see scripts/test-selection.mjs. */
const turn = given ? Number(given) : undefined;

/**
 * Cases for one piece of code that serves all of them alike: those of this turn, so that as many turns as there are `parts` try each
 * once; all of them in a whole run, and where the test or its code has changed.
 */
export const inTurn = <T>(cases: readonly T[], parts = 3): readonly T[] =>
  turn === undefined ? cases : cases.filter((_, at) => at % parts === turn % parts);
