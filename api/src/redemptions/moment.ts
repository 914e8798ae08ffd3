import { REDEEM_DAYS_BACK, message } from '@innkeeper/contract';
import { invalid } from '../http/fail.ts';

const DAY_MS = 86_400_000;
/** What a clock at the counter may be ahead. */
const AHEAD_MS = 120_000;

/** Throws a 422 for a moment at which nothing can be redeemed any more, or yet. */
export function refuseWrongTime(at: Date, now: Date): void {
  if (at.getTime() > now.getTime() + AHEAD_MS) throw invalid({ redeem_date: [message('future')] });
  if (at.getTime() < now.getTime() - REDEEM_DAYS_BACK * DAY_MS)
    throw invalid({ redeem_date: [message('days_back', REDEEM_DAYS_BACK)] });
}
