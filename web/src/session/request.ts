import type { ResponseBody, CallKey, Request } from '@innkeeper/contract/calls';
import { type ApiInit, api } from './api.ts';

/** The parts of any call's request. */
interface RequestParts {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | null | undefined>>;
  readonly body?: unknown;
}

/**
 * Makes a call of the contract: `sendRequest('GET /api/work_list/{key}', { path: { key }, query: { page } })`. Omits
 * query parameters that are null or empty. Throws ApiError. A failed read is not announced, because the page shows the
 * error in place.
 */
export function sendRequest<K extends CallKey>(
  call: K,
  request: Request<K> & RequestParts,
  init: Omit<ApiInit, 'method' | 'json' | 'form'> = {},
): Promise<ResponseBody<K>> {
  const { path = {}, query = {}, body }: RequestParts = request;
  const [method, pathTemplate = ''] = call.split(' ');
  const url = pathTemplate.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
  const parameters = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => ((value ?? '') === '' ? [] : [[name, String(value)]])),
  ).toString();
  const isRead = method === 'GET';
  return api(`${url}${parameters && `?${parameters}`}`, {
    announce: !isRead,
    ...(!isRead && { method: method === 'DELETE' ? 'DELETE' : 'POST' }),
    ...(body !== undefined && { json: body }),
    ...init,
  });
}

export type DataOf<K extends CallKey> = ResponseBody<K> extends { readonly data: infer D } ? D : never;

/** Makes a call as `sendRequest` does and returns the `data` of its response. */
export async function requestData<K extends CallKey>(...call: Parameters<typeof sendRequest<K>>): Promise<DataOf<K>> {
  const response: unknown = await sendRequest(...call);
  return (response as { readonly data: DataOf<K> }).data; // typed by the contract; `never` if the response has no data
}
