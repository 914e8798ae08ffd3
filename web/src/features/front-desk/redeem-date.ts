import { REDEEM_DAYS_BACK, message } from '@innkeeper/contract';

const LOCAL = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;
const DAY_MS = 86_400_000;

/** The error for a redemption's moment as stored by a form: a message of the contract. Null means now. */
export function dateProblem(date: string | null, now: Date): string | undefined {
  if (date === null) return undefined;
  if (!LOCAL.test(date)) return message('date');
  const at = new Date(date.replace(' ', 'T')).getTime();
  if (at > now.getTime()) return message('future');
  return at < now.getTime() - REDEEM_DAYS_BACK * DAY_MS ? message('days_back', REDEEM_DAYS_BACK) : undefined;
}

export const isAllowedDate = (date: string | null, now: Date): boolean => dateProblem(date, now) === undefined;
