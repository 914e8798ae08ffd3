import { message } from '@innkeeper/contract';
import { invalid } from '../http/fail.ts';
import type { Behaviour } from '../resources/behaviour.ts';

/** Whether a name is an IANA time zone. */
export function isTimeZone(name: unknown): boolean {
  try {
    return typeof name === 'string' && new Intl.DateTimeFormat('en', { timeZone: name }) !== null && /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}

export const country: Behaviour = {
  beforeWrite: (_context, values) => {
    if (values.time_zone !== undefined && !isTimeZone(values.time_zone)) throw invalid({ time_zone: [message('time_zone')] });
    return values;
  },
};
