import type { ListMeta, ResourceDefinition } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { readPlan } from './query-plan.ts';

/** Rows are counted up to this limit. Beyond it, every page returns the planner's estimate, marked as such. */
const MAX_EXACT_TOTAL = 50_000;
/** Rows are counted only below this cost, by the planner's estimate. */
const MAX_COUNT_COST = 4_000;

export type Total = Pick<ListMeta, 'total' | 'total_is_estimate'>;

/** SQL scalar: the number of records in a whole table, summed from the stored row counts. */
export const storedTotalSql = (d: ResourceDefinition, deleted: boolean): RawBuilder<unknown> =>
  sql`(select coalesce(sum(${deleted ? sql`live + deleted` : sql`live`}), 0)::bigint from row_count
        where resource = ${d.key})`;

/** The number of rows in a selection, of which at least `minimum` exist. */
export async function readTotal(db: Db, rows: RawBuilder<unknown>, minimum: number): Promise<Total> {
  const { cost, estimatedRows } = await readPlan(db, rows);
  if (cost > MAX_COUNT_COST) return { total: Math.max(estimatedRows, minimum), total_is_estimate: true };
  const statement = sql`select count(*) as n from (${rows} limit ${MAX_EXACT_TOTAL + 1}) counted`.compile(db.kysely);
  const [row] = await db.read<{ n: number }>(statement, { replan: true });
  const count = row?.n ?? 0;
  return count > MAX_EXACT_TOTAL
    ? { total: Math.max(estimatedRows, count, minimum), total_is_estimate: true }
    : { total: count, total_is_estimate: false };
}
