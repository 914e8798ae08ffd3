import {
  COMPARISONS,
  type ColumnPath,
  type Comparison,
  type FieldKind,
  GROUPABLE_KINDS,
  MAX_GROUP,
  PER_PAGE_DEFAULT,
  MAX_PER_PAGE,
  findColumn,
  message,
  parseSearchTerms,
  withoutRateKey,
} from '@innkeeper/contract';
import {
  MAX_PAGE,
  type ListQuery,
  type RawQuery,
  type SortTerm,
  parseBoundedInteger,
  createRejections,
  parseSort,
  parseParameters,
} from '../../engine/resources/list-query.ts';
import { overview } from './overview.ts';
import type { RunColumn } from './report-columns.ts';
import type { ReportSource } from './report-sources.ts';
import { type SumColumn, createSumColumns } from './sums.ts';

const TEXT_KINDS: ReadonlySet<FieldKind> = new Set(['text', 'email', 'phone', 'textarea']);

/** For each search word the ids of related records whose texts contain it, by the relations that lead to them. */
type MatchedIds = readonly ReadonlyMap<string, readonly number[]>[];

/** The query of a report. */
export interface ReportQuery {
  readonly columns: readonly RunColumn[];
  readonly conditions: ListQuery['conditions'];
  /** Each word must occur in a text column of the report, shown or not. */
  readonly searchTerms: readonly string[];
  readonly searchedPaths: readonly ColumnPath[];
  /** Matches of `resolveSearchWords` in related records; empty before it has run. */
  readonly matchedIds: MatchedIds;
  /** Whether the searched tables are large, so that only what an index finds is searched. */
  readonly isLarge: boolean;
  /** The default order applies if empty. */
  readonly sort: readonly SortTerm[];
  /** Merges rows that are equal in all columns except their sums. */
  readonly isGrouped: boolean;
  /** Columns that group the rows. A file keeps the single rows, in the order of their groups. */
  readonly group: readonly RunColumn[];
  readonly compare: Comparison | null;
  /**
   * Of the overview: its PDF is the page of a year that the console shows, with this column in its charts; null for the
   * first one. Undefined for the rows.
   */
  readonly year: { readonly measure: string | null } | undefined;
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
  const findRunColumn = (key: string) => runColumns.find((column) => column.key === key);
  const isMeasure = (key: string) => Object.hasOwn(source.measures, key);
  const isSum = (key: string) => isMeasure(key) || source.summed.includes(key);
  const defaultColumns = runColumns.filter(({ isDefault }) => isDefault);
  let columns = defaultColumns.length > 0 ? defaultColumns : runColumns;
  let sort: SortTerm[] = [];
  let [page, perPage] = [1, PER_PAGE_DEFAULT];
  let searchTerms: readonly string[] = [];
  let group: readonly RunColumn[] = [];
  let compare: Comparison | null = null;
  let includesElsewhere = false;
  let isYear = false;
  let measure: string | null = null;
  const conditions = parseParameters((key) => findRunColumn(key)?.path, query, reject, {
    columns: (value) => {
      if (value.trim() === '') return;
      const keys = value.split(',').map((key) => key.trim());
      columns = keys.flatMap((key) => findRunColumn(key) ?? []);
      const unknownKeys = keys.filter((key) => !findRunColumn(key));
      for (const key of unknownKeys) reject('columns', message('no_such_column', key.slice(0, 80)));
      if (unknownKeys.length === 0 && new Set(keys).size < keys.length) reject('columns', message('pattern'));
    },
    group: (value) => {
      if (value.trim() === '') return;
      const keys = value.split(',').map((key) => key.trim());
      group = keys.flatMap((key) => findRunColumn(key) ?? []);
      for (const key of keys) {
        const column = findRunColumn(key);
        if (!column) reject('group', message('no_such_column', key.slice(0, 80)));
        else if (!GROUPABLE_KINDS.has(column.type) || isSum(key)) reject('group', message('not_to_group_by', key));
      }
      if (keys.length > MAX_GROUP) reject('group', message('list_length', MAX_GROUP));
      else if (new Set(keys).size < keys.length) reject('group', message('pattern'));
    },
    compare: (value) => {
      compare = COMPARISONS.find((comparison) => comparison === value) ?? null;
      if (!compare) reject('compare', message('choice', COMPARISONS.join(', ')));
    },
    as: (value) => {
      isYear = value === 'year' && source.definition.key === overview.key;
      if (!isYear) reject('as', message('pattern'));
    },
    measure: (value) => {
      if (value.trim() === '') return;
      if (isMeasure(value)) measure = value;
      else reject('measure', message('no_such_column', value.slice(0, 80)));
    },
    elsewhere: (value) => {
      if (value !== '1' && value !== '0') reject('elsewhere', message('flag'));
      includesElsewhere = value === '1';
    },
    sort: (value) => {
      if (value.trim() !== '')
        sort = parseSort(
          (key) => findRunColumn(key)?.path,
          value,
          (text) => reject('sort', text),
        );
    },
    search: (value) => (searchTerms = parseSearchTerms(value, (text) => reject('search', text))),
    ...(paging && {
      page: (value) => (page = parseBoundedInteger(value, 'page', MAX_PAGE, reject)),
      per_page: (value) => (perPage = parseBoundedInteger(value, 'per_page', MAX_PER_PAGE, reject)),
    }),
  });
  // A page of groups shows their sums. A file lists the rows group by group, each row with its group.
  if (group.length > 0) {
    const requestedColumns = columns;
    columns = paging
      ? [...group, ...requestedColumns.filter(({ key }) => isSum(key))]
      : [...group.filter((column) => !requestedColumns.includes(column)), ...requestedColumns];
  }
  const isGrouped = source.order === null || (paging && group.length > 0) || columns.some(({ key }) => isMeasure(key));
  // Grouped rows can only be sorted by their own columns, and single records not by sums.
  const isSortable = (key: string) => (isGrouped ? columns.some((column) => column.key === key) : !isMeasure(key));
  if (!sort.every(({ path }) => isSortable(path.column))) reject('sort', message('unknown_column'));
  for (const { condition } of conditions)
    if (!isGrouped && isMeasure(condition.column))
      reject(`filter[${condition.column}][${condition.operator}]`, message('unknown_column'));
  throwIfInvalid();
  const searchedPaths = runColumns.flatMap(({ type, path }) => (TEXT_KINDS.has(type) ? [path] : []));
  const sums = createSumColumns(columns, isSum, findRunColumn, (key) => withoutRatePath(source, key));
  return {
    columns,
    conditions,
    searchTerms,
    searchedPaths,
    matchedIds: [],
    isLarge: false,
    sort,
    isGrouped,
    group,
    compare,
    year: isYear ? { measure } : undefined,
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
