import {
  type ColumnPath,
  type Condition,
  PER_PAGE_DEFAULT,
  MAX_PER_PAGE,
  type ResourceDefinition,
  findColumn,
  isOperator,
  message,
  operatorsByKind,
  parseFilterParameter,
  parseSearchTerms,
} from '@innkeeper/contract';
import { validationError } from '../../platform/http/api-error.ts';

export interface SortTerm {
  readonly path: ColumnPath;
  readonly descending: boolean;
}

/** The query of a list, read from its parameters and validated against the definition. */
export interface ListQuery {
  readonly page: number;
  /** Null for all rows. */
  readonly perPage: number | null;
  readonly sort: readonly SortTerm[];
  /** Words of the free-text search. */
  readonly searchTerms: readonly string[];
  readonly conditions: readonly { readonly path: ColumnPath; readonly condition: Condition }[];
  readonly deleted: boolean;
}

export type RawQuery = Readonly<Record<string, unknown>>;

export const MAX_PAGE = 100_000_000;
const MAX_CONDITIONS = 50;
const MAX_SORT = 5;

/** The column that a requested name refers to; undefined if there is none. */
export type FindColumn = (column: string) => ColumnPath | undefined;
type Reject = (name: string, text: string) => void;

/** Collects the errors of a request by parameter; `throwIfInvalid` throws one 422 with all of them. */
export function createRejections(): { readonly reject: Reject; readonly throwIfInvalid: () => void } {
  // Without a prototype, since a parameter may be called `constructor`.
  const errors: Record<string, string[]> = Object.create(null);
  return {
    reject: (name, text) => void (errors[name] ??= []).push(text),
    throwIfInvalid: () => {
      if (Object.keys(errors).length > 0) throw validationError(errors);
    },
  };
}

/**
 * Reads the parameters of a list. `paging: false` rejects page and size: bulk calls and exports process all matching
 * rows. Throws a 422 with every invalid parameter under its name.
 */
export function parseListQuery(d: ResourceDefinition, query: RawQuery, { paging = true } = {}): ListQuery {
  const { reject, throwIfInvalid } = createRejections();
  const findColumnByName: FindColumn = (column) => findColumn(d, column);
  let page = 1;
  const isUnpaged = d.unpagedList && query.page === undefined && query.per_page === undefined;
  let perPage: number | null = isUnpaged ? null : PER_PAGE_DEFAULT;
  let sort = parseSort(findColumnByName, d.order ?? 'id', () => undefined);
  let searchTerms: string[] = [];
  let deleted = false;
  const conditions = parseParameters(findColumnByName, query, reject, {
    ...(paging && {
      page: (v) => (page = parseBoundedInteger(v, 'page', MAX_PAGE, reject)),
      per_page: (v) => (perPage = parseBoundedInteger(v, 'per_page', MAX_PER_PAGE, reject)),
    }),
    sort: (v) => {
      if (v.trim() !== '') sort = parseSort(findColumnByName, v, (text) => reject('sort', text));
    },
    search: (v) => (searchTerms = parseSearchTerms(v, (text) => reject('search', text))),
    deleted: (v) => {
      if (v !== '1' && v !== '0') reject('deleted', message('flag'));
      deleted = v === '1';
    },
  });
  throwIfInvalid();
  return { page, perPage, sort, searchTerms, conditions, deleted };
}

/** Passes each known parameter to its reader and returns the other ones, which are filters. */
export function parseParameters(
  find: FindColumn,
  query: RawQuery,
  reject: Reject,
  readers: Readonly<Record<string, (value: string) => void>>,
): ListQuery['conditions'] {
  const conditions: { path: ColumnPath; condition: Condition }[] = [];
  for (const [name, raw] of Object.entries(query)) {
    for (const value of Array.isArray(raw) ? raw : [raw]) {
      if (typeof value !== 'string') {
        reject(name, message('text'));
      } else if (Object.hasOwn(readers, name)) {
        if (Array.isArray(raw)) reject(name, message('unknown_parameter'));
        else readers[name]?.(value);
      } else {
        const condition = parseCondition(find, name, value, (text) => reject(name, text));
        if (condition) conditions.push(condition);
      }
    }
  }
  if (conditions.length > MAX_CONDITIONS) reject('filter', message('list_length', MAX_CONDITIONS));
  return conditions;
}

/** Parses a whole number from 1 to `max`. */
export function parseBoundedInteger(value: string, name: string, max: number, reject: Reject): number {
  const n = Number(value);
  if (!/^-?\d{1,12}$/.test(value)) reject(name, message('whole'));
  else if (n < 1) reject(name, message('min', 1));
  else if (n > max) reject(name, message('max', max));
  return n;
}

/** The columns to sort by; a leading minus means descending. */
export function parseSort(find: FindColumn, value: string, reject: (text: string) => void): SortTerm[] {
  const sortKeys = value.split(',').map((term) => term.trim());
  if (sortKeys.length > MAX_SORT) reject(message('list_length', MAX_SORT));
  return sortKeys.flatMap((term) => {
    const descending = term.startsWith('-');
    const path = find(descending ? term.slice(1) : term);
    if (!path || path.definition.kind === 'references' || path.definition.kind === 'json') {
      reject(message('unknown_column'));
      return [];
    }
    if (path.definition.shownOnly) reject(message('shown_only'));
    return [{ path, descending }];
  });
}

function parseCondition(find: FindColumn, name: string, value: string, reject: (text: string) => void) {
  const parameter = parseFilterParameter(name);
  const column = /^filter\[([\w.]+)\]$/.exec(name)?.[1];
  const filteredPath = column === undefined ? undefined : find(column);
  if (column !== undefined && filteredPath) {
    const operators = operatorsByKind[filteredPath.definition.kind].join(', ');
    reject(message('filter_without_operator', operators));
    return undefined;
  }
  const path = find(parameter?.column ?? name);
  if (!path) {
    reject(message(parameter || name.startsWith('filter') ? 'unknown_column' : 'unknown_parameter'));
    return undefined;
  }
  if (path.definition.shownOnly) {
    reject(message('shown_only'));
    return undefined;
  }
  if (parameter) {
    if (!isOperator(parameter.operator)) {
      reject(message('unknown_operator', operatorsByKind[path.definition.kind].join(', ')));
      return undefined;
    }
    return { path, condition: { column: path.column, operator: parameter.operator, value } };
  }
  // `member_id=7`: the route parameters of a list page.
  if (path.relations.length > 0 || (path.definition.kind !== 'reference' && path.definition.kind !== 'option')) {
    reject(message('unknown_parameter'));
    return undefined;
  }
  if (!/^\d{1,15}$/.test(value)) {
    reject(message('number'));
    return undefined;
  }
  return { path, condition: { column: path.column, operator: 'includes' as const, value } };
}
