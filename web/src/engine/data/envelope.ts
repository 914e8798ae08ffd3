import { type ListMeta, PER_PAGE_DEFAULT, type ResourceDefinition } from '@innkeeper/contract';
import { isObject } from '../../ui/is-object.ts';
import type { ResourceRecord } from './record.ts';

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
 * Extracts the list from a response; resources differ in where they put it. Throws if there is no list, because the
 * response is not from our API.
 */
export function readPage(definition: ResourceDefinition, { body, headers }: RawResponse): RecordPage {
  const rows = { bare: () => body, nested: () => dataOf(dataOf(body)), data: () => dataOf(body) }[
    definition.envelope?.list ?? 'data'
  ]();
  if (!Array.isArray(rows)) throw new TypeError(`The answer holds no list of ${definition.key}`);
  const records = rows as ResourceRecord[]; // the API's own records; it is tested to send them in this shape
  return { rows: records, meta: parseMeta(body, headers, records.length) };
}

/** Extracts one record from a response. */
export function readRecord(definition: ResourceDefinition, { body }: RawResponse): ResourceRecord {
  const record = definition.envelope?.record === 'nested' ? dataOf(dataOf(body)) : dataOf(body);
  return parseRecord(definition, record);
}

/**
 * Extracts the record from the response to a write. Role groups and module groups return it in `data`, unlike in a
 * read.
 */
export function readWrittenRecord(definition: ResourceDefinition, { body }: RawResponse): ResourceRecord {
  return parseRecord(definition, dataOf(body));
}

function parseRecord(definition: ResourceDefinition, value: unknown): ResourceRecord {
  if (!isObject(value) || typeof value['id'] !== 'number') throw new TypeError(`The answer holds no ${definition.key}`);
  return value as ResourceRecord; // checked to be a record; its fields follow the definition
}

export const dataOf = (body: unknown): unknown => (isObject(body) ? body['data'] : undefined);

/** The totals: from the body, or from the headers if the body is the list itself. */
export function parseMeta(body: unknown, headers: Headers, rows: number): ListMeta {
  const meta = isObject(body) && isObject(body['meta']) ? body['meta'] : undefined;
  const total = meta ? meta['total'] : headers.get('X-Total-Count');
  return {
    page: Number(meta?.['page'] ?? 1),
    per_page: Number(meta?.['per_page'] ?? PER_PAGE_DEFAULT),
    total: Number(total ?? rows),
    total_is_estimate: meta ? meta['total_is_estimate'] === true : isTrueHeader(headers.get('X-Total-Is-Estimate')),
  };
}

const isTrueHeader = (header: string | null): boolean => header === 'true' || header === '1';
