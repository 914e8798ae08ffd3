import { type ResourceDefinition, message } from '@innkeeper/contract';
import { apiError } from '../../platform/http/api-error.ts';
import type { ListQuery } from './list-query.ts';

/** What a public list shows to users without VIEW_. */
const publicColumns = (d: ResourceDefinition): readonly string[] => ['id', ...(d.publicList ?? [])];

/**
 * Rejects a query on columns that a public list does not show: a filter reveals as much as a column.
 */
export function assertPublicColumns(
  d: ResourceDefinition,
  { conditions, sort, searchTerms, deleted }: ListQuery,
): void {
  const hiddenColumns = [
    ...conditions.map(({ path, condition }) => [path.column, `filter[${path.column}][${condition.operator}]`] as const),
    ...sort.map(({ path }) => [path.column, 'sort'] as const),
  ].filter(([column]) => !publicColumns(d).includes(column));
  const rejectedParameters = [
    ...hiddenColumns.map(([, name]) => name),
    ...(searchTerms.length > 0 ? ['search'] : []),
    ...(deleted ? ['deleted'] : []),
  ];
  if (rejectedParameters.length > 0)
    throw apiError('forbidden', {
      errors: Object.fromEntries(rejectedParameters.map((name) => [name, [message('unknown_parameter')]])),
    });
}

/** Reduces list rows to the columns that a select needs, for users without VIEW_. */
export function pickPublicColumns(d: ResourceDefinition, data: string): string {
  const rows: Record<string, unknown>[] = JSON.parse(data);
  return JSON.stringify(rows.map((row) => Object.fromEntries(publicColumns(d).map((column) => [column, row[column]]))));
}
