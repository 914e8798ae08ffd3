import type { ResourceDefinition } from '@innkeeper/contract';
import { isSameValue } from './changed-fields.ts';
import { formFieldNames } from './form-fields.ts';
import type { FormValues } from './form-values.ts';

/** The merge of two concurrent changes to one record. */
export interface Merge {
  /** My value for fields that I changed, theirs for all others. */
  readonly values: FormValues;
  /** The record's values as they saved it. */
  readonly saved: FormValues;
  /** Fields that only they changed. */
  readonly theirs: readonly string[];
  /** Fields that both changed to different values: the user has to choose. */
  readonly conflicts: readonly string[];
}

/** Merges two changes of the same record. `base` is the record before both. */
export function mergeChanges(
  definition: ResourceDefinition,
  base: FormValues,
  mine: FormValues,
  theirs: FormValues,
): Merge {
  const values: FormValues = {};
  const theirFields: string[] = [];
  const conflicts: string[] = [];
  for (const name of formFieldNames(definition)) {
    const [baseValue, myValue, theirValue] = [base[name] ?? null, mine[name] ?? null, theirs[name] ?? null];
    const field = definition.fields[name];
    const isMineChanged = !isSameValue(field, baseValue, myValue);
    const isTheirsChanged = !isSameValue(field, baseValue, theirValue);
    values[name] = isMineChanged ? myValue : theirValue;
    if (!isTheirsChanged || isSameValue(field, myValue, theirValue)) continue;
    (isMineChanged ? conflicts : theirFields).push(name);
  }
  return { values, saved: theirs, theirs: theirFields, conflicts };
}
