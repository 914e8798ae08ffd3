/** One column of the sort order, as listed in `sort=-valid_until_date,last_name`. */
export interface SortColumn {
  readonly column: string;
  readonly descending: boolean;
}

export const parseSort = (sort: string): readonly SortColumn[] =>
  sort
    .split(',')
    .filter((token) => token !== '' && token !== '-')
    .map((token) => ({ column: token.replace(/^-/, ''), descending: token.startsWith('-') }));

export const serializeSort = (columns: readonly SortColumn[]): string =>
  columns.map((c) => (c.descending ? `-${c.column}` : c.column)).join(',');

/** A column's position in the sort order, from 1, and its direction; undefined if the list is not sorted by it. */
export function findSort(
  sort: string,
  column: string,
): { readonly position: number; readonly descending: boolean } | undefined {
  const columns = parseSort(sort);
  const index = columns.findIndex((c) => c.column === column);
  const sortColumn = columns[index];
  return sortColumn && { position: index + 1, descending: sortColumn.descending };
}

/**
 * The next sort order after a click on a column: ascending, descending, none. `additive` (Shift) keeps the other
 * columns.
 */
export function toggleSort(sort: string, column: string, additive: boolean): string {
  const columns = parseSort(sort);
  const current = columns.find((c) => c.column === column);
  const next: SortColumn | undefined = !current
    ? { column, descending: false }
    : current.descending
      ? undefined
      : { column, descending: true };
  if (!additive) return next ? serializeSort([next]) : '';
  if (!current) return serializeSort([...columns, { column, descending: false }]);
  return serializeSort(columns.flatMap((c) => (c.column === column ? (next ? [next] : []) : [c])));
}

/** Sorts by this column only. */
export const sortByColumn = (column: string, descending: boolean): string => serializeSort([{ column, descending }]);
