import { message } from '@innkeeper/contract';
import { invalid } from '../http/fail.ts';
import type { Behaviour } from '../resources/behaviour.ts';

/** Whether a name is an IANA time zone. */
export function isTimeZone(name: unknown): boolean {
  try {
    if (typeof name !== 'string' || !/^[A-Za-z]/.test(name)) return false;
    new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return true;
  } catch {
    return false;
  }
}

export const country: Behaviour = {
  beforeWrite: (_context, values) => {
    if (values.time_zone !== undefined && !isTimeZone(values.time_zone))
      throw invalid({ time_zone: [message('time_zone')] });
    return values;
  },
};
