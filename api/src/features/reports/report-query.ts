import {
  COMPARISONS,
  type ColumnPath,
  type Comparison,
  type FieldKind,
  GROUPABLE,
  GROUP_MAX,
  PER_PAGE_DEFAULT,
  PER_PAGE_MAX,
  findColumn,
  message,
  parseWords,
  withoutRateKey,
} from '@innkeeper/contract';
import {
  PAGE_MAX,
  type ParsedList,
  type RawQuery,
  type SortTerm,
  bounded,
  createRejections,
  parseSort,
  readParameters,
} from '../../engine/resources/list-query.ts';
import type { RunColumn } from './report-columns.ts';
import type { ReportSource } from './report-sources.ts';
import { type SumColumn, createSumColumns } from './sums.ts';

const TEXTS: ReadonlySet<FieldKind> = new Set(['text', 'email', 'phone', 'textarea']);

/** For each search word the ids of related records whose texts contain it, by the relations that lead to them. */
type MatchedIds = readonly ReadonlyMap<string, readonly number[]>[];

/** The query of a report. */
export interface ReportQuery {
  readonly columns: readonly RunColumn[];
  readonly conditions: ParsedList['conditions'];
  /** Each word must occur in a text column of the report, shown or not. */
  readonly searchTerms: readonly string[];
  readonly searched: readonly ColumnPath[];
  /** Matches of `resolveSearchWords` in related records; empty before it has run. */
  readonly matchedIds: MatchedIds;
  /** The default order applies if empty. */
  readonly sort: readonly SortTerm[];
  /** Merges rows that are equal in all columns except their sums. */
  readonly isGrouped: boolean;
  /** Columns that group the rows. A file keeps the single rows, in the order of their groups. */
  readonly group: readonly RunColumn[];
  readonly compare: Comparison | null;
  /** Also sums the records that count elsewhere, separately. */
  readonly includesElsewhere: boolean;
  /**
   * The sums: shown columns, the US dollar value of those in local currency, and the number of records without such a
   * value.
   */
  readonly sums: readonly SumColumn[];
  readonly page: number;
  readonly perPage: number;
}

/**
 * Parses the parameters against the report's columns; other columns can be neither shown nor filtered. `paging: false`
 * rejects page and size, since a file contains all rows. Throws a 422 with every invalid parameter under its name.
 */
export function parseReportQuery(
  source: ReportSource,
  runColumns: readonly RunColumn[],
  query: RawQuery,
  { paging = true } = {},
): ReportQuery {
  const { reject, throwIfInvalid } = createRejections();
  const find = (key: string) => runColumns.find((column) => column.key === key);
  const isMeasure = (key: string) => Object.hasOwn(source.measures, key);
  const isSum = (key: string) => isMeasure(key) || source.summed.includes(key);
  const defaults = runColumns.filter(({ isDefault }) => isDefault);
  let columns = defaults.length > 0 ? defaults : runColumns;
  let sort: SortTerm[] = [];
  let [page, perPage] = [1, PER_PAGE_DEFAULT];
  let searchTerms: readonly string[] = [];
  let group: readonly RunColumn[] = [];
  let compare: Comparison | null = null;
  let includesElsewhere = false;
  const conditions = readParameters((key) => find(key)?.path, query, reject, {
    columns: (v) => {
      if (v.trim() === '') return;
      const keys = v.split(',').map((key) => key.trim());
      columns = keys.flatMap((key) => find(key) ?? []);
      const unknown = keys.filter((key) => !find(key));
      for (const key of unknown) reject('columns', message('no_such_column', key.slice(0, 80)));
      if (unknown.length === 0 && new Set(keys).size < keys.length) reject('columns', message('pattern'));
    },
    group: (v) => {
      if (v.trim() === '') return;
      const keys = v.split(',').map((key) => key.trim());
      group = keys.flatMap((key) => find(key) ?? []);
      for (const key of keys) {
        const column = find(key);
        if (!column) reject('group', message('no_such_column', key.slice(0, 80)));
        else if (!GROUPABLE.has(column.type) || isSum(key)) reject('group', message('not_to_group_by', key));
      }
      if (keys.length > GROUP_MAX) reject('group', message('list_length', GROUP_MAX));
      else if (new Set(keys).size < keys.length) reject('group', message('pattern'));
    },
    compare: (v) => {
      compare = COMPARISONS.find((comparison) => comparison === v) ?? null;
      if (!compare) reject('compare', message('choice', COMPARISONS.join(', ')));
    },
    elsewhere: (v) => {
      if (v !== '1' && v !== '0') reject('elsewhere', message('flag'));
      includesElsewhere = v === '1';
    },
    sort: (v) => {
      if (v.trim() !== '')
        sort = parseSort(
          (key) => find(key)?.path,
          v,
          (text) => reject('sort', text),
        );
    },
    search: (v) => (searchTerms = parseWords(v, (text) => reject('search', text))),
    ...(paging && {
      page: (v) => (page = bounded(v, 'page', PAGE_MAX, reject)),
      per_page: (v) => (perPage = bounded(v, 'per_page', PER_PAGE_MAX, reject)),
    }),
  });
  // A page of groups shows their sums. A file lists the rows group by group, each row with its group.
  if (group.length > 0) {
    const shown = columns;
    columns = paging
      ? [...group, ...shown.filter(({ key }) => isSum(key))]
      : [...group.filter((column) => !shown.includes(column)), ...shown];
  }
  const isGrouped = source.order === null || (paging && group.length > 0) || columns.some(({ key }) => isMeasure(key));
  // Grouped rows can only be sorted by their own columns, and single records not by sums.
  const isSortable = (key: string) => (isGrouped ? columns.some((column) => column.key === key) : !isMeasure(key));
  if (!sort.every(({ path }) => isSortable(path.column))) reject('sort', message('unknown_column'));
  for (const { condition } of conditions)
    if (!isGrouped && isMeasure(condition.column))
      reject(`filter[${condition.column}][${condition.operator}]`, message('unknown_column'));
  throwIfInvalid();
  const searched = runColumns.flatMap(({ type, path }) => (TEXTS.has(type) ? [path] : []));
  const sums = createSumColumns(columns, isSum, find, (key) => withoutRatePath(source, key));
  return {
    columns,
    conditions,
    searchTerms,
    searched,
    matchedIds: [],
    sort,
    isGrouped,
    group,
    compare,
    includesElsewhere,
    sums,
    page,
    perPage,
  };
}

/** The column with the number of records that a sum in US dollars excludes. */
function withoutRatePath({ definition, tables }: ReportSource, key: string): ColumnPath | undefined {
  const column = withoutRateKey(key);
  const [table = '', field = ''] = column?.split('.') ?? [];
  const path = column === undefined ? undefined : findColumn(definition, `${tables[table] ?? ''}${field}`);
  return path && column !== undefined ? { ...path, column } : undefined;
}
