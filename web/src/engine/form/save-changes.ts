import type { ResourceDefinition } from '@innkeeper/contract';
import { isApiError } from '../../session/api-error.ts';
import { isObject } from '../../ui/is-object.ts';
import type { ResourceRecord } from '../data/record.ts';
import { changedFields } from './changed-fields.ts';
import { fillEmptyDates } from './empty-dates.ts';
import { type Body, type FormValues, toBody, toFormValues } from './form-values.ts';
import { type Merge, mergeChanges } from './merge-changes.ts';

/** The starting point of an edit: its values, and the version that the server compares. */
export interface EditBase {
  readonly values: FormValues;
  readonly version: number;
}

export type SaveOutcome =
  | { readonly kind: 'unchanged' }
  /** `merged`: the fields that someone else saved meanwhile, whose values were preserved. */
  | { readonly kind: 'saved'; readonly record: ResourceRecord; readonly merged: readonly string[] }
  /** Both changed the same fields. `theirs` is the current record. */
  | { readonly kind: 'conflict'; readonly theirs: ResourceRecord; readonly merge: Merge };

export type Save = (body: Body, version: number) => Promise<ResourceRecord>;

/** Someone may save again during a merge, so saving is retried. More attempts would indicate a fault. */
const MAX_ATTEMPTS = 4;

/**
 * Saves the changes since `base`. If another write came first, changes of different fields are merged and saved on top
 * of it. Changes of the same field result in a conflict, and nothing is written. Throws on any other failure.
 */
export async function saveChanges(
  definition: ResourceDefinition,
  base: EditBase,
  values: FormValues,
  save: Save,
  now: () => Date,
): Promise<SaveOutcome> {
  let [currentBase, mine] = [base, values];
  let theirs: ResourceRecord | undefined;
  const mergedNames = new Set<string>();
  for (let attempt = 1; ; attempt += 1) {
    const names = changedFields(definition, currentBase.values, mine);
    if (names.length === 0)
      return theirs ? { kind: 'saved', record: theirs, merged: [...mergedNames] } : { kind: 'unchanged' };
    try {
      const record = await save(
        fillEmptyDates(definition, toBody(definition, mine, names), now()),
        currentBase.version,
      );
      return { kind: 'saved', record, merged: [...mergedNames] };
    } catch (error) {
      theirs = parseStaleRecord(error);
      if (!theirs || attempt === MAX_ATTEMPTS) throw error;
      const current = toFormValues(definition, theirs);
      const merge = mergeChanges(definition, currentBase.values, mine, current);
      if (merge.conflicts.length > 0) return { kind: 'conflict', theirs, merge };
      for (const name of merge.theirs) mergedNames.add(name);
      currentBase = { values: current, version: theirs.version };
      mine = merge.values;
    }
  }
}

/** The current record, if a write was rejected because another one came first. */
function parseStaleRecord(error: unknown): ResourceRecord | undefined {
  if (!isApiError(error) || error.code !== 'stale_record') return undefined;
  const { current } = error.body;
  if (!isObject(current) || typeof current['version'] !== 'number') return undefined;
  return current as ResourceRecord; // by the contract, this error has the whole record
}
