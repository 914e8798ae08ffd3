import { type RawBuilder, sql } from 'kysely';

/**
 * SQL for an array of ids, for `= any(…)`, that hides the array from the planner. PostgreSQL replans a statement for
 * each known array, since a short one costs less than its estimate, and planning can take ten times as long as
 * execution. With an array known only at run time, it plans once per connection.
 */
export const genericPlanArray = (ids: readonly number[]): RawBuilder<readonly number[]> =>
  sql`array(select unnest(${ids}::bigint[]))`;
