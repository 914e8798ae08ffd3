import type { ResourceDefinition } from '@innkeeper/contract';
import { sql } from 'kysely';
import { scopeSql } from '../../access/scope.ts';
import { type HooksByResource, type Row, type Values, type WriteContext, lockClause } from './resource-hooks.ts';
import { recordNotFoundError } from './record.ts';
import { createSource } from './source.ts';

/**
 * The row if the actor can see it, deleted or not, locked until the transaction ends. Throws a 404 if it is not
 * visible.
 */
export async function lockRow(
  context: WriteContext,
  hooksByResource: HooksByResource,
  d: ResourceDefinition,
  id: number,
  newValues?: Values,
): Promise<Row> {
  const [row] = await lockRows(context, hooksByResource, d, [id], editLock(d), newValues);
  if (!row) throw recordNotFoundError(d, id);
  return row;
}

/** Row lock strength: `update` also blocks writes that add references to the row. */
export type RowLock = 'update' | 'no key update';

/**
 * The lock for a row that is changed but not deleted. An import of visits holds a foreign-key lock on their hotel until
 * it ends; the weaker lock lets the hotel be edited meanwhile.
 */
export const editLock = ({ referencedByMost }: ResourceDefinition): RowLock =>
  referencedByMost ? 'no key update' : 'update';

/**
 * Locks rows, after the ones that precede them in the lock order. `newValues` are the values to write, not validated yet.
 */
export async function lockRows(
  context: WriteContext,
  hooksByResource: HooksByResource,
  d: ResourceDefinition,
  ids: readonly number[],
  lock: RowLock = 'update',
  newValues: Values = {},
): Promise<Row[]> {
  if (!context.isDryRun) await hooksByResource[d.key]?.references?.lockFirst?.(context, ids, newValues);
  const source = createSource(d, hooksByResource);
  const scope = scopeSql(context.actor, source);
  const { rows } = await sql<Row>`select t.* from ${sql.raw(source.from())}
    where t.id = any(${ids}::bigint[]) ${scope ? sql`and ${scope}` : sql``}
    order by t.id ${lockClause(context, `for ${lock} of t`)}`.execute(context.tx);
  return rows;
}
