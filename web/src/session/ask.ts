import type { Answer, CallKey, Request } from '@innkeeper/contract/calls';
import { type ApiInit, api } from './api.ts';

/** A request of any call, part by part. */
interface Parts {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | null | undefined>>;
  readonly body?: unknown;
}

/**
 * Makes a call of the contract: `ask('GET /api/work_list/{key}', { path: { key }, query: { page } })`. Parameters that are null or
 * empty are left out. Throws ApiError. A read is shown as failed where it stands, so it announces nothing of itself.
 */
export function ask<K extends CallKey>(
  call: K,
  request: Request<K> & Parts,
  init: Omit<ApiInit, 'method' | 'json' | 'form'> = {},
): Promise<Answer<K>> {
  const { path = {}, query = {}, body }: Parts = request;
  const [method, template = ''] = call.split(' ');
  const address = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
  const parameters = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => ((value ?? '') === '' ? [] : [[name, String(value)]])),
  ).toString();
  const isRead = method === 'GET';
  return api(`${address}${parameters && `?${parameters}`}`, {
    announce: !isRead,
    ...(!isRead && { method: method === 'DELETE' ? 'DELETE' : 'POST' }),
    ...(body !== undefined && { json: body }),
    ...init,
  });
}
