import { PER_PAGE_DEFAULT, getResource } from '@innkeeper/contract';
import type { RequestSpec } from '../workload.ts';
import { peerColumns, shownColumns } from './tables.ts';

/**
 * The request by which Directus does the same work as a request of Innkeeper: the same rows in the same order, their
 * total, and the same columns, with id, code and name of what they reference. Fields that Innkeeper computes are missing
 * there, such as the status of a member.
 *
 * @throws if it does not know a part of the request, which would then be left out
 */
export function toPeerRequest({ method, path, body }: RequestSpec): RequestSpec {
  const { pathname, searchParams } = new URL(path, 'http://innkeeper');
  const [, table, id] = /^\/api\/(\w+)(?:\/(\d+))?$/.exec(pathname) ?? [];
  if (table === undefined || method === 'DELETE') throw new Error(`There is no counterpart of ${method} ${path}`);
  if (method === 'POST') {
    return { method: id === undefined ? 'POST' : 'PATCH', path: itemsPath(table, id), body };
  }
  return { method, path: itemsPath(table, id, id === undefined ? listParameters(table, searchParams) : undefined) };
}

function itemsPath(table: string, id: string | undefined, parameters?: URLSearchParams): string {
  const query = new URLSearchParams([['fields', peerFields(table)], ...(parameters ?? [])]);
  return `/items/${table}${id === undefined ? '' : `/${id}`}?${query}`;
}

function listParameters(table: string, searchParams: URLSearchParams): URLSearchParams {
  const parameters = new URLSearchParams({
    limit: String(PER_PAGE_DEFAULT),
    meta: 'filter_count',
    sort: searchParams.get('sort') ?? getResource(table).order ?? 'id',
  });
  for (const [name, value] of searchParams) {
    const [, column] = /^filter\[(\w+)\]\[contains\]$/.exec(name) ?? [];
    if (column !== undefined) parameters.set(`filter[${column}][_icontains]`, value);
    else if (name === 'search') parameters.set('search', value);
    else if (name !== 'sort') throw new Error(`There is no counterpart of the parameter ${name}`);
  }
  return parameters;
}

const fieldsByTable = new Map<string, string>();

/** The value of the parameter `fields`, built once per table. */
function peerFields(table: string): string {
  const fields =
    fieldsByTable.get(table) ??
    peerColumns(table)
      .flatMap(({ name, to }) =>
        to === undefined ? [name] : shownColumns(getResource(to)).map((column) => `${name}.${column}`),
      )
      .join(',');
  fieldsByTable.set(table, fields);
  return fields;
}

/** What a read returned. */
export interface ReadResult {
  readonly ids: readonly number[];
  /** Undefined for a single record, or if it is only estimated. */
  readonly total: number | undefined;
}

interface ReadResponse {
  readonly data: { readonly id: number } | readonly { readonly id: number }[];
  readonly meta?: { readonly total?: number; readonly total_is_estimate?: boolean; readonly filter_count?: number };
}

/** Reads rows and total from the response of either. */
export function readResult(text: string): ReadResult {
  const { data, meta }: ReadResponse = JSON.parse(text);
  const ids = [data].flat().map(({ id }) => id);
  return { ids, total: meta?.total_is_estimate ? undefined : (meta?.total ?? meta?.filter_count) };
}

/** Throws unless both responses have as many rows, the same total, and, of a list by id or a record, the same rows. */
export function assertSameRead(work: string, innkeeper: ReadResult, peer: ReadResult, isOrderUnique: boolean): void {
  const [own, other] = [innkeeper, peer].map(({ ids, total }) => ({
    rows: isOrderUnique ? ids.join() : ids.length,
    total: innkeeper.total === undefined ? undefined : total,
  }));
  if (JSON.stringify(own) !== JSON.stringify(other))
    throw new Error(`${work}: Innkeeper returned ${JSON.stringify(own)}, the peer ${JSON.stringify(other)}`);
}
