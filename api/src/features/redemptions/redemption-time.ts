import { REDEEM_DAYS_BACK, message } from '@innkeeper/contract';
import { validationError } from '../../platform/http/api-error.ts';
import { isFuture } from '../../engine/resources/future.ts';

const DAY_MS = 86_400_000;

/** Throws a 422 if the time lies in the future or more than REDEEM_DAYS_BACK days ago. */
export function assertRedemptionTime(at: Date, now: Date): void {
  if (isFuture(at, now)) throw validationError({ redeem_date: [message('future')] });
  if (at.getTime() < now.getTime() - REDEEM_DAYS_BACK * DAY_MS)
    throw validationError({ redeem_date: [message('days_back', REDEEM_DAYS_BACK)] });
}
