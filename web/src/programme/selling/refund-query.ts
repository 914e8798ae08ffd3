import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../engine/data/query-keys.ts';
import { ask } from '../../session/ask.ts';

/** The refunds and disputes of a sale, and what a refund would leave and end. */
export const refundQuery = (id: number) =>
  queryOptions({
    queryKey: [...queryKeys.of('transaction'), 'refund', id],
    queryFn: async ({ signal }) => (await ask('GET /api/transaction/{id}/refund', { path: { id } }, { signal })).data,
  });

/** The same at this moment, for the dialog that refunds. */
export const refundNowQuery = (id: number) => {
  const { queryKey, queryFn } = refundQuery(id);
  return queryOptions({ queryKey: [...queryKey, 'now'], queryFn, gcTime: 0, staleTime: 0 });
};
