import { type Field, type ResourceDefinition, isWritable, resourceKeys, resources } from '@innkeeper/contract';

type Named = readonly [key: string, d: ResourceDefinition];

/** The resources of a partial run: scripts/changed.mjs. */
const chosen = process.env['RESOURCES']?.split(',');

/** Every resource, in a partial run too: for tests about all of them together. */
export const allResources: readonly Named[] = resourceKeys.map((key) => [key, resources[key]]);

/**
 * The matching resources of this run, as `describe.each` takes them: for tests about each one. If the run has no
 * matching one, any matching resource, since a file without a test is an error.
 */
export function resourcesThat(fit: (d: ResourceDefinition) => boolean): readonly Named[] {
  const fitting = allResources.filter(([, d]) => fit(d));
  const some = fitting.filter(([key]) => chosen?.includes(key) ?? true);
  return some.length > 0 ? some : fitting.slice(0, 1);
}

export const everyResource = resourcesThat(() => true);
export const everyWritable = resourcesThat((d) => !d.readOnly);

/** The writable fields, by name. */
export const writableFields = (d: ResourceDefinition): readonly (readonly [string, Field])[] =>
  Object.entries(d.fields).filter(([, f]) => isWritable(f));
