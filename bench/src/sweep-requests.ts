import {
  CALL_LISTS,
  DATE_PRESETS,
  type Field,
  GROUPABLE_KINDS,
  type OfferedColumn,
  type Operator,
  type ReportKey,
  type ResourceDefinition,
  findColumn,
  getResource,
  listColumns,
  operatorsByKind,
  reportKeys,
  resourceKeys,
} from '@innkeeper/contract';

/** A request that a user of the console, or a client of the API, can make. */
export interface SweepRequest {
  /** What is requested: `list`, `filter`, `search`, `choices`, `report`, `page`. */
  readonly kind: string;
  readonly path: string;
  /** The console sends it when it opens a page, before the user enters anything. */
  readonly opensItself: boolean;
}

/** A row as the API returns it. */
export type WireRow = Readonly<Record<string, unknown>>;

/** What a user sees of a list: the total, and rows whose values the filters use. */
export interface ListSample {
  readonly total: number;
  readonly rows: readonly WireRow[];
}

const PER_PAGE = 25;
/** Not found in any generated text. */
const ABSENT_TEXT = 'qxzqxzqx';
const ABSENT_NUMBER = '987654321';
/** Letters of a text that a filter is typed with. */
const PREFIX_LENGTHS = [1, 2, 3, 8];
const SEARCHES = ['a', 'an', 'sar', 'Wijaya', 'Budi Santoso', 'a b c', '%', '_', '@', '日本', ABSENT_TEXT];
/** Periods given by their first and last day, besides the relative ones. */
const PERIODS = ['2000-01-01,2099-12-31', '2020-01-01,2020-01-31'];

/** Every request about a resource's list: orders, pages, filters and searches. */
export function listRequests(definition: ResourceDefinition, sample: ListSample): readonly SweepRequest[] {
  const path = `/api/${definition.key}`;
  const lastPage = Math.max(1, Math.ceil(sample.total / PER_PAGE));
  const pages = [...new Set([1, Math.ceil(lastPage / 2), lastPage])];
  const columns = [...new Set(['id', ...listColumns(definition).map(({ column }) => column), 'created_at'])];
  const request = (kind: string, query: Readonly<Record<string, string>>, opensItself = false): SweepRequest => ({
    kind,
    path: `${path}?${new URLSearchParams({ page: '1', ...query })}`,
    opensItself,
  });
  return [
    request('list', {}, true),
    ...columns.flatMap((column) =>
      [column, `-${column}`].flatMap((sort) => pages.map((page) => request('order', { sort, page: String(page) }))),
    ),
    ...columns.flatMap((column) => {
      const field = findColumn(definition, column)?.definition;
      if (!field) return [];
      return filterValues(
        field,
        sample.rows.map((row) => readValue(row, column)),
      ).map(([operator, value]) => request('filter', { [`filter[${column}][${operator}]`]: value }));
    }),
    ...SEARCHES.map((search) => request('search', { search })),
    ...SEARCHES.slice(0, 5).map((search) => ({
      kind: 'choices',
      path: `${path}/choices?${new URLSearchParams({ search })}`,
      opensItself: false,
    })),
  ];
}

/** Every request about a report: as it opens, by each column and pair of columns, in each order, for several periods. */
export function reportRequests(report: ReportKey, offered: readonly OfferedColumn[]): readonly SweepRequest[] {
  const columns = offered.filter(({ is_sum }) => is_sum === 0);
  const groups = columns.filter(({ type }) => GROUPABLE_KINDS.has(type)).map(({ key }) => key);
  const period = columns.find(({ type }) => type === 'instant' || type === 'date')?.key;
  const request = (kind: string, query: Readonly<Record<string, string>>, opensItself = false): SweepRequest => ({
    kind,
    path: `/api/report/run/${report}?${new URLSearchParams(query)}`,
    opensItself,
  });
  const periods = period
    ? ['this_month', 'this_year', undefined].map((preset) => (preset ? { [`filter[${period}][preset]`]: preset } : {}))
    : [{}];
  return [
    request('report', periods[0] ?? {}, true),
    ...periods.flatMap((query) => groups.map((group) => request('report by group', { ...query, group }))),
    ...groups
      .slice(1)
      .map((group, index) => request('report by two groups', { ...periods[1], group: `${groups[index]},${group}` })),
    ...columns.flatMap(({ key }) =>
      [key, `-${key}`].map((sort) => request('report in order', { ...periods[1], sort })),
    ),
  ];
}

/** The calls that pages of the console make by themselves, for a guest, a sale and a day. */
export const pageRequests = (memberId: number): readonly SweepRequest[] =>
  [
    '/api/dashboard',
    '/api/work_list',
    ...CALL_LISTS.map((key) => `/api/work_list/${key}`),
    '/api/month_close',
    '/api/report/overview/gaps',
    '/api/approval',
    '/api/audit/run',
    '/api/member/duplicates',
    `/api/member/${memberId}`,
    `/api/member/${memberId}/overview`,
    `/api/member/${memberId}/standing`,
    `/api/member/${memberId}/history`,
    ...['member_card', 'member_voucher', 'visit', 'voucher_redeem', 'transaction'].map(
      (key) => `/api/${key}?${new URLSearchParams({ page: '1', 'filter[member_id][includes]': String(memberId) })}`,
    ),
    ...['Wijaya', 'Budi Santoso', '0812', ABSENT_TEXT, '日本'].map((q) => `/api/search?${new URLSearchParams({ q })}`),
  ].map((path) => ({ kind: 'page', path, opensItself: true }));

/** The resources with a list of their own. */
export const listedResources = (): readonly ResourceDefinition[] =>
  resourceKeys.map((key) => getResource(key)).filter(({ runPath }) => runPath === undefined);

export const listedReports: readonly ReportKey[] = reportKeys;

/** Conditions on a column, as operator and value, from values that the list has and values that it does not have. */
function filterValues(field: Field, values: readonly unknown[]): readonly (readonly [Operator, string])[] {
  const present = [...new Set(values.filter((value) => value !== null && value !== undefined && value !== ''))].map(
    String,
  );
  const middle = present[Math.floor(present.length / 2)];
  return operatorsByKind[field.kind].flatMap((operator) =>
    valuesFor(operator, field, middle).map((value) => [operator, value] as const),
  );
}

function valuesFor(operator: Operator, field: Field, present: string | undefined): readonly string[] {
  switch (operator) {
    case 'null':
      return ['1', '0'];
    case 'preset':
      return DATE_PRESETS;
    case 'date_between':
      return PERIODS;
    case 'contains':
    case 'start':
    case 'end':
    case 'matches':
      return [...PREFIX_LENGTHS.flatMap((length) => (present ? [present.slice(0, length)] : [])), ABSENT_TEXT];
    case 'exact':
      return [present ?? 'a', ABSENT_TEXT];
    case 'includes':
    case 'excepts':
      return field.kind === 'choice' ? field.choices.map(({ value }) => value) : present ? [present] : [];
    default:
      return field.kind === 'flag' ? ['1', '0'] : [present ?? '1', ABSENT_NUMBER];
  }
}

/** The value at a column's path; that of a reference is the id in the record. */
function readValue(row: WireRow, column: string): unknown {
  let value: unknown = row;
  for (const name of column.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Object.entries(value).find(([key]) => key === name)?.[1];
  }
  return typeof value === 'object' ? undefined : value;
}
