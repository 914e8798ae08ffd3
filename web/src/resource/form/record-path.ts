import type { ResourceDefinition } from '@innkeeper/contract';

/** The page of a record. */
export const recordPath = (d: ResourceDefinition, id: number | 'new'): string => `${d.path}/${id}`;
