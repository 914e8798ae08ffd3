import type { ImportColumn } from '@innkeeper/contract';
import { readStored, writeStored } from '../../ui/stored-json.ts';

/**
 * The user's mapping of columns to fields, remembered in the browser for the next file with the same headings. The key
 * names the user and the list.
 */
type Mapping = Readonly<Record<string, string | null>>;

interface Entry {
  readonly headings: readonly string[];
  readonly mapping: Mapping;
}

/** Sets of headings per list; older ones are forgotten. */
const MAX_ENTRIES = 10;

const storageKey = (key: string): string => `innkeeper.import-mappings.${key}`;

export function rememberMapping(
  storage: Storage,
  key: string,
  columns: readonly ImportColumn[],
  mapping: Mapping,
): boolean {
  const headings = columns.map(({ header }) => header);
  const others = readEntries(storage, key).filter((entry) => !isSame(entry.headings, headings));
  const entries = Object.keys(mapping).length > 0 ? [{ headings, mapping }, ...others] : others;
  return writeStored(storage, storageKey(key), entries.length > 0 ? entries.slice(0, MAX_ENTRIES) : null);
}

/** The mapping of the last file with these headings, without fields that no longer exist. */
export function recallMapping(
  storage: Pick<Storage, 'getItem'>,
  key: string,
  columns: readonly ImportColumn[],
  fields: Readonly<Record<string, unknown>>,
): Mapping | undefined {
  const headings = columns.map(({ header }) => header);
  const entry = readEntries(storage, key).find((entry) => isSame(entry.headings, headings));
  const known = Object.entries(entry?.mapping ?? {}).filter(
    ([header, field]) => headings.includes(header) && (field === null || Object.hasOwn(fields, field)),
  );
  return known.length > 0 ? Object.fromEntries(known) : undefined;
}

const isSame = (a: readonly string[], b: readonly string[]): boolean => JSON.stringify(a) === JSON.stringify(b);

function readEntries(storage: Pick<Storage, 'getItem'>, key: string): readonly Entry[] {
  const stored = readStored(storage, storageKey(key));
  return Array.isArray(stored) ? stored.filter(isEntry) : [];
}

const isEntry = (value: unknown): value is Entry =>
  typeof value === 'object' &&
  value !== null &&
  'headings' in value &&
  Array.isArray(value.headings) &&
  'mapping' in value &&
  typeof value.mapping === 'object' &&
  value.mapping !== null &&
  Object.values(value.mapping).every((field) => field === null || typeof field === 'string');
