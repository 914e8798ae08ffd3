import { type CallOutcome, type EXPIRING_DAYS, type WorkListKey, resources } from '@innkeeper/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { readWritten } from '../../engine/data/envelope.ts';
import { queryKeys } from '../../engine/data/query-keys.ts';
import type { ResourceRecord } from '../../engine/data/record.ts';
import { callApi } from '../../engine/data/transport.ts';
import { ask } from '../../session/ask.ts';

/** The members left out: those whom a call has settled, also those who were called lately, or nobody. */
export const CALL_FILTERS = ['open', 'quiet', 'all'] as const;
export type CallFilter = (typeof CALL_FILTERS)[number];
/** Days since the last call for `quiet`. */
export const QUIET_DAYS = 7;

/** The questions to a list; kept in the address. */
export interface WorkListQuestion {
  readonly hotelId: number | null;
  /** Of `expiring`: days ahead. */
  readonly days: (typeof EXPIRING_DAYS)[number] | null;
  readonly calls: CallFilter;
  readonly search: string;
  readonly page: number;
}

/** How many members wait in each list. */
export const countsQuery = (hotelId: number | null) =>
  queryOptions({
    queryKey: [...queryKeys.all, 'work_list', 'counts', hotelId],
    queryFn: async ({ signal }) => (await ask('GET /api/work_list', { query: { hotel_id: hotelId } }, { signal })).data,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });

/** A page of a list. The one before stays on screen while this one comes, unless it is of another list. */
export const workListQuery = (key: WorkListKey, { hotelId, days, calls, search, page }: WorkListQuestion) =>
  queryOptions({
    queryKey: [...queryKeys.all, 'work_list', key, { hotelId, days, calls, search, page }] as const,
    queryFn: ({ signal }) => {
      const query = {
        hotel_id: hotelId,
        days: days === null ? undefined : (`${days}` as const),
        calls: calls === 'all' ? calls : undefined,
        not_called: calls === 'quiet' ? QUIET_DAYS : null,
        search,
        page,
      };
      return ask('GET /api/work_list/{key}', { path: { key }, query }, { signal });
    },
    placeholderData: (before, query) => (query?.queryKey[2] === key ? before : undefined),
    staleTime: 10_000,
  });

export interface CallInput {
  readonly member_id: number;
  readonly work_list: WorkListKey | null;
  readonly outcome: CallOutcome;
  readonly note: string | null;
  readonly call_back_on: string | null;
}

/** Writes a call down; with the same key once. The caller shows the errors. */
export const saveCall = async (input: CallInput, key: string): Promise<ResourceRecord> =>
  readWritten(
    resources.member_call,
    await callApi('member_call', {
      json: input,
      headers: { 'Idempotency-Key': key },
      announce: (error) => error.status !== 422,
    }),
  );
