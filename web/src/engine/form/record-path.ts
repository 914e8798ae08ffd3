import type { ResourceDefinition } from '@innkeeper/contract';

/** The path of a record's page; for resources without record pages, of the list filtered to this record. */
export const recordPath = (definition: ResourceDefinition, id: number | 'new'): string =>
  definition.opensInDialog
    ? `${definition.path}?${new URLSearchParams({ 'filter[id][eq]': String(id) }).toString()}`
    : `${definition.path}/${id}`;
