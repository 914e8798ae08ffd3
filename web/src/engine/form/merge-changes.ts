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
export function mergeChanges(d: ResourceDefinition, base: FormValues, mine: FormValues, theirs: FormValues): Merge {
  const values: FormValues = {};
  const taken: string[] = [];
  const conflicts: string[] = [];
  for (const name of formFieldNames(d)) {
    const [original, my, their] = [base[name] ?? null, mine[name] ?? null, theirs[name] ?? null];
    const f = d.fields[name];
    const iChanged = !isSameValue(f, original, my);
    const theyChanged = !isSameValue(f, original, their);
    values[name] = iChanged ? my : their;
    if (!theyChanged || isSameValue(f, my, their)) continue;
    (iChanged ? conflicts : taken).push(name);
  }
  return { values, saved: theirs, theirs: taken, conflicts };
}
