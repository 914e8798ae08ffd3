import type { ResourceDefinition } from '@innkeeper/contract';
import { changedFields } from './changed-fields.ts';
import { type FormValue, type FormValues, pickValues } from './form-values.ts';

/** Unsaved changes of a form. They survive a reload, an expired session and a new build. */
export interface Draft {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The version on which the changes are based; null for a new record. */
  readonly version: number | null;
  /** The changed fields: their values before and after. */
  readonly base: FormValues;
  readonly changes: FormValues;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Older drafts are no longer offered: nobody remembers them. */
export const DRAFT_DAYS = 30;
const DAY = 86_400_000;

/** One draft per user, resource and record. */
export const draftKey = (user: number, resource: string, id: number | null): string =>
  `innkeeper.draft.${user}.${resource}.${id ?? 'new'}`;

/** The draft of a form, or null if no storable field has changed. Secrets and files are never stored. */
export function draftOf(
  d: ResourceDefinition,
  version: number | null,
  base: FormValues,
  values: FormValues,
  at: number,
): Draft | null {
  const names = changedFields(d, base, values).filter((name) => {
    const kind = d.fields[name]?.kind;
    return kind !== 'secret' && kind !== 'file';
  });
  if (names.length === 0) return null;
  return { at, version, base: pickValues(base, names), changes: pickValues(values, names) };
}

/** Stores a draft. Returns false if the browser has no space or forbids it; the form works without a draft. */
export function saveDraft(store: Store, key: string, draft: Draft | null): boolean {
  try {
    if (draft) store.setItem(key, JSON.stringify(draft));
    else store.removeItem(key);
    return true;
  } catch {
    return false;
  }
}

/** The draft stored under this key. Skips damaged and expired drafts, and those with fields that no longer exist. */
export function findDraft(store: Store, key: string, d: ResourceDefinition, now: number): Draft | undefined {
  let stored: unknown;
  try {
    stored = JSON.parse(store.getItem(key) ?? 'null');
  } catch {
    return undefined;
  }
  if (!isDraft(stored) || now - stored.at > DRAFT_DAYS * DAY) return undefined;
  const known = Object.keys(stored.changes).filter((name) => Object.hasOwn(d.fields, name));
  if (known.length === 0) return undefined;
  return {
    at: stored.at,
    version: stored.version,
    base: pickValues(stored.base, known),
    changes: pickValues(stored.changes, known),
  };
}

/**
 * The draft to store while an older one is still offered: both merged, so that neither is lost. The newer one takes
 * precedence.
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

/** Whether a draft would still change anything; it may have been saved from another window. */
export const hasNewChanges = (d: ResourceDefinition, draft: Draft, saved: FormValues): boolean =>
  changedFields(d, saved, { ...saved, ...draft.changes }).length > 0;

/**
 * Resumes a draft. Values typed since are preserved unless the draft has the field. The draft's base is preserved for
 * its fields: if someone saved them meanwhile, the version is stale and saving merges as in any other conflict.
 */
export function resumeDraft(
  draft: Draft,
  start: { values: FormValues; version: number | null },
  inputText: FormValues,
) {
  return {
    start: { values: { ...start.values, ...draft.base }, version: draft.version ?? start.version },
    values: { ...inputText, ...draft.changes },
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
