import type { Cancellation } from '@innkeeper/contract';
import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '../../engine/data/envelope.ts';
import { queryKeys } from '../../engine/data/query-keys.ts';
import { callApi } from '../../engine/data/transport.ts';

/** What goes along when a transaction is deleted, or comes back when it is restored: as it is at this moment. */
export const cancellationQuery = (id: number) =>
  queryOptions({
    queryKey: [...queryKeys.of('transaction'), 'cancellation', id],
    queryFn: async ({ signal }): Promise<Cancellation> => {
      const { body } = await callApi(`transaction/${id}/cancellation`, { signal });
      return dataOf(body) as Cancellation; // the contract says what the call answers
    },
    gcTime: 0,
    staleTime: 0,
  });
