import {
  type HistoryEntry,
  type ListMeta,
  type ListQuery,
  type ResourceDefinition,
  listParameters,
} from '@innkeeper/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { dataOf, parseMeta, readPage, readRecord } from './envelope.ts';
import { queryKeys } from './query-keys.ts';
import { callApi } from './transport.ts';

/** Milliseconds. An older cached list is shown too, and refetched in the background. */
const STALE_TIME = 5 * 60_000;

/**
 * One page of a list, with the filters, order and page of `query`. The previous page remains on screen while this one
 * loads.
 */
export const listQuery = (definition: ResourceDefinition, query: ListQuery) =>
  queryOptions({
    queryKey: queryKeys.list(definition.key, query),
    queryFn: async ({ signal }) => ({
      ...readPage(definition, await callApi(definition.key, { query: listParameters(query), signal })),
      /** Number of records on the previous pages. */
      offset: (query.page - 1) * query.per_page,
    }),
    staleTime: STALE_TIME,
    placeholderData: keepPreviousData,
  });

/** One record by id, even if deleted. Fails with `record_not_found` if it is missing or not visible. */
export const recordQuery = (definition: ResourceDefinition, id: number) =>
  queryOptions({
    queryKey: queryKeys.record(definition.key, id),
    queryFn: async ({ signal }) => readRecord(definition, await callApi(`${definition.key}/${id}`, { signal })),
    staleTime: 10_000,
  });

/** A page of a record's history, newest first. */
export interface HistoryPage {
  readonly entries: readonly HistoryEntry[];
  readonly meta: ListMeta;
}

export const historyQuery = (definition: ResourceDefinition, id: number, page = 1) =>
  queryOptions({
    queryKey: queryKeys.history(definition.key, id, page),
    queryFn: async ({ signal }): Promise<HistoryPage> => {
      const { body, headers } = await callApi(`${definition.key}/${id}/history`, {
        query: page > 1 ? [['page', String(page)]] : [],
        signal,
      });
      const data = dataOf(body);
      // The API's own entries, tested to have this shape.
      const entries = Array.isArray(data) ? (data as HistoryEntry[]) : [];
      return { entries, meta: parseMeta(body, headers, entries.length) };
    },
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  });
