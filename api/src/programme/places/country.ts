import { message } from '@innkeeper/contract';
import { seesRegion } from '../../access/scope.ts';
import { invalid } from '../../platform/http/fail.ts';
import type { Behaviour } from '../../engine/resources/behaviour.ts';

/** Whether a name is an IANA time zone. See docs/decisions/0032-usd-rate-set-by-staff.md. */
export function isTimeZone(name: unknown): boolean {
  try {
    if (typeof name !== 'string' || !/^[A-Za-z]/.test(name)) return false;
    new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return true;
  } catch {
    return false;
  }
}

/** Countries. With a country its hotels move to another region, so that only a user who sees both regions as a whole moves it. */
export const country: Behaviour = {
  beforeWrite: ({ actor }, values, before) => {
    if (values.time_zone !== undefined && !isTimeZone(values.time_zone))
      throw invalid({ time_zone: [message('time_zone')] });
    const isMoved = before !== null && values.region_id !== undefined && values.region_id !== before.region_id;
    if (isMoved && ![before.region_id, values.region_id].every((id) => seesRegion(actor, id)))
      throw invalid({ region_id: [message('reference')] });
    return values;
  },
};
