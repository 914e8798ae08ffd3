import {
  type Condition,
  type Field,
  type ListQuery,
  PER_PAGE_DEFAULT,
  MAX_PER_PAGE,
  REPORT_DISPLAY_PARAMETERS,
  type ResourceDefinition,
  findColumn,
  isOperator,
  listParameters,
  operatorsByKind,
  parseFilterParameter,
} from '@innkeeper/contract';
import { availableColumns } from './list-columns.ts';

/** The complete state of a list page as stored in the URL. */
export interface ListState extends ListQuery {
  /** The columns shown, in order, if the URL names them; null uses the user's saved columns. */
  readonly columns: readonly string[] | null;
  /** Display options of a report's result, by parameter; empty for lists. */
  readonly display: Readonly<Record<string, string>>;
}

/** Search parameters by name, as parsed from the URL by the router or to be written into it. */
export type ListSearch = Readonly<Record<string, string | number>>;

export const INITIAL_LIST_STATE: ListState = {
  page: 1,
  per_page: PER_PAGE_DEFAULT,
  sort: '',
  search: '',
  conditions: [],
  deleted: false,
  columns: null,
  display: {},
};

/** The state of a list whose URL has no parameters. */
export const defaultListState = ({ opening }: ResourceDefinition): ListState =>
  opening ? { ...INITIAL_LIST_STATE, conditions: opening } : INITIAL_LIST_STATE;

/**
 * The URL of a list that opens with conditions, once all of them are removed. Without this parameter, which changes
 * nothing itself, the URL would be that of the default list.
 */
const EVERYTHING: ListSearch = { all: 1 };

/**
 * Parses a list's state from the URL. Ignores parts that it does not know (a column of an older version, a page that is
 * not a number), so old links still open. `hotel_id=3` is the short form of a filter on one record.
 */
export function parseListState(definition: ResourceDefinition, search: Readonly<Record<string, unknown>>): ListState {
  if (Object.values(search).every((value) => value === undefined)) return defaultListState(definition);
  const text = (name: string): string => toText(search[name]) ?? '';
  const columns = text('columns')
    .split(',')
    .filter((c) => availableColumns(definition).some((a) => a.column === c));
  return {
    page: parseWholeNumber(search['page'], 1, Number.MAX_SAFE_INTEGER) ?? INITIAL_LIST_STATE.page,
    per_page: parseWholeNumber(search['per_page'], 1, MAX_PER_PAGE) ?? INITIAL_LIST_STATE.per_page,
    sort: text('sort')
      .split(',')
      .filter((sortColumn) => findColumn(definition, sortColumn.replace(/^-/, '')))
      .join(','),
    search: text('search'),
    conditions: Object.entries(search).flatMap(([name, value]) => parseCondition(definition, name, toText(value))),
    deleted: text('deleted') === '1',
    columns: columns.length > 0 ? columns : null,
    display: definition.runPath === undefined ? INITIAL_LIST_STATE.display : parseDisplay(text),
  };
}

const parseDisplay = (text: (name: string) => string): ListState['display'] =>
  Object.fromEntries(REPORT_DISPLAY_PARAMETERS.map((name) => [name, text(name)]).filter(([, value]) => value !== ''));

function parseCondition(definition: ResourceDefinition, name: string, value: string | undefined): Condition[] {
  if (value === undefined || value === '') return [];
  const filter = parseFilterParameter(name);
  if (filter) {
    const kind = findColumn(definition, filter.column)?.definition.kind;
    const isSupported = kind && isOperator(filter.operator) && operatorsByKind[kind].includes(filter.operator);
    return isSupported && isOperator(filter.operator)
      ? [{ column: filter.column, operator: filter.operator, value }]
      : [];
  }
  return isReferenceField(definition.fields[name]) && /^\d+$/.test(value)
    ? [{ column: name, operator: 'includes', value }]
    : [];
}

/** Writes a list's state as search parameters, omitting default values. */
export function toListSearch(definition: ResourceDefinition, state: ListState): ListSearch {
  if (!definition.opening) return toSearch(definition, state);
  const search = toSearch(definition, state);
  if (JSON.stringify(search) === JSON.stringify(toSearch(definition, defaultListState(definition)))) return {};
  return Object.keys(search).length === 0 ? EVERYTHING : search;
}

function toSearch(definition: ResourceDefinition, state: ListState): ListSearch {
  const shortNames = new Map(
    state.conditions
      .filter((c) => hasShortForm(definition, c))
      .map((c) => [`filter[${c.column}][${c.operator}]`, c.column]),
  );
  const parameters = listParameters(state).map(([name, value]): [string, string] => [
    shortNames.get(name) ?? name,
    value,
  ]);
  if (state.columns) parameters.push(['columns', state.columns.join(',')]);
  parameters.push(...Object.entries(state.display));
  return Object.fromEntries(parameters.map(([name, value]) => [name, toSearchValue(value)]));
}

/** Applies a change to the state. Any change except of page or columns returns to the first page. */
export function changeListState(state: ListState, change: Partial<ListState>): ListState {
  const changedNames = Object.keys(change);
  const keepsPage = changedNames.every((name) => name === 'page' || name === 'columns');
  return { ...state, ...(keepsPage ? {} : { page: 1 }), ...change };
}

/** Whether two states match the same records, regardless of page and order. */
export const hasSameMatches = (a: ListState, b: ListState): boolean =>
  a.search === b.search && a.deleted === b.deleted && JSON.stringify(a.conditions) === JSON.stringify(b.conditions);

const isReferenceField = (f: Field | undefined): boolean => f?.kind === 'reference' || f?.kind === 'option';

/** A single selected record of a direct reference is written as `hotel_id=3`. */
const hasShortForm = (definition: ResourceDefinition, c: Condition): boolean =>
  c.operator === 'includes' && /^\d+$/.test(c.value) && isReferenceField(definition.fields[c.column]);

/**
 * The router writes numbers unquoted and quotes texts that look like numbers. Only texts that survive the round trip
 * are converted to numbers, so that the URL needs no quotes.
 */
const toSearchValue = (value: string): string | number => {
  const number = Number(value);
  return value !== '' && Number.isSafeInteger(number) && String(number) === value ? number : value;
};

function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  return typeof value === 'boolean' ? (value ? '1' : '0') : undefined;
}

function parseWholeNumber(value: unknown, min: number, max: number): number | undefined {
  const number = Number(toText(value) || Number.NaN);
  return Number.isInteger(number) && number >= min && number <= max ? number : undefined;
}
