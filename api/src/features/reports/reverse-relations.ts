import { type ColumnPath, getColumn, getResource } from '@innkeeper/contract';
import { sql } from 'kysely';
import type { HooksByResource } from '../../engine/resources/resource-hooks.ts';
import { type FilterContext, type SqlCondition, conditionSql } from '../../engine/resources/conditions.ts';
import { type Source, createSource } from '../../engine/resources/source.ts';
import { MATCHING_OPERATORS } from '../../engine/resources/setup-table-lookup.ts';
import type { ReportQuery } from './report-query.ts';

/**
 * For a condition on a record that references the report's record, such as the card of a sale: requires that some
 * referencing record meets it. This is redundant, but lets PostgreSQL start from those records by their own indexes;
 * otherwise it looks up the card of every sale. Null for any other condition.
 */
export function reverseRelationSql(
  source: Source,
  reverseRelations: Readonly<Record<string, string>>,
  { path, condition }: ReportQuery['conditions'][number],
  hooksByResource: HooksByResource,
  context: FilterContext,
): SqlCondition | null {
  const [firstRelation, ...otherRelations] = path.relations;
  const column = reverseRelations[firstRelation?.name ?? ''];
  if (
    !firstRelation ||
    column === undefined ||
    path.definition.kind !== 'text' ||
    !MATCHING_OPERATORS.has(condition.operator)
  )
    return null;
  const d = getResource(firstRelation.to);
  const referencing = createSource(d, hooksByResource, 'pointing');
  const columnPath: ColumnPath = getColumn(
    d,
    [...otherRelations.map(({ name }) => name), path.field ?? 'name'].join('.'),
  );
  const where = conditionSql(referencing, columnPath, condition, context);
  return sql`${sql.raw(source.ref('id'))} in (select pointing.${sql.ref(column)} from ${sql.raw(referencing.from())}
        where ${where})`;
}
