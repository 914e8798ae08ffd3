import type { ResourceDefinition } from '@innkeeper/contract';
import { isSameValue } from './changed-fields.ts';
import { formFieldNames } from './form-fields.ts';
import type { FormValues } from './form-values.ts';

/** The merge of two changes that people made to one record at once. */
export interface Merge {
  /** Mine where I changed something, theirs everywhere else. */
  readonly values: FormValues;
  /** The record's values as they saved it. */
  readonly saved: FormValues;
  /** Fields that only they changed. */
  readonly theirs: readonly string[];
  /** Fields that both changed, to different values: somebody has to choose. */
  readonly conflicts: readonly string[];
}

/** Brings two changes of the same record together. `base` is the record before both of them. */
export function mergeChanges(d: ResourceDefinition, base: FormValues, mine: FormValues, theirs: FormValues): Merge {
  const values: FormValues = {};
  const taken: string[] = [];
  const conflicts: string[] = [];
  for (const name of formFieldNames(d)) {
    const [was, my, their] = [base[name] ?? null, mine[name] ?? null, theirs[name] ?? null];
    const f = d.fields[name];
    const iChanged = !isSameValue(f, was, my);
    const theyChanged = !isSameValue(f, was, their);
    values[name] = iChanged ? my : their;
    if (!theyChanged || isSameValue(f, my, their)) continue;
    (iChanged ? conflicts : taken).push(name);
  }
  return { values, saved: theirs, theirs: taken, conflicts };
}
