import type { Db } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';

/** How PostgreSQL would run a statement. */
export interface QueryPlan {
  /** In PostgreSQL's units. */
  readonly cost: number;
  readonly estimatedRows: number;
  /** Whether it would find all rows and sort them, rather than walk an index in their order. */
  readonly isSorted: boolean;
  /** The groups of its largest aggregation; 0 if it has none. */
  readonly estimatedGroups: number;
}

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
    estimatedGroups: plan ? countGroups(plan) : 0,
  };
}

const countGroups = (node: PlanNode): number =>
  Math.max(node['Node Type'] === 'Aggregate' ? node['Plan Rows'] : 0, ...(node.Plans ?? []).map(countGroups));
