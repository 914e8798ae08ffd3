import type { ResourceDefinition } from '@innkeeper/contract';
import { createAttempts } from '../data/attempts.ts';
import { changedFields } from './changed-fields.ts';
import { fillEmptyDates } from './empty-dates.ts';
import { type Body, type FormValues, bodyOf } from './form-values.ts';

/** The requests that create a record, with empty dates filled in. */
export function createAttempt(now: () => Date = () => new Date(), newKey?: () => string) {
  const attempts = createAttempts<FormValues, Body>(newKey);
  return {
    prepare: (d: ResourceDefinition, values: FormValues) =>
      attempts.prepare(
        values,
        (sent) => fillEmptyDates(d, bodyOf(d, sent), now()),
        (before, after) => changedFields(d, before, after).length === 0,
      ),
    failed: (error: unknown) => attempts.failed(error),
  };
}
