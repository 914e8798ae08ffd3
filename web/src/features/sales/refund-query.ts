import { queryOptions } from '@tanstack/react-query';
import { callQuery } from '../../engine/data/call-query.ts';

/** The refunds and disputes of a sale, and the effect of a refund. */
export const refundQuery = (id: number) => callQuery('GET /api/transaction/{id}/refund', { path: { id } });

/** The same without the cache, for the refund dialog. */
export const freshRefundQuery = (id: number) =>
  queryOptions({
    ...callQuery('GET /api/transaction/{id}/refund', { path: { id } }, 'fresh'),
    gcTime: 0,
    staleTime: 0,
  });
