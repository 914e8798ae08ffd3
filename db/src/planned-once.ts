import { type RawBuilder, sql } from 'kysely';

/**
 * SQL of an array of ids, for `= any(…)`. PostgreSQL plans a statement anew for each array that it knows, since a short one is cheaper than it
 * supposes, and planning can take ten times as long as the answer. One that it finds out while it runs is planned once per connection.
 */
export const plannedOnce = (ids: readonly number[]): RawBuilder<readonly number[]> =>
  sql`array(select unnest(${ids}::bigint[]))`;
