import { REDEEM_DAYS_BACK, message } from '@innkeeper/contract';
import { type ApiError, validationError } from '../platform/http/api-error.ts';
import { isFuture } from '../engine/resources/future.ts';

const DAY_MS = 86_400_000;

/** The error of a time in the future, or more than REDEEM_DAYS_BACK days ago. */
export function findTimeError(at: Date, now: Date): ApiError | undefined {
  if (isFuture(at, now)) return validationError({ redeem_date: [message('future')] });
  return at.getTime() < now.getTime() - REDEEM_DAYS_BACK * DAY_MS
    ? validationError({ redeem_date: [message('days_back', REDEEM_DAYS_BACK)] })
    : undefined;
}
