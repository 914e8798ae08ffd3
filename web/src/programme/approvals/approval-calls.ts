import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../engine/data/query-keys.ts';
import { ask } from '../../session/ask.ts';

/** The requests for approval: those that nobody has decided yet, or all of them. */
export const approvalsQuery = (state: 'waiting' | 'all', page: number) =>
  queryOptions({
    queryKey: [...queryKeys.all, 'approval', state, page],
    queryFn: ({ signal }) => ask('GET /api/approval', { query: { state, page } }, { signal }),
    placeholderData: keepPreviousData,
  });
