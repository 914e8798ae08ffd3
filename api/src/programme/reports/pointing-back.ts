import { type ColumnPath, getColumn, getResource } from '@innkeeper/contract';
import { sql } from 'kysely';
import type { Behaviours } from '../../engine/resources/behaviour.ts';
import { type FilterContext, type Where, conditionSql } from '../../engine/resources/conditions.ts';
import { type Source, createSource } from '../../engine/resources/source.ts';
import { FINDS } from './set-up-first.ts';
import type { ReportQuestion } from './question.ts';

/**
 * Of a condition on a record that points back at the report's (the card that a sale brought), that some record that does so meets it. It says
 * no more than the condition itself, and lets PostgreSQL begin with those records, by their own indexes: otherwise it looks up the card of
 * every sale. Null for any other condition.
 */
export function pointingBackSql(
  source: Source,
  back: Readonly<Record<string, string>>,
  { path, condition }: ReportQuestion['conditions'][number],
  behaviours: Behaviours,
  context: FilterContext,
): Where | null {
  const [first, ...others] = path.relations;
  const column = back[first?.name ?? ''];
  if (!first || column === undefined || path.definition.kind !== 'text' || !FINDS.has(condition.operator)) return null;
  const d = getResource(first.to);
  const pointing = createSource(d, behaviours, 'pointing');
  const inside: ColumnPath = getColumn(d, [...others.map(({ name }) => name), path.field ?? 'name'].join('.'));
  const where = conditionSql(pointing, inside, condition, context);
  return sql`${sql.raw(source.ref('id'))} in (select pointing.${sql.ref(column)} from ${sql.raw(pointing.from())} where ${where})`;
}
