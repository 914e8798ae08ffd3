import { type Day, termEnd } from './days.ts';
import type { Random } from './random.ts';

/** From when to when a member's card runs. */
export interface Term {
  /** The day on which it was bought; null for the first one. */
  readonly renewed: Day | null;
  readonly from: Day;
  readonly until: Day;
}

/** Days before the end from which on a renewal is possible. */
const RENEWAL_OPENS = 90;

/**
 * The terms of a member who joined on that day and renews with that probability each time, in their order. A renewal before
 * the end starts the day after it, a later one at once.
 */
export function drawTerms(
  random: Random,
  joined: Day,
  today: Day,
  months: number,
  retention: number,
): readonly [Term, ...Term[]] {
  let term: Term = { renewed: null, from: joined, until: termEnd(joined, months) };
  const terms: [Term, ...Term[]] = [term];
  while (term.until - RENEWAL_OPENS <= today && random.chance(retention)) {
    // Most come in the last weeks, some when the card no longer works.
    const late = Math.round((random.fraction() + random.fraction() - 1.15) * 80);
    const renewed = term.until + Math.max(late, -RENEWAL_OPENS);
    if (renewed > today) break;
    const from = Math.max(renewed, term.until + 1);
    term = { renewed, from, until: termEnd(from, months) };
    terms.push(term);
  }
  return terms;
}
