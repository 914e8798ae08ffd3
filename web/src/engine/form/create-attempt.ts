import type { ResourceDefinition } from '@innkeeper/contract';
import { createAttempts } from '../data/attempts.ts';
import { changedFields } from './changed-fields.ts';
import { fillEmptyDates } from './empty-dates.ts';
import { type Body, type FormValues, toBody } from './form-values.ts';

/** Tracks the requests that create a record, with empty dates filled in. */
export function createRecordAttempts(now: () => Date = () => new Date(), createKey?: () => string) {
  const attempts = createAttempts<FormValues, Body>(createKey);
  return {
    prepare: (definition: ResourceDefinition, values: FormValues) =>
      attempts.prepare(
        values,
        (values) => fillEmptyDates(definition, toBody(definition, values), now()),
        (before, after) => changedFields(definition, before, after).length === 0,
      ),
    failed: (error: unknown) => attempts.failed(error),
  };
}
