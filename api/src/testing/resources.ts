import { type Field, type ResourceDefinition, isWritable, resourceKeys, resources } from '@innkeeper/contract';

type NamedResource = readonly [key: string, d: ResourceDefinition];

/** The resources of a partial run: scripts/changed.mjs. */
const selectedKeys = process.env['RESOURCES']?.split(',');

/** Every resource, even in a partial run: for tests about all of them together. */
export const allResources: readonly NamedResource[] = resourceKeys.map((key) => [key, resources[key]]);

/**
 * The matching resources of this run, as `describe.each` takes them: for tests about each one. If the run has no
 * matching one, any matching resource, since a file without a test is an error.
 */
export function selectResources(predicate: (d: ResourceDefinition) => boolean): readonly NamedResource[] {
  const matchingResources = allResources.filter(([, d]) => predicate(d));
  const selected = matchingResources.filter(([key]) => selectedKeys?.includes(key) ?? true);
  return selected.length > 0 ? selected : matchingResources.slice(0, 1);
}

export const everyResource = selectResources(() => true);
export const everyWritable = selectResources((d) => !d.readOnly);

/** The writable fields, by name. */
export const findWritableFields = (d: ResourceDefinition): readonly (readonly [string, Field])[] =>
  Object.entries(d.fields).filter(([, f]) => isWritable(f));
