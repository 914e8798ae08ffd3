import type { ResourceDefinition } from '@innkeeper/contract';

/** The page of a record; for resources without record pages, the list filtered to this record. */
export const recordPath = (d: ResourceDefinition, id: number | 'new'): string =>
  d.single ? `${d.path}?${new URLSearchParams({ 'filter[id][eq]': String(id) }).toString()}` : `${d.path}/${id}`;
