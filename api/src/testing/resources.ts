import { type Field, type ResourceDefinition, isWritable, resourceKeys, resources } from '@innkeeper/contract';

type Named = readonly [key: string, d: ResourceDefinition];

/** The resources of a run that is not about all: scripts/changed.mjs. */
const chosen = process.env['RESOURCES']?.split(',');

/** Every resource, as `describe.each` takes them. */
export const everyResource: readonly Named[] = resourceKeys
  .filter((key) => chosen?.includes(key) ?? true)
  .map((key) => [key, resources[key]]);

export const everyWritable: readonly Named[] = everyResource.filter(([, d]) => !d.readOnly);

/** The fields that a body may set, by name. */
export const writableFields = (d: ResourceDefinition): readonly (readonly [string, Field])[] =>
  Object.entries(d.fields).filter(([, f]) => isWritable(f));
