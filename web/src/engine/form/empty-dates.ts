import type { Field, ResourceDefinition } from '@innkeeper/contract';
import { localInstant } from '../../format/date.ts';
import type { Body } from './form-values.ts';

/** Whether the form puts the current time where this field is left empty. */
export const isInvented = (f: Field): boolean => (f.kind === 'date' || f.kind === 'instant') && !f.neverInvented;

/**
 * The console's rule for dates and times: an empty one is sent as the current one. A date field asks for no time, so its day goes
 * with the current time too; the API keeps the day. Only for the fields in `body`, so that an update never dates a field that
 * nobody touched.
 */
export function fillEmptyDates(d: ResourceDefinition, body: Body, now: Date): Body {
  const current = localInstant(now);
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const f = d.fields[name];
      if (value === null && f && isInvented(f)) return [name, current];
      return [name, f?.kind === 'date' && typeof value === 'string' ? value + current.slice(10) : value];
    }),
  );
}
