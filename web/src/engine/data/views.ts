import type { ResourceDefinition } from '@innkeeper/contract';
import type { Request, SavedView } from '@innkeeper/contract/calls';
import { queryOptions } from '@tanstack/react-query';
import type { ApiError } from '../../session/api-error.ts';
import { requestData, sendRequest } from '../../session/request.ts';
import { queryClient } from '../../session/query-client.ts';

/** Milliseconds. Older cached views are refetched. */
const STALE_TIME = 5 * 60_000;

const viewsKey = (definition: ResourceDefinition) => ['views', definition.key] as const;

/** The views of a list that the user can see. */
export const viewsQuery = (definition: ResourceDefinition) =>
  queryOptions({
    queryKey: viewsKey(definition),
    queryFn: ({ signal }) => requestData('GET /api/saved_view', { query: { resource: definition.key } }, { signal }),
    staleTime: STALE_TIME,
  });

export type ViewInput = Pick<Request<'POST /api/saved_view/{id}'>['body'], 'name' | 'state' | 'shared'>;

/** Creates a view, or updates the one with this id. The caller shows field errors. */
export async function saveView(
  definition: ResourceDefinition,
  id: number | null,
  input: ViewInput,
): Promise<SavedView> {
  const init = { announce: (error: ApiError) => error.status !== 422 };
  const { data } = await (id === null
    ? sendRequest('POST /api/saved_view', { body: { resource: definition.key, name: '', ...input } }, init)
    : sendRequest('POST /api/saved_view/{id}', { path: { id }, body: input }, init));
  await queryClient.invalidateQueries({ queryKey: viewsKey(definition) });
  return data;
}

export async function deleteView(definition: ResourceDefinition, id: number): Promise<void> {
  await sendRequest('DELETE /api/saved_view/{id}', { path: { id } });
  await queryClient.invalidateQueries({ queryKey: viewsKey(definition) });
}
