import type { ResourceDefinition } from '@innkeeper/contract';

/** The page of a record; where records have none, the list of just this one. */
export const recordPath = (d: ResourceDefinition, id: number | 'new'): string =>
  d.single ? `${d.path}?${new URLSearchParams({ 'filter[id][eq]': String(id) }).toString()}` : `${d.path}/${id}`;
