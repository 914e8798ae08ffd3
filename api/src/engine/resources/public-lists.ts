import { message } from '@innkeeper/contract';
import { apiError } from '../../platform/http/api-error.ts';
import type { ListQuery } from './list-query.ts';

/**
 * The columns that a public list shows to users without VIEW_. Only these may be filtered, because a filter reveals as
 * much as a column.
 */
const PUBLIC_COLUMNS = new Set(['id', 'code', 'name', 'slug']);

/** Rejects a query on columns that a public list does not show. */
export function assertPublicColumns({ conditions, sort, searchTerms, deleted }: ListQuery): void {
  const hiddenColumns = [
    ...conditions.map(({ path, condition }) => [path.column, `filter[${path.column}][${condition.operator}]`] as const),
    ...sort.map(({ path }) => [path.column, 'sort'] as const),
  ].filter(([column]) => !PUBLIC_COLUMNS.has(column));
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
export function pickPublicColumns(data: string): string {
  const rows: Record<string, unknown>[] = JSON.parse(data);
  return JSON.stringify(
    rows.map(({ id, code, name, slug, option_detail }) => ({
      id,
      code,
      name,
      ...(slug !== undefined && { slug, option_detail }),
    })),
  );
}
