import type { ResourceDefinition } from '@innkeeper/contract';
import { isApiError } from '../../session/api-error.ts';
import { type ResourceRecord, isObject } from '../data/record.ts';
import { changedFields } from './changed-fields.ts';
import { fillEmptyDates } from './empty-dates.ts';
import { type Body, type FormValues, bodyOf, valuesOf } from './form-values.ts';
import { type Merge, mergeChanges } from './merge-changes.ts';

/** The beginning of an edit: the values it changes, and the version that the server compares. */
export interface Base {
  readonly values: FormValues;
  readonly version: number;
}

export type SaveOutcome =
  | { readonly kind: 'unchanged' }
  /** `merged` are the fields that someone else saved meanwhile, and that were kept. */
  | { readonly kind: 'saved'; readonly record: ResourceRecord; readonly merged: readonly string[] }
  /** Both changed the same fields. `theirs` is the record as it now stands. */
  | { readonly kind: 'conflict'; readonly theirs: ResourceRecord; readonly merge: Merge };

export type Save = (body: Body, version: number) => Promise<ResourceRecord>;

/** Someone may save again while two changes are brought together; more often than this is a fault. */
const ATTEMPTS = 4;

/**
 * Saves what changed since `base`. When another write came first, the two are merged where they do not overlap and saved on
 * top of it; where they do, the outcome is a conflict and nothing is written. Any other failure is thrown.
 */
export async function saveChanges(
  d: ResourceDefinition,
  base: Base,
  values: FormValues,
  save: Save,
  now: () => Date,
): Promise<SaveOutcome> {
  let [from, mine] = [base, values];
  let theirs: ResourceRecord | undefined;
  const merged = new Set<string>();
  for (let attempt = 1; ; attempt += 1) {
    const names = changedFields(d, from.values, mine);
    if (names.length === 0)
      return theirs ? { kind: 'saved', record: theirs, merged: [...merged] } : { kind: 'unchanged' };
    try {
      const record = await save(fillEmptyDates(d, bodyOf(d, mine, names), now()), from.version);
      return { kind: 'saved', record, merged: [...merged] };
    } catch (error) {
      theirs = staleRecord(error);
      if (!theirs || attempt === ATTEMPTS) throw error;
      const current = valuesOf(d, theirs);
      const merge = mergeChanges(d, from.values, mine, current);
      if (merge.conflicts.length > 0) return { kind: 'conflict', theirs, merge };
      for (const name of merge.theirs) merged.add(name);
      from = { values: current, version: theirs.version };
      mine = merge.values;
    }
  }
}

/** The record as it now stands, where a write was refused because another one came first. */
function staleRecord(error: unknown): ResourceRecord | undefined {
  if (!isApiError(error) || error.code !== 'stale_record') return undefined;
  const { current } = error.body;
  if (!isObject(current) || typeof current['version'] !== 'number') return undefined;
  return current as ResourceRecord; // the contract says that this error carries the whole record
}
