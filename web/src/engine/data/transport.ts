import { type ApiInit, apiResponse } from '../../session/api.ts';
import type { RawResponse } from './envelope.ts';

export interface CallOptions extends ApiInit {
  /** Query parameters as name and value pairs. */
  readonly query?: readonly (readonly [string, string])[];
}

/** Calls the API below `/api`. Failed reads are shown in place, so they announce nothing. */
export async function callApi(path: string, { query = [], ...init }: CallOptions = {}): Promise<RawResponse> {
  const parameters = new URLSearchParams(query.map(([name, value]) => [name, value])).toString();
  const isRead = init.json === undefined && init.form === undefined && init.method === undefined;
  return apiResponse<unknown>(`/api/${path}${parameters && `?${parameters}`}`, { announce: !isRead, ...init });
}
