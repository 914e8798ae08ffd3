import type { ResourceDefinition } from '@innkeeper/contract';
import { Trans } from '@lingui/react/macro';
import Plus from 'lucide-react/icons/plus';
import { useMemo } from 'react';
import { useLabel } from '../../i18n/use-label.ts';
import { Button } from '../../ui/button.tsx';
import type { Fixed } from './list-request.ts';
import { ListView } from './list-view.tsx';
import { useLocalState } from './use-list-state.ts';

interface ResourceListProps {
  definition: ResourceDefinition;
  /** What all its records have in common: `{ hotel_id: 7 }`. Its columns are left out, and new records start with it. */
  fixed: Fixed;
}

/** A list within another page, such as the tab of a record. Its state is its own, not the address's. */
export function ResourceList({ definition: d, fixed }: ResourceListProps) {
  const label = useLabel();
  const one = label(d.label).toLocaleLowerCase();
  const state = useLocalState();
  const key = JSON.stringify(fixed);
  const stable = useMemo(() => JSON.parse(key) as Fixed, [key]); // what was just written; callers write it in place
  return (
    <ListView definition={d} state={state} fixed={stable} embedded>
      {({ create, list }) => (
        <div className="flex flex-col gap-3">
          {create && (
            <div className="flex justify-end">
              <Button icon={<Plus size={16} aria-hidden="true" />} onClick={create}>
                <Trans>New {one}</Trans>
              </Button>
            </div>
          )}
          {list}
        </div>
      )}
    </ListView>
  );
}
