import { type Day, addMonths } from './days.ts';
import type { Random } from './random.ts';

/** From when to when a member's card runs. */
export interface Term {
  readonly renewed: Day | null;
  readonly until: Day;
}

export interface Terms extends Term {
  /** What stood there before the last renewal. */
  readonly before: Term | null;
}

/** Days before the end from which on a renewal is possible. */
const RENEWAL_OPENS = 90;

/**
 * The terms of a member who joined on that day and renews with that probability each time. A renewal before the end starts
 * the day after it, a later one at once.
 */
export function drawTerms(random: Random, joined: Day, today: Day, months: number, retention: number): Terms {
  let term: Term = { renewed: null, until: addMonths(joined, months) - 1 };
  let before: Term | null = null;
  while (term.until - RENEWAL_OPENS <= today && random.chance(retention)) {
    // Most come in the last weeks, some when the card no longer works.
    const at = term.until + Math.round((random.fraction() + random.fraction() - 1.15) * 80);
    if (at > today) break;
    before = term;
    term = { renewed: at, until: addMonths(at <= term.until ? term.until + 1 : at, months) - 1 };
  }
  return { ...term, before };
}
