import { BULK_MAX, type ResourceDefinition, message } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import type { Body } from '../../platform/http/body.ts';
import { invalid } from '../../platform/http/api-error.ts';
import { parseJsonField } from '../../platform/http/json.ts';
import type { HooksByResource, WriteContext } from './resource-hooks.ts';
import { pickRows } from './list.ts';
import { type RawQuery, parseListQuery } from './list-query.ts';
import { assertFound } from './write.ts';

/** The records of a bulk call: the listed ids, or all that match a list filter except the excluded ones. */
export interface BulkCall {
  /** Used if there is no filter. */
  readonly ids: readonly number[];
  readonly filter: RawQuery | null;
  readonly except: readonly number[];
  readonly isDryRun: boolean;
}

const KNOWN = new Set(['ids', 'filter', 'except', 'dry_run', '_method']);
const DRY_RUN = new Map<unknown, boolean>([
  [undefined, false],
  [0, false],
  ['0', false],
  [false, false],
  [1, true],
  ['1', true],
  [true, true],
]);

/**
 * Reads the body of a bulk call. Throws a 422 for an ambiguous body: a change to thousands of records must not rest on
 * a guess.
 */
export function readBulk({ values, isForm }: Body): BulkCall {
  const { ids, except } = values;
  const filter = isForm ? parseJsonField(values.filter) : values.filter;
  const isDryRun = DRY_RUN.get(values.dry_run);
  const isFilter = typeof filter === 'object' && filter !== null && !Array.isArray(filter);
  const errors: Record<string, string[]> = Object.create(null);
  for (const name of Object.keys(values)) if (!KNOWN.has(name)) errors[name] = [message('unknown_field')];
  if (isDryRun === undefined) errors.dry_run = [message('flag')];
  if (filter !== undefined && (!isFilter || ids !== undefined)) errors.filter = [message('pattern')];
  if (except !== undefined && filter === undefined) errors.except = [message('unknown_field')];
  const read = (name: string, value: unknown, min: number): number[] => {
    const list = readIds(value, min);
    if (typeof list !== 'string') return list;
    errors[name] ??= [list];
    return [];
  };
  const listed = filter === undefined ? read('ids', ids, 1) : [];
  const left = filter === undefined || except === undefined ? [] : read('except', except, 0);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return { ids: listed, filter: isFilter ? { ...filter } : null, except: left, isDryRun: isDryRun === true };
}

/** Whether a bulk call is a dry run. */
export const isDryRunBody = ({ values }: Body): boolean => DRY_RUN.get(values.dry_run) === true;

/** The ids of a list, deduplicated and sorted, or the error message. */
function readIds(value: unknown, min: number): number[] | string {
  if (!Array.isArray(value)) return message('list');
  if (value.length < min || value.length > BULK_MAX) return message('list_length', BULK_MAX);
  const ids = value.map((id: unknown) => (typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : id));
  if (!ids.every((id): id is number => Number.isSafeInteger(id) && Number(id) > 0)) return message('whole');
  return [...new Set(ids)].sort((a, b) => a - b);
}

/**
 * The records selected by a bulk call. A filter selects among live or deleted ones; listed ids are looked up for a dry
 * run only, which reveals no more about foreign records than the call itself. See
 * docs/decisions/0004-select-the-records-of-a-bulk-call-with-the-lists-parameters.md.
 */
export async function matchedIds(
  { db, hooksByResource }: { db: Db; hooksByResource: HooksByResource },
  context: WriteContext,
  d: ResourceDefinition,
  { ids, filter, except, isDryRun }: BulkCall,
  { deleted, timeZone }: { deleted: boolean; timeZone: string },
): Promise<readonly number[]> {
  if (filter === null && !isDryRun) return ids;
  const parsed = parseListQuery(d, { ...filter, deleted: '1' }, { paging: false });
  const { from, where } = await pickRows(db, hooksByResource, context.actor, d, parsed, { now: context.now, timeZone });
  const selection = filter === null ? sql`t.id = any(${ids}::bigint[])` : sql`t.id <> all(${except}::bigint[])`;
  const { rows } = await sql<{ id: number }>`select t.id from ${from()}
    where ${where} and t.deleted_at is ${sql.raw(deleted ? 'not null' : 'null')} and ${selection}
    order by t.id`.execute(context.tx);
  if (filter === null) assertFound(d, ids, rows);
  return rows.map(({ id }) => id);
}
