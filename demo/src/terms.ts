import { type Day, termEnd } from './days.ts';
import type { Random } from './random.ts';

/** Validity period of a member's card. */
export interface Term {
  /** Day of purchase; null for the first term. */
  readonly renewed: Day | null;
  readonly from: Day;
  readonly until: Day;
}

/** Days before the end of a term when renewal opens. */
const RENEWAL_WINDOW_DAYS = 90;

/**
 * Terms, in order, of a member who joined on that day and renews with the given probability each time. A renewal before
 * the end starts on the day after it; a later one starts immediately.
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
  while (term.until - RENEWAL_WINDOW_DAYS <= today && random.chance(retention)) {
    // Most renew in the last weeks, some only after the card has expired.
    const late = Math.round((random.fraction() + random.fraction() - 1.15) * 80);
    const renewed = term.until + Math.max(late, -RENEWAL_WINDOW_DAYS);
    if (renewed > today) break;
    const from = Math.max(renewed, term.until + 1);
    term = { renewed, from, until: termEnd(from, months) };
    terms.push(term);
  }
  return terms;
}
