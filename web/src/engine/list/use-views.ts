import type { ResourceDefinition } from '@innkeeper/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { viewsQuery } from '../data/views.ts';
import { writeListState } from '../data/list-state.ts';
import type { ColumnHandle } from './use-columns.ts';
import type { ListStateHandle } from './use-list-state.ts';
import { fromViewState, isShowing, isUsualList } from './view-state.ts';
import type { ViewsHandle } from './views-context.ts';

/** The views of a list, and which of them is on. Opening one is opening an address. */
export function useViews(d: ResourceDefinition, [state]: ListStateHandle, columns: ColumnHandle): ViewsHandle {
  const navigate = useNavigate();
  const [lastId, setLastId] = useState<number | null>(null);
  const shown = useMemo(() => columns.arranged.flatMap((c) => (c.isShown ? [c.column] : [])), [columns.arranged]);
  const isUsual = isUsualList(d, state);
  const { data: views } = useQuery(viewsQuery(d));
  // A list as usual is no view of anybody's.
  const showing = isUsual ? undefined : views?.find((view) => isShowing(d, view, state, shown));
  // A view that was changed is still spoken of, until the list is as usual again.
  const last = isUsual ? null : (showing?.id ?? lastId);
  if (last !== lastId) setLastId(last);
  const chosen = showing ?? views?.find(({ id }) => id === last);
  return {
    definition: d,
    state,
    shown,
    views,
    chosen,
    isChanged: chosen !== undefined && chosen !== showing,
    open: (view) => {
      setLastId(view.id);
      void navigate({ to: '.', search: writeListState(d, fromViewState(d, view)), resetScroll: false });
    },
    openUsual: () => void navigate({ to: '.', search: {}, resetScroll: false }),
  };
}
