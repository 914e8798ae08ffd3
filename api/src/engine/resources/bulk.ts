import { MAX_BULK_RECORDS, type ResourceDefinition, message } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import type { Body } from '../../platform/http/body.ts';
import { validationError } from '../../platform/http/api-error.ts';
import { parseJsonField } from '../../platform/http/json.ts';
import type { HooksByResource, WriteContext } from './resource-hooks.ts';
import { selectRows } from './list.ts';
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

const KNOWN_FIELDS = new Set(['ids', 'filter', 'except', 'dry_run', '_method']);
const DRY_RUN_VALUES = new Map<unknown, boolean>([
  [undefined, false],
  [0, false],
  ['0', false],
  [false, false],
  [1, true],
  ['1', true],
  [true, true],
]);

/**
 * Reads the body of a bulk call. Throws a 422 for an ambiguous body, because a wrong guess could change thousands of
 * records.
 */
export function parseBulkCall({ values, isForm }: Body): BulkCall {
  const { ids, except } = values;
  const filter = isForm ? parseJsonField(values.filter) : values.filter;
  const isDryRun = DRY_RUN_VALUES.get(values.dry_run);
  const isFilter = typeof filter === 'object' && filter !== null && !Array.isArray(filter);
  const errors: Record<string, string[]> = Object.create(null);
  for (const name of Object.keys(values)) if (!KNOWN_FIELDS.has(name)) errors[name] = [message('unknown_field')];
  if (isDryRun === undefined) errors.dry_run = [message('flag')];
  if (filter !== undefined && (!isFilter || ids !== undefined)) errors.filter = [message('pattern')];
  if (except !== undefined && filter === undefined) errors.except = [message('unknown_field')];
  const readIdField = (name: string, value: unknown, min: number): number[] => {
    const list = parseIds(value, min);
    if (typeof list !== 'string') return list;
    errors[name] ??= [list];
    return [];
  };
  const selectedIds = filter === undefined ? readIdField('ids', ids, 1) : [];
  const excludedIds = filter === undefined || except === undefined ? [] : readIdField('except', except, 0);
  if (Object.keys(errors).length > 0) throw validationError(errors);
  return {
    ids: selectedIds,
    filter: isFilter ? { ...filter } : null,
    except: excludedIds,
    isDryRun: isDryRun === true,
  };
}

/** Whether a bulk call is a dry run. */
export const isDryRunBody = ({ values }: Body): boolean => DRY_RUN_VALUES.get(values.dry_run) === true;

/** The ids of a list, deduplicated and sorted, or the error message. */
function parseIds(value: unknown, min: number): number[] | string {
  if (!Array.isArray(value)) return message('list');
  if (value.length < min || value.length > MAX_BULK_RECORDS) return message('list_length', MAX_BULK_RECORDS);
  const ids = value.map((id: unknown) => (typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : id));
  if (!ids.every((id): id is number => Number.isSafeInteger(id) && Number(id) > 0)) return message('whole');
  return [...new Set(ids)].sort((a, b) => a - b);
}

/**
 * The records selected by a bulk call. A filter selects among live or deleted ones. Listed ids are looked up only for a
 * dry run; the call itself checks them when it locks the records. See
 * docs/decisions/0004-select-the-records-of-a-bulk-call-with-the-lists-parameters.md.
 */
export async function findMatchingIds(
  { db, hooksByResource }: { db: Db; hooksByResource: HooksByResource },
  context: WriteContext,
  d: ResourceDefinition,
  { ids, filter, except, isDryRun }: BulkCall,
  { deleted, timeZone }: { deleted: boolean; timeZone: string },
): Promise<readonly number[]> {
  if (filter === null && !isDryRun) return ids;
  const parsed = parseListQuery(d, { ...filter, deleted: '1' }, { paging: false });
  const { from, where } = await selectRows(db, hooksByResource, context.actor, d, parsed, {
    now: context.now,
    timeZone,
  });
  const selectionSql = filter === null ? sql`t.id = any(${ids}::bigint[])` : sql`t.id <> all(${except}::bigint[])`;
  const { rows } = await sql<{ id: number }>`select t.id from ${from()}
    where ${where} and t.deleted_at is ${sql.raw(deleted ? 'not null' : 'null')} and ${selectionSql}
    order by t.id`.execute(context.tx);
  if (filter === null) assertFound(d, ids, rows);
  return rows.map(({ id }) => id);
}
