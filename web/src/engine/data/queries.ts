import {
  type HistoryEntry,
  type ListMeta,
  type ListQuery,
  type ResourceDefinition,
  listParameters,
} from '@innkeeper/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { dataOf, readMeta, readPage, readRecord } from './envelope.ts';
import { queryKeys } from './query-keys.ts';
import { callApi } from './transport.ts';

/** Milliseconds. An older cached list is shown while it is refetched in the background. */
const FRESH = 5 * 60_000;

/**
 * One page of a list, with the filters, order and page of `query`. The previous page remains on screen while this one
 * loads.
 */
export const listQuery = (d: ResourceDefinition, query: ListQuery) =>
  queryOptions({
    queryKey: queryKeys.list(d.key, query),
    queryFn: async ({ signal }) => ({
      ...readPage(d, await callApi(d.key, { query: listParameters(query), signal })),
      /** Number of records on the previous pages. */
      offset: (query.page - 1) * query.per_page,
    }),
    staleTime: FRESH,
    placeholderData: keepPreviousData,
  });

/** One record by id, even if deleted. Fails with `record_not_found` if it is missing or not visible. */
export const recordQuery = (d: ResourceDefinition, id: number) =>
  queryOptions({
    queryKey: queryKeys.record(d.key, id),
    queryFn: async ({ signal }) => readRecord(d, await callApi(`${d.key}/${id}`, { signal })),
    staleTime: 10_000,
  });

/** A page of a record's history, newest first. */
export interface HistoryPage {
  readonly entries: readonly HistoryEntry[];
  readonly meta: ListMeta;
}

export const historyQuery = (d: ResourceDefinition, id: number, page = 1) =>
  queryOptions({
    queryKey: queryKeys.history(d.key, id, page),
    queryFn: async ({ signal }): Promise<HistoryPage> => {
      const { body, headers } = await callApi(`${d.key}/${id}/history`, {
        query: page > 1 ? [['page', String(page)]] : [],
        signal,
      });
      const data = dataOf(body);
      // The API's own entries, tested to have this shape.
      const entries = Array.isArray(data) ? (data as HistoryEntry[]) : [];
      return { entries, meta: readMeta(body, headers, entries.length) };
    },
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  });
