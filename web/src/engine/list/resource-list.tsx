import type { ResourceDefinition } from '@innkeeper/contract';
import { useMemo } from 'react';
import type { Fixed } from './list-request.ts';
import { ListView } from './list-view.tsx';
import { useLocalState } from './use-list-state.ts';

interface ResourceListProps {
  definition: ResourceDefinition;
  /** Values shared by all records: `{ hotel_id: 7 }`. Their columns are hidden, and new records start with them. */
  fixed: Fixed;
}

/** A list within another page, such as a tab of a record. Its state is local, not in the address. */
export function ResourceList({ definition: d, fixed }: ResourceListProps) {
  const state = useLocalState();
  const key = JSON.stringify(fixed);
  // The JSON written above; callers write the object in place.
  const stable = useMemo(() => JSON.parse(key) as Fixed, [key]);
  return (
    <ListView definition={d} state={state} fixed={stable} embedded>
      {({ list }) => list}
    </ListView>
  );
}
