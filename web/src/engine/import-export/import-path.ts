import type { ResourceDefinition } from '@innkeeper/contract';

/** Path of the page that imports a file into the list. */
export const importPath = (d: ResourceDefinition): string => `${d.path}/import`;
