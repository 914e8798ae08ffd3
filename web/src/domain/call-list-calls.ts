import {
  type CallOutcome,
  type CallListSort,
  type EXPIRING_DAYS,
  type CallListKey,
  resources,
} from '@innkeeper/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callQuery } from '../engine/data/call-query.ts';
import { readWrittenRecord } from '../engine/data/envelope.ts';
import { queryKeys } from '../engine/data/query-keys.ts';
import type { ResourceRecord } from '../engine/data/record.ts';
import { callApi } from '../engine/data/transport.ts';
import { sendRequest } from '../session/request.ts';

/**
 * Which members to hide: those whose last call resolved the matter (`open`), also those called lately (`quiet`), or
 * nobody (`all`).
 */
export const CALL_FILTERS = ['open', 'quiet', 'all'] as const;
export type CallFilter = (typeof CALL_FILTERS)[number];
/** For `quiet`: days since the last call. */
export const QUIET_DAYS = 7;

/** The query of a call list, stored in the address. */
export interface CallListQuery {
  readonly hotelId: number | null;
  /** For `expiring`: days ahead. */
  readonly days: (typeof EXPIRING_DAYS)[number] | null;
  readonly calls: CallFilter;
  readonly search: string;
  readonly sort: CallListSort;
  /** Only members whose call the user takes. */
  readonly isMine: boolean;
  readonly page: number;
}

/** The parameters of a list without paging, as its calls take them. */
export const callListParams = ({ hotelId, days, calls, search, sort, isMine }: Omit<CallListQuery, 'page'>) => ({
  hotel_id: hotelId,
  days: days === null ? undefined : (`${days}` as const),
  calls: calls === 'all' ? calls : undefined,
  not_called: calls === 'quiet' ? QUIET_DAYS : null,
  search,
  sort: sort === 'urgency' ? undefined : sort,
  owner: isMine ? ('me' as const) : undefined,
});

/** Number of members per list. */
export const countsQuery = (hotelId: number | null) =>
  queryOptions({
    ...callQuery('GET /api/work_list', { query: { hotel_id: hotelId } }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });

/** A page of a list. The previous page stays visible while this one loads, unless it belongs to another list. */
export const callListQuery = (key: CallListKey, { page, ...listQuery }: CallListQuery, perPage?: number) =>
  queryOptions({
    queryKey: [...queryKeys.all, 'work_list', key, { ...listQuery, page, perPage }] as const,
    queryFn: ({ signal }) => {
      const query = { ...callListParams(listQuery), page, per_page: perPage };
      return sendRequest('GET /api/work_list/{key}', { path: { key }, query }, { signal });
    },
    placeholderData: (previousPage, query) => (query?.queryKey[2] === key ? previousPage : undefined),
    staleTime: 10_000,
  });

export interface CallInput {
  readonly member_id: number;
  readonly work_list: CallListKey | null;
  readonly outcome: CallOutcome;
  readonly note: string | null;
  readonly call_back_on: string | null;
}

/** Logs a call. Idempotent by `key`. The caller shows errors. */
export const saveCall = async (input: CallInput, key: string): Promise<ResourceRecord> =>
  readWrittenRecord(
    resources.member_call,
    await callApi('member_call', {
      json: input,
      idempotencyKey: key,
      announce: (error) => error.status !== 422,
    }),
  );
