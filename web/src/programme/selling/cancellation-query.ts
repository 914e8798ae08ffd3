import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../engine/data/query-keys.ts';
import { ask } from '../../session/ask.ts';

/** The records that go along when a transaction is deleted, or come back when it is restored: as it is at this moment. */
export const cancellationQuery = (id: number) =>
  queryOptions({
    queryKey: [...queryKeys.of('transaction'), 'cancellation', id],
    queryFn: async ({ signal }) =>
      (await ask('GET /api/transaction/{id}/cancellation', { path: { id } }, { signal })).data,
    gcTime: 0,
    staleTime: 0,
  });

/** The same for the page of the transaction, where it need not be of this moment. */
export const reversibleQuery = (id: number) => {
  const { queryKey, queryFn } = cancellationQuery(id);
  return queryOptions({ queryKey: [...queryKey, 'page'], queryFn });
};
