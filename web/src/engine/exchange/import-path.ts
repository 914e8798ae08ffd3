import type { ResourceDefinition } from '@innkeeper/contract';

/** The page that reads a file into a list. */
export const importPath = (d: ResourceDefinition): string => `${d.path}/import`;
