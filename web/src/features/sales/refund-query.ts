import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../engine/data/query-keys.ts';
import { sendRequest } from '../../session/request.ts';

/** The refunds and disputes of a sale, and the effect of a refund. */
export const refundQuery = (id: number) =>
  queryOptions({
    queryKey: [...queryKeys.of('transaction'), 'refund', id],
    queryFn: async ({ signal }) =>
      (await sendRequest('GET /api/transaction/{id}/refund', { path: { id } }, { signal })).data,
  });

/** The same without the cache, for the refund dialog. */
export const freshRefundQuery = (id: number) => {
  const { queryKey, queryFn } = refundQuery(id);
  return queryOptions({ queryKey: [...queryKey, 'fresh'], queryFn, gcTime: 0, staleTime: 0 });
};
