import type { Db } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';

/** How PostgreSQL would run a statement. */
export interface QueryPlan {
  /** In PostgreSQL's units. */
  readonly cost: number;
  readonly estimatedRows: number;
  /** Whether it would find all rows and sort them, rather than walk an index in their order. */
  readonly isSorted: boolean;
  /** Whether it would read a large table from beginning to end. */
  readonly readsWholeTable: boolean;
}

/** From this cost on, a scan of a table is one of a large table: some 100,000 rows. */
const LARGE_SCAN_COST = 5_000;

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Total Cost': number;
  readonly 'Plan Rows': number;
  readonly Plans?: readonly PlanNode[];
}

/** Plans a statement for its values, without running it. Takes a millisecond or two. */
export async function readPlan(db: Db, statement: RawBuilder<unknown>): Promise<QueryPlan> {
  const [row] = await db.read<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    sql`explain (format json) ${statement}`.compile(db.kysely),
    { replan: true },
  );
  const plan = row?.['QUERY PLAN'][0].Plan;
  let isSorted = false;
  for (let node = plan; node; node = node.Plans?.[0]) isSorted ||= node['Node Type'] === 'Sort';
  return {
    cost: plan?.['Total Cost'] ?? 0,
    estimatedRows: Math.round(plan?.['Plan Rows'] ?? 0),
    isSorted,
    readsWholeTable: plan !== undefined && hasLargeScan(plan),
  };
}

const hasLargeScan = (node: PlanNode): boolean =>
  (node['Node Type'] === 'Seq Scan' && node['Total Cost'] > LARGE_SCAN_COST) || (node.Plans ?? []).some(hasLargeScan);
