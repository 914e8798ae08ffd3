import type { ResourceKey } from '@innkeeper/contract';

export function ResourceListPage({ resource }: { resource: ResourceKey }) {
  return <h1 className="p-6 text-xl">{resource}</h1>;
}
