import type { Field, ResourceDefinition } from '@innkeeper/contract';
import { localInstant } from '../../format/date.ts';
import type { Body } from './form-values.ts';

/** Whether the form fills this field with the current time when it is empty. */
export const isAutoFilled = (f: Field): boolean => (f.kind === 'date' || f.kind === 'instant') && !f.noAutoFill;

/**
 * The console's rule for dates and times: an empty one is sent as the current one. A date input has no time, so its day
 * is sent with the current time; the API stores the day. Applies only to fields in `body`, so that an update never
 * dates an untouched field.
 */
export function fillEmptyDates(d: ResourceDefinition, body: Body, now: Date): Body {
  const current = localInstant(now);
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const f = d.fields[name];
      if (value === null && f && isAutoFilled(f)) return [name, current];
      return [name, f?.kind === 'date' && typeof value === 'string' ? value + current.slice(10) : value];
    }),
  );
}
