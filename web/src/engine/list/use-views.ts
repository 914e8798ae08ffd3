import type { ResourceDefinition } from '@innkeeper/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { viewsQuery } from '../data/views.ts';
import { writeListState } from '../data/list-state.ts';
import type { ColumnHandle } from './use-columns.ts';
import type { ListStateHandle } from './use-list-state.ts';
import { fromViewState, isViewActive, isDefaultList } from './view-state.ts';
import type { ViewsHandle } from './views-context.ts';

/** The views of a list and the active one. Opening a view navigates to its address. */
export function useViews(d: ResourceDefinition, [state]: ListStateHandle, columns: ColumnHandle): ViewsHandle {
  const navigate = useNavigate();
  const [lastId, setLastId] = useState<number | null>(null);
  const shown = useMemo(() => columns.arranged.flatMap((c) => (c.isShown ? [c.column] : [])), [columns.arranged]);
  const isDefault = isDefaultList(d, state);
  const { data: views } = useQuery(viewsQuery(d));
  // The default list never counts as a view.
  const activeView = isDefault ? undefined : views?.find((view) => isViewActive(d, view, state, shown));
  // A modified view remains the chosen one until the list is back to its default.
  const last = isDefault ? null : (activeView?.id ?? lastId);
  if (last !== lastId) setLastId(last);
  const chosen = activeView ?? views?.find(({ id }) => id === last);
  return {
    definition: d,
    state,
    shown,
    views,
    chosen,
    isChanged: chosen !== undefined && chosen !== activeView,
    open: (view) => {
      setLastId(view.id);
      void navigate({ to: '.', search: writeListState(d, fromViewState(d, view)), resetScroll: false });
    },
    openDefault: () => void navigate({ to: '.', search: {}, resetScroll: false }),
  };
}
