import type { ListMeta, ResourceDefinition } from '@innkeeper/contract';
import type { Reply } from './call.ts';

/** A record as it comes back; the test looks at its fields. */
export type Answered = { readonly id: number; readonly version: number } & Readonly<Record<string, unknown>>;

type Inner = { readonly data: unknown };

/** An answer without the secret that is made with a record: it stands in that answer alone, and is no field that is read. */
export const withoutShownOnce = (text: string): string => text.replace(/,"\w+":"whsec_[^"]*"/g, '');

/** The body without the signatures of files, which change every quarter of an hour, and without secrets that are shown once. */
export const bodyIn = (reply: Reply<unknown>): unknown =>
  JSON.parse(withoutShownOnce(reply.text), (_, value: unknown) =>
    typeof value === 'string' && value.startsWith('/storage/') ? value.split('?')[0] : value,
  );

/** The one record of an answer to GET, from where the resource puts it. */
export function recordIn(d: ResourceDefinition, reply: Reply<unknown>): Answered {
  const { data } = bodyIn(reply) as Inner;
  return (d.envelope?.record === 'nested' ? (data as Inner).data : data) as Answered; // the contract's envelopes, which a test of their own holds
}

/** The record that a write answers, which stands in `data` for every resource. */
export const writtenIn = (reply: Reply<unknown>): Answered => (bodyIn(reply) as { data: Answered }).data;

/** The records of a list, from where the resource puts them. */
export function listIn(d: ResourceDefinition, reply: Reply<unknown>): readonly Answered[] {
  const where = d.envelope?.list ?? 'data';
  if (where === 'bare') return bodyIn(reply) as readonly Answered[];
  const { data } = bodyIn(reply) as Inner;
  return (where === 'nested' ? (data as Inner).data : data) as readonly Answered[];
}

/** The numbers of a list: in the body, or in the headers where the body is the list. */
export function metaIn(d: ResourceDefinition, reply: Reply<unknown>): Pick<ListMeta, 'total' | 'total_is_estimate'> {
  if (d.envelope?.list !== 'bare') return (reply.body as { meta: ListMeta }).meta;
  return {
    total: Number(reply.headers['x-total-count']),
    total_is_estimate: reply.headers['x-total-is-estimate'] === '1',
  };
}

/** A value as text: a list by its commas, nothing as an empty one. */
export function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(',');
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
