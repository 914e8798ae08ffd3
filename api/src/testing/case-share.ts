const turnText = process.env['TURN'];

/** The share of the cases that this run tests; undefined for all. See scripts/test-selection.mjs. */
const shareIndex = turnText ? Number(turnText) : undefined;

/**
 * A share of equivalent cases for one piece of code: over `parts` runs each case is tested once. Returns all cases in
 * a full run, and if the test or its code has changed.
 */
export const caseShare = <T>(cases: readonly T[], parts = 3): readonly T[] =>
  shareIndex === undefined ? cases : cases.filter((_, index) => index % parts === shareIndex % parts);
