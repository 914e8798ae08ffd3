import type { FieldKind } from './kinds.ts';

/**
 * The filter language, the same for lists, counts, exports, bulk actions, reports and the dashboard. On the wire a
 * condition is `filter[COLUMN][OPERATOR]=value`.
 */
export const OPERATORS = [
  'contains',
  'start',
  'end',
  'matches',
  'exact',
  'eq',
  'gt',
  'gte',
  'lt',
  'lte',
  'date_between',
  'preset',
  'includes',
  'excepts',
  'null',
] as const;
export type Operator = (typeof OPERATORS)[number];

const TEXT_OPERATORS = ['contains', 'start', 'end', 'matches', 'exact', 'null'] as const satisfies readonly Operator[];
const NUMBER_OPERATORS = ['eq', 'gt', 'gte', 'lt', 'lte', 'null'] as const satisfies readonly Operator[];
const DATE_OPERATORS = ['date_between', 'preset', 'null'] as const satisfies readonly Operator[];
const LIST_OPERATORS = ['includes', 'excepts', 'null'] as const satisfies readonly Operator[];

/** The operators of each column kind, the most common one first. */
export const operatorsByKind: Record<FieldKind, readonly Operator[]> = {
  text: TEXT_OPERATORS,
  email: TEXT_OPERATORS,
  phone: TEXT_OPERATORS,
  textarea: TEXT_OPERATORS,
  editor: TEXT_OPERATORS,
  secret: [],
  integer: NUMBER_OPERATORS,
  decimal: NUMBER_OPERATORS,
  money: NUMBER_OPERATORS,
  flag: ['eq', 'includes', 'excepts', 'null'],
  date: DATE_OPERATORS,
  instant: DATE_OPERATORS,
  reference: LIST_OPERATORS,
  option: LIST_OPERATORS,
  choice: LIST_OPERATORS,
  references: LIST_OPERATORS,
  file: ['null'],
  json: ['null'],
};

const pastPresets = (counts: readonly number[], unit: string) => counts.map((n) => `${n}_${unit}_ago`);

/** Relative date ranges, resolved on the server when they are used. */
export const DATE_PRESETS: readonly string[] = [
  'today',
  'now',
  'this_week',
  'this_month',
  'this_quarter',
  'this_semester',
  'this_year',
  'last_month',
  'month_to_yesterday',
  ...pastPresets([1, 2, 3, 4, 5, 6, 10, 15, 20, 25], 'days'),
  ...pastPresets([1, 2, 3], 'weeks'),
  ...pastPresets([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], 'months'),
  'quarter_1',
  'quarter_2',
  'quarter_3',
  'quarter_4',
  'semester_1',
  'semester_2',
  ...[30, 60, 90].map((n) => `next_${n}_days`),
];

/** One condition in wire format. */
export interface Condition {
  readonly column: string;
  readonly operator: Operator;
  readonly value: string;
}

export const isOperator = (value: string): value is Operator => (OPERATORS as readonly string[]).includes(value);

/** The full query of a list. */
export interface ListQuery {
  readonly page: number;
  readonly per_page: number;
  /** `-valid_until_date,last_name`; empty for the default order. */
  readonly sort: string;
  readonly search: string;
  readonly conditions: readonly Condition[];
  readonly deleted: boolean;
}

export const PER_PAGE_DEFAULT = 25;
export const MAX_PER_PAGE = 500;
export const MAX_BULK_RECORDS = 10_000;

const FILTER_PARAMETER = /^filter\[([A-Za-z0-9_.]+)\]\[([a-z_]+)\]$/;

/** Splits `filter[hotel.code][contains]` into column and operator; undefined for any other parameter. */
export function parseFilterParameter(name: string): { column: string; operator: string } | undefined {
  const match = FILTER_PARAMETER.exec(name);
  return match?.[1] && match[2] ? { column: match[1], operator: match[2] } : undefined;
}

/** The query parameters of a list as name and value pairs, without defaults. */
export function listParameters(query: Partial<ListQuery>): [string, string][] {
  const pairs: [string, string][] = [];
  if (query.page && query.page > 1) pairs.push(['page', String(query.page)]);
  if (query.per_page && query.per_page !== PER_PAGE_DEFAULT) pairs.push(['per_page', String(query.per_page)]);
  if (query.sort) pairs.push(['sort', query.sort]);
  if (query.search) pairs.push(['search', query.search]);
  for (const c of query.conditions ?? []) pairs.push([`filter[${c.column}][${c.operator}]`, c.value]);
  if (query.deleted) pairs.push(['deleted', '1']);
  return pairs;
}
