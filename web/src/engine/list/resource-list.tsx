import type { ResourceDefinition } from '@innkeeper/contract';
import { useMemo } from 'react';
import type { FixedValues } from './list-request.ts';
import { ListView } from './list-view.tsx';
import { useLocalListState } from './use-list-state.ts';

interface ResourceListProps {
  definition: ResourceDefinition;
  /** Values shared by all records: `{ hotel_id: 7 }`. Their columns are hidden, and new records start with them. */
  fixed: FixedValues;
}

/** A list within another page, such as a tab of a record. Its state is local, not in the URL. */
export function ResourceList({ definition, fixed }: ResourceListProps) {
  const state = useLocalListState();
  const key = JSON.stringify(fixed);
  // `fixed` is a new object on every render of the caller, so keep one with the same content.
  const stableFixed = useMemo(() => JSON.parse(key) as FixedValues, [key]);
  return (
    <ListView definition={definition} state={state} fixed={stableFixed} embedded>
      {({ list }) => list}
    </ListView>
  );
}
