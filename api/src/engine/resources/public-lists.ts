import { message } from '@innkeeper/contract';
import { fail } from '../../platform/http/api-error.ts';
import type { ParsedList } from './list-query.ts';

/**
 * The columns that an open list shows without VIEW_. Only they may be filtered, because a filter reveals as much as a
 * column.
 */
const OPEN_COLUMNS = new Set(['id', 'code', 'name', 'slug']);

/** Rejects a query on columns that an open list does not show. */
export function assertPublicColumns({ conditions, sort, searchTerms, deleted }: ParsedList): void {
  const hidden = [
    ...conditions.map(({ path, condition }) => [path.column, `filter[${path.column}][${condition.operator}]`] as const),
    ...sort.map(({ path }) => [path.column, 'sort'] as const),
  ].filter(([column]) => !OPEN_COLUMNS.has(column));
  const rejected = [
    ...hidden.map(([, name]) => name),
    ...(searchTerms.length > 0 ? ['search'] : []),
    ...(deleted ? ['deleted'] : []),
  ];
  if (rejected.length > 0)
    throw fail('forbidden', {
      errors: Object.fromEntries(rejected.map((name) => [name, [message('unknown_parameter')]])),
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
