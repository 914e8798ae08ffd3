import { type ApiInit, apiAnswer } from '../../session/api.ts';
import type { Answer } from './envelope.ts';

export interface CallOptions extends ApiInit {
  /** Query parameters as name and value pairs. */
  readonly query?: readonly (readonly [string, string])[];
}

/** Calls the API below `/api`. Reads are shown as failed where they stand, so they announce nothing of themselves. */
export async function callApi(path: string, { query = [], ...init }: CallOptions = {}): Promise<Answer> {
  const parameters = new URLSearchParams(query.map(([name, value]) => [name, value])).toString();
  const isRead = init.json === undefined && init.form === undefined && init.method === undefined;
  return apiAnswer<unknown>(`/api/${path}${parameters && `?${parameters}`}`, { announce: !isRead, ...init });
}
