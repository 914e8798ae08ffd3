import type { ResourceDefinition } from '@innkeeper/contract';
import { isApiError } from '../../session/api-error.ts';
import { changedFields } from './changed-fields.ts';
import { fillEmptyDates } from './empty-dates.ts';
import { type Body, type FormValues, bodyOf } from './form-values.ts';

interface Attempt {
  readonly values: FormValues;
  readonly body: Body;
  readonly key: string;
}

/**
 * The body of a create. A create whose answer was lost is sent again exactly as it was, under the same key, so that it makes one
 * record; after any answer, or with other values, it is another create.
 */
export function createAttempt(now: () => Date = () => new Date(), newKey: () => string = () => crypto.randomUUID()) {
  let lost: Attempt | null = null;
  let last: Attempt | null = null;
  return {
    prepare(d: ResourceDefinition, values: FormValues): Attempt {
      const again = lost && changedFields(d, lost.values, values).length === 0 ? lost : null;
      last = again ?? { values: { ...values }, body: fillEmptyDates(d, bodyOf(d, values), now()), key: newKey() };
      return last;
    },
    failed(error: unknown): void {
      lost = isApiError(error) && (error.status === 0 || error.status >= 500) ? last : null;
    },
  };
}
