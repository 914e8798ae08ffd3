import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../engine/data/query-keys.ts';
import { sendRequest } from '../../session/request.ts';

/** Approval requests: the undecided ones, or all. */
export const approvalsQuery = (state: 'waiting' | 'all', page: number) =>
  queryOptions({
    queryKey: [...queryKeys.all, 'approval', state, page],
    queryFn: ({ signal }) => sendRequest('GET /api/approval', { query: { state, page } }, { signal }),
    placeholderData: keepPreviousData,
  });
