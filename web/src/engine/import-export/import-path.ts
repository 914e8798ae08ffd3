import type { ResourceDefinition } from '@innkeeper/contract';

/** Path of the page that imports a file into the list. */
export const importPath = (definition: ResourceDefinition): string => `${definition.path}/import`;
