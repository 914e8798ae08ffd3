import { REDEEM_DAYS_BACK, message } from '@innkeeper/contract';

const LOCAL_DATE_TIME = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;
const DAY_MS = 86_400_000;

/** Validates a redemption date as stored by a form; null means now. Returns a message of the contract. */
export function redeemDateProblem(date: string | null, now: Date): string | undefined {
  if (date === null) return undefined;
  if (!LOCAL_DATE_TIME.test(date)) return message('date');
  const time = new Date(date.replace(' ', 'T')).getTime();
  if (time > now.getTime()) return message('future');
  return time < now.getTime() - REDEEM_DAYS_BACK * DAY_MS ? message('days_back', REDEEM_DAYS_BACK) : undefined;
}

export const isAllowedDate = (date: string | null, now: Date): boolean => redeemDateProblem(date, now) === undefined;
