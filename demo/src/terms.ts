import { type Day, termEnd } from './days.ts';
import type { Random } from './random.ts';

/** The validity period of a member's card. */
export interface Term {
  /** The day of purchase; null for the first term. */
  readonly renewedOn: Day | null;
  readonly from: Day;
  readonly until: Day;
}

/** The number of days before the end of a term when renewal opens. */
const RENEWAL_WINDOW_DAYS = 90;

/**
 * The terms, in order, of a member who joined on that day and renews with the given probability each time. A renewal
 * before the end starts on the day after it; a later one starts immediately.
 */
export function drawTerms(
  random: Random,
  joinedOn: Day,
  today: Day,
  months: number,
  renewalChance: number,
): readonly [Term, ...Term[]] {
  let term: Term = { renewedOn: null, from: joinedOn, until: termEnd(joinedOn, months) };
  const terms: [Term, ...Term[]] = [term];
  while (term.until - RENEWAL_WINDOW_DAYS <= today && random.chance(renewalChance)) {
    // Most members renew in the last weeks, some only after the card has expired.
    const daysLate = Math.round((random.fraction() + random.fraction() - 1.15) * 80);
    const renewedOn = term.until + Math.max(daysLate, -RENEWAL_WINDOW_DAYS);
    if (renewedOn > today) break;
    const from = Math.max(renewedOn, term.until + 1);
    term = { renewedOn, from, until: termEnd(from, months) };
    terms.push(term);
  }
  return terms;
}
