import { type ApiInit, apiResponse } from '../../session/api.ts';
import { reloadReferenceData } from '../../session/reference-data.ts';
import type { RawResponse } from './envelope.ts';

export interface CallOptions extends ApiInit {
  /** Query parameters as name and value pairs. */
  readonly query?: readonly (readonly [string, string])[];
}

/** Calls the API below `/api`. The page shows failed reads in place, so only failed writes are announced. */
export async function callApi(path: string, { query = [], ...init }: CallOptions = {}): Promise<RawResponse> {
  const parameters = new URLSearchParams(query.map(([name, value]) => [name, value])).toString();
  const isRead = init.json === undefined && init.form === undefined && init.method === undefined;
  const response = await apiResponse<unknown>(`/api/${path}${parameters && `?${parameters}`}`, {
    announce: !isRead,
    ...init,
  });
  if (!isRead) reloadReferenceData(path.split('/')[0] ?? path);
  return response;
}
