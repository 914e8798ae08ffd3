/** One column of the sort order, as listed in `sort=-valid_until_date,last_name`. */
export interface SortColumn {
  readonly column: string;
  readonly descending: boolean;
}

export const parseSort = (sort: string): readonly SortColumn[] =>
  sort
    .split(',')
    .filter((part) => part !== '' && part !== '-')
    .map((part) => ({ column: part.replace(/^-/, ''), descending: part.startsWith('-') }));

export const writeSort = (columns: readonly SortColumn[]): string =>
  columns.map((c) => (c.descending ? `-${c.column}` : c.column)).join(',');

/** A column's position in the sort order, from 1, and its direction; undefined if the list is not sorted by it. */
export function sortOf(
  sort: string,
  column: string,
): { readonly position: number; readonly descending: boolean } | undefined {
  const columns = parseSort(sort);
  const at = columns.findIndex((c) => c.column === column);
  const found = columns[at];
  return found && { position: at + 1, descending: found.descending };
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
  if (!additive) return next ? writeSort([next]) : '';
  if (!current) return writeSort([...columns, { column, descending: false }]);
  return writeSort(columns.flatMap((c) => (c.column === column ? (next ? [next] : []) : [c])));
}

/** Orders by this column alone. */
export const sortBy = (column: string, descending: boolean): string => writeSort([{ column, descending }]);
