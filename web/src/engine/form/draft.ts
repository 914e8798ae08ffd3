import type { ResourceDefinition } from '@innkeeper/contract';
import { readStored, writeStored } from '../../ui/stored-json.ts';
import { changedFields } from './changed-fields.ts';
import { type FormValue, type FormValues, pickValues } from './form-values.ts';

/** Unsaved changes of a form. They survive a reload, an expired session and a new build. */
export interface Draft {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The version on which the changes are based; null for a new record. */
  readonly version: number | null;
  /** The changed fields before the change (`base`) and after it (`changes`). */
  readonly base: FormValues;
  readonly changes: FormValues;
}

type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Days. Older drafts are no longer offered, because nobody remembers them. */
export const DRAFT_DAYS = 30;
const DAY_MS = 86_400_000;

/** One draft per user, resource and record. */
export const draftKey = (userId: number, resource: string, id: number | null): string =>
  `innkeeper.draft.${userId}.${resource}.${id ?? 'new'}`;

/** The draft of a form, or null if no storable field has changed. Secrets and files are never stored. */
export function createDraft(
  definition: ResourceDefinition,
  version: number | null,
  base: FormValues,
  values: FormValues,
  at: number,
): Draft | null {
  const storableFields = changedFields(definition, base, values).filter((name) => {
    const kind = definition.fields[name]?.kind;
    return kind !== 'secret' && kind !== 'file';
  });
  if (storableFields.length === 0) return null;
  return { at, version, base: pickValues(base, storableFields), changes: pickValues(values, storableFields) };
}

/** Stores a draft. Returns false if the browser has no space or forbids it; the form works without a draft. */
export const saveDraft = (storage: DraftStorage, key: string, draft: Draft | null): boolean =>
  writeStored(storage, key, draft);

/** The draft stored under this key. Skips damaged and expired drafts, and those with fields that no longer exist. */
export function findDraft(
  storage: DraftStorage,
  key: string,
  definition: ResourceDefinition,
  now: number,
): Draft | undefined {
  const stored = readStored(storage, key);
  if (!isDraft(stored) || now - stored.at > DRAFT_DAYS * DAY_MS) return undefined;
  const knownFields = Object.keys(stored.changes).filter((name) => Object.hasOwn(definition.fields, name));
  if (knownFields.length === 0) return undefined;
  return {
    at: stored.at,
    version: stored.version,
    base: pickValues(stored.base, knownFields),
    changes: pickValues(stored.changes, knownFields),
  };
}

/**
 * The draft to store while an older one is still offered: both merged, so that neither is lost. The newer one takes
 * precedence in values, the older one in base and version.
 */
export function combineDrafts(older: Draft | null, newer: Draft | null): Draft | null {
  if (!older || !newer) return newer ?? older;
  return {
    at: newer.at,
    version: older.version,
    base: { ...newer.base, ...older.base },
    changes: { ...older.changes, ...newer.changes },
  };
}

/** Whether a draft would still change anything: another window may have saved the same changes. */
export const hasNewChanges = (definition: ResourceDefinition, draft: Draft, saved: FormValues): boolean =>
  changedFields(definition, saved, { ...saved, ...draft.changes }).length > 0;

/**
 * Resumes a draft. Values that were typed since are preserved, unless the draft has the field too. The draft's base is
 * preserved for its fields: if someone saved them meanwhile, the version is stale, and saving merges as in any other
 * conflict.
 */
export function resumeDraft(
  draft: Draft,
  start: { values: FormValues; version: number | null },
  currentValues: FormValues,
) {
  return {
    start: { values: { ...start.values, ...draft.base }, version: draft.version ?? start.version },
    values: { ...currentValues, ...draft.changes },
  };
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null) return false;
  const { at, version, base, changes } = value as Record<string, unknown>; // any object may be read by key
  return (
    typeof at === 'number' && (version === null || typeof version === 'number') && isValues(base) && isValues(changes)
  );
}

function isValues(value: unknown): value is FormValues {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isValue);
}

function isValue(value: unknown): value is FormValue {
  if (Array.isArray(value)) return value.every((id) => typeof id === 'number');
  return value === null || typeof value === 'string' || typeof value === 'number';
}
