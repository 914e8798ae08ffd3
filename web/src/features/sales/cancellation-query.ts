import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../engine/data/query-keys.ts';
import { sendRequest } from '../../session/request.ts';

/** The records deleted or restored with a transaction, never from the cache. */
export const cancellationQuery = (id: number) =>
  queryOptions({
    queryKey: [...queryKeys.of('transaction'), 'cancellation', id],
    queryFn: async ({ signal }) =>
      (await sendRequest('GET /api/transaction/{id}/cancellation', { path: { id } }, { signal })).data,
    gcTime: 0,
    staleTime: 0,
  });

/** The same for the transaction's page, where a cached response is good enough. */
export const reversibleQuery = (id: number) => {
  const { queryKey, queryFn } = cancellationQuery(id);
  return queryOptions({ queryKey: [...queryKey, 'page'], queryFn });
};
