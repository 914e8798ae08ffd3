import type { ResourceDefinition } from '@innkeeper/contract';
import { sql } from 'kysely';
import { scopeSql } from '../../access/scope.ts';
import { type Behaviours, type Row, type Values, type WriteContext, holding } from './behaviour.ts';
import { notFound } from './record.ts';
import { createSource } from './source.ts';

/** The row in the actor’s sight, locked until the transaction ends, a deleted one too. Throws a 404 for one out of sight. */
export async function lockRow(
  context: WriteContext,
  behaviours: Behaviours,
  d: ResourceDefinition,
  id: number,
  future?: Values,
): Promise<Row> {
  const [row] = await lockRows(context, behaviours, d, [id], editLock(d), future);
  if (!row) throw notFound(d, id);
  return row;
}

/** How rows are locked: `update` also against writes that come to point to them. */
export type RowLock = 'update' | 'no key update';

/**
 * The lock of a row that is changed and stays. Foreign keys lock the target of a write until that write ends: an edit of a hotel
 * must not wait until a file of its visits is in.
 */
export const editLock = ({ pointedToByAll }: ResourceDefinition): RowLock =>
  pointedToByAll ? 'no key update' : 'update';

/** Locks rows, after those that come before them in the order of locks. `future` are the values of the write, not validated yet. */
export async function lockRows(
  context: WriteContext,
  behaviours: Behaviours,
  d: ResourceDefinition,
  ids: readonly number[],
  lock: RowLock = 'update',
  future: Values = {},
): Promise<Row[]> {
  if (!context.check) await behaviours[d.key]?.lockFirst?.(context, ids, future);
  const source = createSource(d, behaviours);
  const scope = scopeSql(context.actor, source);
  const { rows } =
    await sql<Row>`select t.* from ${sql.raw(source.from())} where t.id = any(${ids}::bigint[]) ${scope ? sql`and ${scope}` : sql``}
    order by t.id ${holding(context, `for ${lock} of t`)}`.execute(context.tx);
  return rows;
}
