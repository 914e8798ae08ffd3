import {
  type ColumnPath,
  type FieldKind,
  PER_PAGE_DEFAULT,
  PER_PAGE_MAX,
  message,
  parseWords,
} from '@innkeeper/contract';
import {
  PAGE_MAX,
  type ParsedList,
  type RawQuery,
  type SortTerm,
  bounded,
  createRefusals,
  parseSort,
  readParameters,
} from '../../engine/resources/list-query.ts';
import type { RunColumn } from './columns.ts';
import type { ReportSource } from './sources.ts';

const TEXTS: ReadonlySet<FieldKind> = new Set(['text', 'email', 'phone', 'textarea']);

/** What is asked of a report. */
export interface ReportQuestion {
  readonly columns: readonly RunColumn[];
  readonly conditions: ParsedList['conditions'];
  /** Each must stand in a text column of the report, whether that is shown or not. */
  readonly words: readonly string[];
  readonly searched: readonly ColumnPath[];
  /** Empty: in the usual order. */
  readonly sort: readonly SortTerm[];
  /** Rows that agree in all columns but their sums are one. */
  readonly isGrouped: boolean;
  readonly page: number;
  readonly perPage: number;
}

/**
 * Reads the parameters against the columns that the report was given: no others are shown, and none is asked by. `paging: false`
 * refuses page and size: a file holds all of it. Throws a 422 with every wrong parameter under its name.
 */
export function parseReportQuery(
  source: ReportSource,
  known: readonly RunColumn[],
  query: RawQuery,
  { paging = true } = {},
): ReportQuestion {
  const { refuse, settle } = createRefusals();
  const find = (key: string) => known.find((column) => column.key === key);
  const usual = known.filter(({ isUsual }) => isUsual);
  let columns = usual.length > 0 ? usual : known;
  let sort: SortTerm[] = [];
  let [page, perPage] = [1, PER_PAGE_DEFAULT];
  let words: readonly string[] = [];
  const conditions = readParameters((key) => find(key)?.path, query, refuse, {
    columns: (v) => {
      if (v.trim() === '') return;
      const keys = v.split(',').map((key) => key.trim());
      columns = keys.flatMap((key) => find(key) ?? []);
      if (columns.length < keys.length) refuse('columns', message('unknown_column'));
      else if (new Set(keys).size < keys.length) refuse('columns', message('pattern'));
    },
    sort: (v) => {
      if (v.trim() !== '')
        sort = parseSort(
          (key) => find(key)?.path,
          v,
          (text) => refuse('sort', text),
        );
    },
    search: (v) => (words = parseWords(v, (text) => refuse('search', text))),
    ...(paging && {
      page: (v) => (page = bounded(v, 'page', PAGE_MAX, refuse)),
      per_page: (v) => (perPage = bounded(v, 'per_page', PER_PAGE_MAX, refuse)),
    }),
  });
  const isFigure = (key: string) => Object.hasOwn(source.figures, key);
  const isGrouped = source.order === null || columns.some(({ key }) => isFigure(key));
  // Rows that are sums have no other columns to be sorted by; and those that are records, no sums.
  const isSortable = (key: string) => (isGrouped ? columns.some((column) => column.key === key) : !isFigure(key));
  if (!sort.every(({ path }) => isSortable(path.column))) refuse('sort', message('unknown_column'));
  for (const { condition } of conditions)
    if (!isGrouped && isFigure(condition.column))
      refuse(`filter[${condition.column}][${condition.operator}]`, message('unknown_column'));
  settle();
  const searched = known.flatMap(({ type, path }) => (TEXTS.has(type) ? [path] : []));
  return { columns, conditions, words, searched, sort, isGrouped, page, perPage };
}
