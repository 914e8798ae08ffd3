import type { ResourceKey } from '@innkeeper/contract';

export function ResourceRecordPage({ resource, id }: { resource: ResourceKey; id: string }) {
  return (
    <h1 className="p-6 text-xl">
      {resource} {id}
    </h1>
  );
}
