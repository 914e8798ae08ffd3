import {
  type Condition,
  type Field,
  type ListQuery,
  PER_PAGE_DEFAULT,
  PER_PAGE_MAX,
  REPORT_DISPLAY,
  type ResourceDefinition,
  findColumn,
  isOperator,
  listParameters,
  operatorsOf,
  parseFilterParameter,
} from '@innkeeper/contract';
import { availableColumns } from './list-columns.ts';

/** The complete state of a list page as stored in the URL. */
export interface ListState extends ListQuery {
  /** The columns shown, in order, if the URL names them; null uses the user's saved columns. */
  readonly columns: readonly string[] | null;
  /** How the result of a report is displayed, by parameter; empty for lists. */
  readonly display: Readonly<Record<string, string>>;
}

/** Search parameters by name, as parsed from the URL by the router or to be written into it. */
export type ListSearch = Readonly<Record<string, string | number>>;

export const START: ListState = {
  page: 1,
  per_page: PER_PAGE_DEFAULT,
  sort: '',
  search: '',
  conditions: [],
  deleted: false,
  columns: null,
  display: {},
};

/**
 * Reads a list's state from the URL. Unknown parts (a column of an older version, a page that is not a number) are
 * ignored, so that old links still open. `hotel_id=3` is the short form of a filter on one record.
 */
export function readListState(d: ResourceDefinition, search: Readonly<Record<string, unknown>>): ListState {
  const text = (name: string): string => asText(search[name]) ?? '';
  const columns = text('columns')
    .split(',')
    .filter((c) => availableColumns(d).some((a) => a.column === c));
  return {
    page: wholeNumber(search['page'], 1, Number.MAX_SAFE_INTEGER) ?? START.page,
    per_page: wholeNumber(search['per_page'], 1, PER_PAGE_MAX) ?? START.per_page,
    sort: text('sort')
      .split(',')
      .filter((part) => findColumn(d, part.replace(/^-/, '')))
      .join(','),
    search: text('search'),
    conditions: Object.entries(search).flatMap(([name, value]) => readCondition(d, name, asText(value))),
    deleted: text('deleted') === '1',
    columns: columns.length > 0 ? columns : null,
    display: d.run === undefined ? START.display : readDisplay(text),
  };
}

const readDisplay = (text: (name: string) => string): ListState['display'] =>
  Object.fromEntries(REPORT_DISPLAY.map((name) => [name, text(name)]).filter(([, value]) => value !== ''));

function readCondition(d: ResourceDefinition, name: string, value: string | undefined): Condition[] {
  if (value === undefined || value === '') return [];
  const filter = parseFilterParameter(name);
  if (filter) {
    const kind = findColumn(d, filter.column)?.definition.kind;
    const known = kind && isOperator(filter.operator) && operatorsOf[kind].includes(filter.operator);
    return known && isOperator(filter.operator) ? [{ column: filter.column, operator: filter.operator, value }] : [];
  }
  return isLink(d.fields[name]) && /^\d+$/.test(value) ? [{ column: name, operator: 'includes', value }] : [];
}

/** Writes a list's state as search parameters, omitting default values. */
export function writeListState(d: ResourceDefinition, state: ListState): ListSearch {
  const short = new Map(
    state.conditions.filter((c) => isRouteParameter(d, c)).map((c) => [`filter[${c.column}][${c.operator}]`, c.column]),
  );
  const pairs = listParameters(state).map(([name, value]): [string, string] => [short.get(name) ?? name, value]);
  if (state.columns) pairs.push(['columns', state.columns.join(',')]);
  pairs.push(...Object.entries(state.display));
  return Object.fromEntries(pairs.map(([name, value]) => [name, shortest(value)]));
}

/** Applies a change to the state. Any change except of page or columns returns to the first page. */
export function changeListState(state: ListState, change: Partial<ListState>): ListState {
  const only = Object.keys(change);
  const keepsPage = only.every((name) => name === 'page' || name === 'columns');
  return { ...state, ...(keepsPage ? {} : { page: 1 }), ...change };
}

/** Whether two states match the same records, regardless of page and order. */
export const hasSameMatches = (a: ListState, b: ListState): boolean =>
  a.search === b.search && a.deleted === b.deleted && JSON.stringify(a.conditions) === JSON.stringify(b.conditions);

const isLink = (f: Field | undefined): boolean => f?.kind === 'reference' || f?.kind === 'option';

/** A single selected record of a direct reference is written as `hotel_id=3`. */
const isRouteParameter = (d: ResourceDefinition, c: Condition): boolean =>
  c.operator === 'includes' && /^\d+$/.test(c.value) && isLink(d.fields[c.column]);

/**
 * The router writes numbers unquoted and quotes texts that look like numbers. Only texts that survive the round trip
 * become numbers.
 */
const shortest = (value: string): string | number => {
  const number = Number(value);
  return value !== '' && Number.isSafeInteger(number) && String(number) === value ? number : value;
};

function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  return typeof value === 'boolean' ? (value ? '1' : '0') : undefined;
}

function wholeNumber(value: unknown, min: number, max: number): number | undefined {
  const number = Number(asText(value) || Number.NaN);
  return Number.isInteger(number) && number >= min && number <= max ? number : undefined;
}
