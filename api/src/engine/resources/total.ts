import type { ListMeta, ResourceDefinition } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';

/** Rows are counted up to here; beyond, the planner's estimate is given and marked as one: the same on every page. */
const EXACT_TOTAL = 50_000;
/** … and only where the planner expects counting to cost less than this. Measured, 300 of its units take a millisecond. */
const CHEAP = 4_000;

export type Total = Pick<ListMeta, 'total' | 'total_is_estimate'>;

/** How many records a whole table has, as a scalar: a sum over the kept counts. */
export const keptTotalSql = (d: ResourceDefinition, deleted: boolean): RawBuilder<unknown> =>
  sql`(select coalesce(sum(${deleted ? sql`live + deleted` : sql`live`}), 0)::bigint from row_count where resource = ${d.key})`;

/** How many rows a selection has, of which at least `seen` have been met. Never less than these. */
export async function totalOf(db: Db, rows: RawBuilder<unknown>, seen: number): Promise<Total> {
  const { cost, estimate } = await planOf(db, rows);
  if (cost > CHEAP) return { total: Math.max(estimate, seen), total_is_estimate: true };
  const statement = sql`select count(*) as n from (${rows} limit ${EXACT_TOTAL + 1}) counted`.compile(db.kysely);
  const [row] = await db.read<{ n: number }>(statement, { replan: true });
  const counted = row?.n ?? 0;
  return counted > EXACT_TOTAL
    ? { total: Math.max(estimate, counted, seen), total_is_estimate: true }
    : { total: counted, total_is_estimate: false };
}

async function planOf(db: Db, rows: RawBuilder<unknown>): Promise<{ cost: number; estimate: number }> {
  type Explained = { 'QUERY PLAN': [{ Plan: { 'Total Cost': number; 'Plan Rows': number } }] };
  const [row] = await db.read<Explained>(sql`explain (format json) ${rows}`.compile(db.kysely), { replan: true });
  const plan = row?.['QUERY PLAN'][0].Plan;
  return { cost: plan?.['Total Cost'] ?? 0, estimate: Math.round(plan?.['Plan Rows'] ?? 0) };
}
