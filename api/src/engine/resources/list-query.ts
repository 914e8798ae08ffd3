import {
  type ColumnPath,
  type Condition,
  PER_PAGE_DEFAULT,
  PER_PAGE_MAX,
  type ResourceDefinition,
  findColumn,
  isOperator,
  message,
  operatorsOf,
  parseFilterParameter,
  parseWords,
} from '@innkeeper/contract';
import { invalid } from '../../platform/http/fail.ts';

export interface SortTerm {
  readonly path: ColumnPath;
  readonly descending: boolean;
}

/** The question a list asks, read from its query parameters and checked against the definition. */
export interface ParsedList {
  readonly page: number;
  /** Null: all of it. */
  readonly perPage: number | null;
  readonly sort: readonly SortTerm[];
  /** Words of the free-text search. */
  readonly words: readonly string[];
  readonly conditions: readonly { readonly path: ColumnPath; readonly condition: Condition }[];
  readonly deleted: boolean;
}

export type RawQuery = Readonly<Record<string, unknown>>;

export const PAGE_MAX = 100_000_000;
const CONDITIONS_MAX = 50;
const SORT_MAX = 5;

/** The column that a name of the request stands for; undefined where there is none. */
export type FindColumn = (column: string) => ColumnPath | undefined;
type Refuse = (name: string, text: string) => void;

/** Collects the errors of a request, by parameter; `settle` throws one 422 with all of them. */
export function createRefusals(): { readonly refuse: Refuse; readonly settle: () => void } {
  // Without a prototype: a parameter may be called `constructor`.
  const errors: Record<string, string[]> = Object.create(null);
  return {
    refuse: (name, text) => void (errors[name] ??= []).push(text),
    settle: () => {
      if (Object.keys(errors).length > 0) throw invalid(errors);
    },
  };
}

/**
 * Reads the parameters of a list. `paging: false` refuses page and size: bulk calls and exports take all that match.
 * Throws a 422 with every wrong parameter under its name.
 */
export function parseListQuery(d: ResourceDefinition, query: RawQuery, { paging = true } = {}): ParsedList {
  const { refuse, settle } = createRefusals();
  const find: FindColumn = (column) => findColumn(d, column);
  let page = 1;
  const isWhole = d.wholeList && query.page === undefined && query.per_page === undefined;
  let perPage: number | null = isWhole ? null : PER_PAGE_DEFAULT;
  let sort = parseSort(find, d.order ?? 'id', () => undefined);
  let words: string[] = [];
  let deleted = false;
  const conditions = readParameters(find, query, refuse, {
    ...(paging && {
      page: (v) => (page = bounded(v, 'page', PAGE_MAX, refuse)),
      per_page: (v) => (perPage = bounded(v, 'per_page', PER_PAGE_MAX, refuse)),
    }),
    sort: (v) => {
      if (v.trim() !== '') sort = parseSort(find, v, (text) => refuse('sort', text));
    },
    search: (v) => (words = parseWords(v, (text) => refuse('search', text))),
    deleted: (v) => {
      if (v !== '1' && v !== '0') refuse('deleted', message('flag'));
      deleted = v === '1';
    },
  });
  settle();
  return { page, perPage, sort, words, conditions, deleted };
}

/** Hands each parameter that comes once to its reader; all others are filters, which are returned. */
export function readParameters(
  find: FindColumn,
  query: RawQuery,
  refuse: Refuse,
  single: Readonly<Record<string, (value: string) => void>>,
): ParsedList['conditions'] {
  const conditions: { path: ColumnPath; condition: Condition }[] = [];
  for (const [name, raw] of Object.entries(query)) {
    for (const value of Array.isArray(raw) ? raw : [raw]) {
      if (typeof value !== 'string') {
        refuse(name, message('text'));
      } else if (Object.hasOwn(single, name)) {
        if (Array.isArray(raw)) refuse(name, message('unknown_parameter'));
        else single[name]?.(value);
      } else {
        const found = parseCondition(find, name, value, (text) => refuse(name, text));
        if (found) conditions.push(found);
      }
    }
  }
  if (conditions.length > CONDITIONS_MAX) refuse('filter', message('list_length', CONDITIONS_MAX));
  return conditions;
}

/** A whole number from 1 to `max`. */
export function bounded(value: string, name: string, max: number, refuse: Refuse): number {
  const n = Number(value);
  if (!/^-?\d{1,12}$/.test(value)) refuse(name, message('whole'));
  else if (n < 1) refuse(name, message('min', 1));
  else if (n > max) refuse(name, message('max', max));
  return n;
}

/** The columns to sort by, one behind a minus descending. */
export function parseSort(find: FindColumn, value: string, refuse: (text: string) => void): SortTerm[] {
  const terms = value.split(',').map((term) => term.trim());
  if (terms.length > SORT_MAX) refuse(message('list_length', SORT_MAX));
  return terms.flatMap((term) => {
    const descending = term.startsWith('-');
    const path = find(descending ? term.slice(1) : term);
    if (!path || path.definition.kind === 'references' || path.definition.kind === 'json') {
      refuse(message('unknown_column'));
      return [];
    }
    return [{ path, descending }];
  });
}

function parseCondition(find: FindColumn, name: string, value: string, refuse: (text: string) => void) {
  const parameter = parseFilterParameter(name);
  const path = find(parameter?.column ?? name);
  if (!path) {
    refuse(message(parameter || name.startsWith('filter') ? 'unknown_column' : 'unknown_parameter'));
    return undefined;
  }
  if (parameter) {
    if (!isOperator(parameter.operator)) {
      refuse(message('unknown_operator', operatorsOf[path.definition.kind].join(', ')));
      return undefined;
    }
    return { path, condition: { column: path.column, operator: parameter.operator, value } };
  }
  // `member_id=7`: the route parameters of a list page.
  if (path.relations.length > 0 || (path.definition.kind !== 'reference' && path.definition.kind !== 'option')) {
    refuse(message('unknown_parameter'));
    return undefined;
  }
  if (!/^\d{1,15}$/.test(value)) {
    refuse(message('number'));
    return undefined;
  }
  return { path, condition: { column: path.column, operator: 'includes' as const, value } };
}
