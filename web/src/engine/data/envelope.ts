import { type ListMeta, PER_PAGE_DEFAULT, type ResourceDefinition } from '@innkeeper/contract';
import { type ResourceRecord, isObject } from './record.ts';

/** A response of the API: body and headers. */
export interface RawResponse {
  readonly body: unknown;
  readonly headers: Headers;
}

/** One page of a list. */
export interface RecordPage {
  readonly rows: readonly ResourceRecord[];
  readonly meta: ListMeta;
}

/**
 * Extracts the list from a response, wherever this resource puts it. Throws if there is none: the response is not from
 * our API.
 */
export function readPage(d: ResourceDefinition, { body, headers }: RawResponse): RecordPage {
  const list = { bare: () => body, nested: () => dataOf(dataOf(body)), data: () => dataOf(body) }[
    d.envelope?.list ?? 'data'
  ]();
  if (!Array.isArray(list)) throw new TypeError(`The answer holds no list of ${d.key}`);
  const rows = list as ResourceRecord[]; // the API's own records; it is tested to send them in this shape
  return { rows, meta: readMeta(body, headers, rows.length) };
}

/** Extracts one record from a response. */
export function readRecord(d: ResourceDefinition, { body }: RawResponse): ResourceRecord {
  const record = d.envelope?.record === 'nested' ? dataOf(dataOf(body)) : dataOf(body);
  return asRecord(d, record);
}

/**
 * Extracts the record from the response to a write. Unlike a read, role groups and module groups return it in `data`.
 */
export function readWrittenRecord(d: ResourceDefinition, { body }: RawResponse): ResourceRecord {
  return asRecord(d, dataOf(body));
}

function asRecord(d: ResourceDefinition, value: unknown): ResourceRecord {
  if (!isObject(value) || typeof value['id'] !== 'number') throw new TypeError(`The answer holds no ${d.key}`);
  return value as ResourceRecord; // checked to be a record; its fields follow the definition
}

export const dataOf = (body: unknown): unknown => (isObject(body) ? body['data'] : undefined);

/** The totals: from the body, or from the headers if the body is the list itself. */
export function readMeta(body: unknown, headers: Headers, rows: number): ListMeta {
  const meta = isObject(body) && isObject(body['meta']) ? body['meta'] : undefined;
  const total = meta ? meta['total'] : headers.get('X-Total-Count');
  return {
    page: Number(meta?.['page'] ?? 1),
    per_page: Number(meta?.['per_page'] ?? PER_PAGE_DEFAULT),
    total: Number(total ?? rows),
    total_is_estimate: meta ? meta['total_is_estimate'] === true : isTrue(headers.get('X-Total-Is-Estimate')),
  };
}

const isTrue = (header: string | null): boolean => header === 'true' || header === '1';
