import type { ListMeta, ResourceDefinition } from '@innkeeper/contract';
import type { Reply } from './call.ts';

/** A record as returned; tests read its fields. */
export type ResponseRecord = { readonly id: number; readonly version: number } & Readonly<Record<string, unknown>>;

type InnerBody = { readonly data: unknown };

/** A response without the secret of a new record: only the create response contains it, no later read. */
export const withoutSecrets = (text: string): string => text.replace(/,"\w+":"whsec_[^"]*"/g, '');

/** The body without file signatures, which change every 15 minutes, and without secrets that are shown once. */
export const parseBody = (reply: Reply<unknown>): unknown =>
  JSON.parse(withoutSecrets(reply.text), (_, value: unknown) =>
    typeof value === 'string' && value.startsWith('/storage/') ? value.split('?')[0] : value,
  );

/** The record of a GET response, wherever the resource puts it. */
export function parseRecord(d: ResourceDefinition, reply: Reply<unknown>): ResponseRecord {
  const { data } = parseBody(reply) as InnerBody;
  // The contract's envelopes, which a separate test checks.
  return (d.envelope?.record === 'nested' ? (data as InnerBody).data : data) as ResponseRecord;
}

/** The record that a write returns, which is in `data` for every resource. */
export const parseWritten = (reply: Reply<unknown>): ResponseRecord =>
  (parseBody(reply) as { data: ResponseRecord }).data;

/** The records of a list, wherever the resource puts them. */
export function parseList(d: ResourceDefinition, reply: Reply<unknown>): readonly ResponseRecord[] {
  const listKey = d.envelope?.list ?? 'data';
  if (listKey === 'bare') return parseBody(reply) as readonly ResponseRecord[];
  const { data } = parseBody(reply) as InnerBody;
  return (listKey === 'nested' ? (data as InnerBody).data : data) as readonly ResponseRecord[];
}

/** The totals of a list: in the body, or in the headers if the body is the list. */
export function parseMeta(d: ResourceDefinition, reply: Reply<unknown>): Pick<ListMeta, 'total' | 'total_is_estimate'> {
  if (d.envelope?.list !== 'bare') return (reply.body as { meta: ListMeta }).meta;
  return {
    total: Number(reply.headers['x-total-count']),
    total_is_estimate: reply.headers['x-total-is-estimate'] === '1',
  };
}

/** A value as text: a list joined by commas, null as an empty string. */
export function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(',');
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
