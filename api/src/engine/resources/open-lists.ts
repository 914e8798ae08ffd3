import { message } from '@innkeeper/contract';
import { fail } from '../../platform/http/fail.ts';
import type { ParsedList } from './list-query.ts';

/** The columns that an open list shows without VIEW_, and so the only ones it may be filtered by: a filter tells as much as a column does. */
const OPEN_COLUMNS = new Set(['id', 'code', 'name', 'slug']);

/** Refuses a question about columns that an open list does not show. */
export function refuseHidden({ conditions, sort, words, deleted }: ParsedList): void {
  const hidden = [
    ...conditions.map(({ path, condition }) => [path.column, `filter[${path.column}][${condition.operator}]`] as const),
    ...sort.map(({ path }) => [path.column, 'sort'] as const),
  ].filter(([column]) => !OPEN_COLUMNS.has(column));
  const refused = [
    ...hidden.map(([, name]) => name),
    ...(words.length > 0 ? ['search'] : []),
    ...(deleted ? ['deleted'] : []),
  ];
  if (refused.length > 0)
    throw fail('forbidden', {
      errors: Object.fromEntries(refused.map((name) => [name, [message('unknown_parameter')]])),
    });
}

/** The columns that a list shows to users without VIEW_: those that a select needs. */
export function namesOnly(data: string): string {
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
