import type { ChoiceItem } from '@innkeeper/contract';
import type { ReferenceData } from '@innkeeper/contract/calls';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from './api.ts';
import { queryClient } from './query-client.ts';
import { requestData } from './request.ts';

/** A detail of an option, as `GET /api/option` nests it. */
export interface OptionDetail extends ChoiceItem {
  readonly value?: string | null;
}

interface OptionWithDetails {
  readonly slug: string;
  readonly option_detail: readonly OptionDetail[];
}

/** Reference data rarely changes, and a change made here reloads it. Milliseconds. */
const STALE_TIME = 15 * 60_000;

export const optionsQuery = queryOptions({
  queryKey: ['option'],
  queryFn: async ({ signal }) =>
    (await api<{ data: { data: readonly OptionWithDetails[] } }>('/api/option', { signal })).data.data,
  staleTime: STALE_TIME,
});

const allChoicesQuery = (resource: 'region' | 'hotel') =>
  queryOptions({
    queryKey: [resource, 'all'],
    queryFn: async ({ signal }) =>
      (await api<{ data: readonly ChoiceItem[] }>(`/api/${resource}?per_page=500`, { signal })).data,
    staleTime: STALE_TIME,
  });

export const regionsQuery = allChoicesQuery('region');
export const hotelsQuery = allChoicesQuery('hotel');

/** The data that a write to a resource changes. A hotel has its region and the currency of its country. */
const AFFECTED_KEYS: Readonly<Partial<Record<string, readonly (readonly string[])[]>>> = {
  option: [optionsQuery.queryKey],
  option_detail: [optionsQuery.queryKey],
  region: [regionsQuery.queryKey, hotelsQuery.queryKey],
  country: [hotelsQuery.queryKey],
  hotel: [hotelsQuery.queryKey],
};

/**
 * Reloads the data that a write to this resource changed, also while no page shows it: the next page would begin with
 * the old one, without the hotel that was just created.
 */
export function reloadReferenceData(resource: string): void {
  for (const queryKey of AFFECTED_KEYS[resource] ?? [])
    void queryClient.invalidateQueries({ queryKey, refetchType: 'all' });
}

/**
 * Starts to load the data that every session needs after its user: options, regions, hotels, in one request. Later, each
 * is reloaded by itself.
 */
export function loadReferenceData(): void {
  let loading: Promise<ReferenceData> | undefined;
  const load = () =>
    (loading ??= requestData('GET /api/reference_data', {}, { announce: true }).finally(() => {
      loading = undefined;
    }));
  void queryClient.prefetchQuery({ ...optionsQuery, queryFn: async () => (await load()).options });
  void queryClient.prefetchQuery({ ...regionsQuery, queryFn: async () => (await load()).regions });
  void queryClient.prefetchQuery({ ...hotelsQuery, queryFn: async () => (await load()).hotels });
}

/** The number of an option's detail; undefined if it has none or is not loaded yet. */
export function readOptionNumber(slug: string, code: string): number | undefined {
  const details = queryClient
    .getQueryData(optionsQuery.queryKey)
    ?.find((option) => option.slug === slug)?.option_detail;
  const value = details?.find((detail) => detail.code === code)?.value;
  return value === null || value === undefined ? undefined : Number(value);
}

/** The details of the option with this slug; empty until loaded. */
export function useOptionDetails(slug: string): readonly OptionDetail[] {
  const { data } = useQuery(optionsQuery);
  return data?.find((option) => option.slug === slug)?.option_detail ?? [];
}
