import { type ColumnPath, type ResourceDefinition, type ScopeRule, getColumn } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';

/** A rule by hotels alone: those of the row, and those of a record that it points to. */
type OfBoth = ScopeRule & { readonly hotel: readonly string[] };

export function isOfBoth(d: ResourceDefinition, rule: ScopeRule): rule is OfBoth {
  const isBehind = new Set((rule.hotel ?? []).map((column) => getColumn(d, column).relations.length > 0));
  return isBehind.size === 2 && !rule.region && rule.user === undefined && !rule.open;
}

interface Place {
  readonly definition: ResourceDefinition;
  ref(column: string): string;
}

/**
 * The row scope for statements that read all rows: sums, groups, files. A row of one's own hotel is in sight without a look at the record
 * that it points to. The records of the other rows are found in one of two ways, see docs/decisions/0072-scope-over-all-rows.md:
 *
 * - for readers of whole regions each record is looked up: most rows are of their own hotels, and few are left to ask about
 * - for readers of single hotels PostgreSQL may collect the records of those hotels first, from an index for each column, and does so where
 *   rows are many
 */
export function overAllSql(
  source: Place,
  rule: OfBoth,
  hotels: readonly number[],
  ofRegions: boolean,
): RawBuilder<unknown> {
  const isIn = (column: string) => sql`${sql.raw(column)} = any(${hotels}::bigint[])`;
  const paths = rule.hotel.map((column) => getColumn(source.definition, column));
  const own = paths.flatMap(({ relations, column }) => (relations.length === 0 ? [isIn(source.ref(column))] : []));
  const behind = [...Map.groupBy(paths, keyOf)].flatMap(([key, columns]) => {
    const to = columns[0]?.relations.at(-1)?.to;
    if (key === null || to === undefined) return [];
    const places = columns.map(({ field }) => isIn(`seen."${field}"`));
    const exists = (where: RawBuilder<unknown>) =>
      sql`exists (select from ${sql.table(to)} seen where seen.id = ${sql.raw(source.ref(key))} and ${where})`;
    // PostgreSQL collects no records of a query with an offset.
    if (ofRegions) return [exists(sql`(${sql.join(places, sql` or `)}) offset 0`)];
    // A record that an earlier column has collected is not collected again.
    return places.map((place, at) =>
      exists(sql.join([place, ...places.slice(0, at).map((earlier) => sql`(${earlier}) is not true`)], sql` and `)),
    );
  });
  return sql`(${sql.join([...own, ...behind], sql` or `)})`;
}

/** The column that holds the id of the record in which a column stands: `transaction.member_id` of `transaction.member.hotel_id`. */
function keyOf({ relations }: ColumnPath): string | null {
  const last = relations.at(-1);
  return last ? [...relations.slice(0, -1).map(({ name }) => name), last.field].join('.') : null;
}
