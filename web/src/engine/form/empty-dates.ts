import type { Field, FieldSet } from '@innkeeper/contract';
import { localDay, localInstant, wireInstant } from '../../format/date.ts';
import type { Body, WireRecord } from './form-values.ts';

/** Whether the form fills this field with the current time when it is empty. */
export const isAutoFilled = (field: Field): boolean =>
  (field.kind === 'date' || field.kind === 'instant') && !field.noAutoFill;

/** The dates of a new record as the form would send them if they stayed empty, so that the user sees them before. */
export const currentDates = ({ fields }: FieldSet, now: Date): WireRecord =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      isAutoFilled(field) ? [[name, field.kind === 'date' ? localDay(now) : wireInstant(now)]] : [],
    ),
  );

/**
 * The console sends an empty date or time as the current one. A date input has no time, so its day is sent with the
 * current time, of which the API stores only the day. Applies only to fields in `body`, so that an update never fills
 * in a date that nobody edited.
 */
export function fillEmptyDates(definition: FieldSet, body: Body, now: Date): Body {
  const current = localInstant(now);
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const field = definition.fields[name];
      if (value === null && field && isAutoFilled(field)) return [name, current];
      return [name, field?.kind === 'date' && typeof value === 'string' ? value + current.slice(10) : value];
    }),
  );
}
