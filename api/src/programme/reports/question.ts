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
  createRefusals,
  parseSort,
  readParameters,
} from '../../engine/resources/list-query.ts';
import type { RunColumn } from './columns.ts';
import type { ReportSource } from './sources.ts';
import { type Summed, summedOf } from './sums.ts';

const TEXTS: ReadonlySet<FieldKind> = new Set(['text', 'email', 'phone', 'textarea']);

/** For each word the ids of records beside the report's own whose texts contain it, by the relations that lead there. */
type FoundWords = readonly ReadonlyMap<string, readonly number[]>[];

/** The question to a report. */
export interface ReportQuestion {
  readonly columns: readonly RunColumn[];
  readonly conditions: ParsedList['conditions'];
  /** Each must stand in a text column of the report, whether that is shown or not. */
  readonly words: readonly string[];
  readonly searched: readonly ColumnPath[];
  /** What `findWords` has found of them beside the report's own records; none before. */
  readonly found: FoundWords;
  /** Empty: in the usual order. */
  readonly sort: readonly SortTerm[];
  /** Rows that agree in all columns but their sums are one. */
  readonly isGrouped: boolean;
  /** Columns that group the rows; a file keeps its rows, in the order of their groups. */
  readonly group: readonly RunColumn[];
  readonly compare: Comparison | null;
  /** What counts elsewhere is summed up beside. */
  readonly withElsewhere: boolean;
  /** The sums: columns that are shown, beside amounts in local money their worth in US dollars, and how many records those leave out. */
  readonly sums: readonly Summed[];
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
  const isFigure = (key: string) => Object.hasOwn(source.figures, key);
  const isSum = (key: string) => isFigure(key) || source.summed.includes(key);
  const usual = known.filter(({ isUsual }) => isUsual);
  let columns = usual.length > 0 ? usual : known;
  let sort: SortTerm[] = [];
  let [page, perPage] = [1, PER_PAGE_DEFAULT];
  let words: readonly string[] = [];
  let group: readonly RunColumn[] = [];
  let compare: Comparison | null = null;
  let withElsewhere = false;
  const conditions = readParameters((key) => find(key)?.path, query, refuse, {
    columns: (v) => {
      if (v.trim() === '') return;
      const keys = v.split(',').map((key) => key.trim());
      columns = keys.flatMap((key) => find(key) ?? []);
      const unknown = keys.filter((key) => !find(key));
      for (const key of unknown) refuse('columns', message('no_such_column', key.slice(0, 80)));
      if (unknown.length === 0 && new Set(keys).size < keys.length) refuse('columns', message('pattern'));
    },
    group: (v) => {
      if (v.trim() === '') return;
      const keys = v.split(',').map((key) => key.trim());
      group = keys.flatMap((key) => find(key) ?? []);
      for (const key of keys) {
        const column = find(key);
        if (!column) refuse('group', message('no_such_column', key.slice(0, 80)));
        else if (!GROUPABLE.has(column.type) || isSum(key)) refuse('group', message('not_to_group_by', key));
      }
      if (keys.length > GROUP_MAX) refuse('group', message('list_length', GROUP_MAX));
      else if (new Set(keys).size < keys.length) refuse('group', message('pattern'));
    },
    compare: (v) => {
      compare = COMPARISONS.find((comparison) => comparison === v) ?? null;
      if (!compare) refuse('compare', message('choice', COMPARISONS.join(', ')));
    },
    elsewhere: (v) => {
      if (v !== '1' && v !== '0') refuse('elsewhere', message('flag'));
      withElsewhere = v === '1';
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
  // A page of groups shows their sums; a file has the rows, one group after the other, each row with its own group.
  if (group.length > 0) {
    const shown = columns;
    columns = paging
      ? [...group, ...shown.filter(({ key }) => isSum(key))]
      : [...group.filter((column) => !shown.includes(column)), ...shown];
  }
  const isGrouped = source.order === null || (paging && group.length > 0) || columns.some(({ key }) => isFigure(key));
  // Rows that are sums have no other columns to be sorted by; and those that are records, no sums.
  const isSortable = (key: string) => (isGrouped ? columns.some((column) => column.key === key) : !isFigure(key));
  if (!sort.every(({ path }) => isSortable(path.column))) refuse('sort', message('unknown_column'));
  for (const { condition } of conditions)
    if (!isGrouped && isFigure(condition.column))
      refuse(`filter[${condition.column}][${condition.operator}]`, message('unknown_column'));
  settle();
  const searched = known.flatMap(({ type, path }) => (TEXTS.has(type) ? [path] : []));
  const sums = summedOf(columns, isSum, find, (key) => withoutRatePath(source, key));
  return {
    columns,
    conditions,
    words,
    searched,
    found: [],
    sort,
    isGrouped,
    group,
    compare,
    withElsewhere,
    sums,
    page,
    perPage,
  };
}

/** The column with how many records a sum in US dollars leaves out. */
function withoutRatePath({ definition, tables }: ReportSource, key: string): ColumnPath | undefined {
  const column = withoutRateKey(key);
  const [table = '', field = ''] = column?.split('.') ?? [];
  const path = column === undefined ? undefined : findColumn(definition, `${tables[table] ?? ''}${field}`);
  return path && column !== undefined ? { ...path, column } : undefined;
}
