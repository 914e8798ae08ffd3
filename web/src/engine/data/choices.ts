import type { ChoiceItem } from '@innkeeper/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { dataOf, parseMeta } from './envelope.ts';
import { queryKeys } from './query-keys.ts';
import { callApi } from './transport.ts';

export interface ChoicesParams {
  readonly search?: string;
  /** 1-based. */
  readonly page?: number;
  /** For options: only the details of the option with this slug. */
  readonly slug?: string;
  /** Only this record, to show the name of a stored id. */
  readonly id?: number;
}

/** One page of a select's choices, and the total number of records that match the search. */
export interface ChoicesPage {
  readonly items: readonly ChoiceItem[];
  readonly total: number;
}

/**
 * The choices of a select of `resource` records, searched on the server. Cached for a minute, because people reopen a
 * select they have just closed.
 */
export const choicesQuery = (resource: string, query: ChoicesParams = {}) =>
  queryOptions({
    queryKey: queryKeys.choices(resource, query),
    queryFn: async ({ signal }): Promise<ChoicesPage> => {
      const parameters = Object.entries(query).flatMap(([name, value]): [string, string][] =>
        value === undefined || value === '' || (name === 'page' && value === 1) ? [] : [[name, String(value)]],
      );
      const { body, headers } = await callApi(`${resource}/choices`, { query: parameters, signal });
      const data = dataOf(body);
      const items = Array.isArray(data) ? (data as ChoiceItem[]) : []; // the API's own items, tested to have this shape
      return { items, total: parseMeta(body, headers, items.length).total };
    },
    staleTime: 60_000,
  });

/** Caches a record chosen from a list, so that it need not be fetched by id. */
export function cacheChoice(client: QueryClient, resource: string, item: ChoiceItem): void {
  client.setQueryData<ChoicesPage>(choicesQuery(resource, { id: item.id }).queryKey, { items: [item], total: 1 });
}

/** The cached record of a form value: the one just chosen. */
export const cachedChoice = (client: QueryClient, resource: string, id: unknown): ChoiceItem | undefined =>
  typeof id === 'number'
    ? client.getQueryData<ChoicesPage>(choicesQuery(resource, { id }).queryKey)?.items[0]
    : undefined;
