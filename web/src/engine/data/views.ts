import type { ResourceDefinition, SavedView, ViewSharing } from '@innkeeper/contract';
import { queryOptions } from '@tanstack/react-query';
import { queryClient } from '../../session/query-client.ts';
import { dataOf } from './envelope.ts';
import { callApi } from './transport.ts';

/** Milliseconds for which the views of a list are taken to be the same. */
const FRESH = 5 * 60_000;

const viewKey = (d: ResourceDefinition) => ['views', d.key] as const;

/** The views of a list that the user sees. */
export const viewsQuery = (d: ResourceDefinition) =>
  queryOptions({
    queryKey: viewKey(d),
    queryFn: async ({ signal }): Promise<readonly SavedView[]> => {
      const { body } = await callApi('saved_view', { query: [['resource', d.key]], signal });
      const data = dataOf(body);
      return Array.isArray(data) ? (data as SavedView[]) : []; // the API's own views, tested to have this shape
    },
    staleTime: FRESH,
  });

export interface ViewInput {
  readonly name?: string;
  readonly state?: Readonly<Record<string, string>>;
  readonly shared?: ViewSharing;
}

/** Saves a new view, or changes the one with this id. What is wrong with its fields is left to the caller to show. */
export async function saveView(d: ResourceDefinition, id: number | null, input: ViewInput): Promise<SavedView> {
  const { body } = await callApi(id === null ? 'saved_view' : `saved_view/${id}`, {
    json: id === null ? { resource: d.key, ...input } : input,
    announce: (error) => error.status !== 422,
  });
  await queryClient.invalidateQueries({ queryKey: viewKey(d) });
  return dataOf(body) as SavedView; // as above
}

export async function deleteView(d: ResourceDefinition, id: number): Promise<void> {
  await callApi(`saved_view/${id}`, { method: 'DELETE' });
  await queryClient.invalidateQueries({ queryKey: viewKey(d) });
}
