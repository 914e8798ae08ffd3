import type { ResourceDefinition } from '@innkeeper/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { viewsQuery } from '../data/views.ts';
import { toListSearch } from '../data/list-state.ts';
import type { ColumnHandle } from './use-columns.ts';
import type { ListStateHandle } from './use-list-state.ts';
import { fromViewState, isActiveView, isDefaultList } from './view-state.ts';
import type { ViewsHandle } from './views-context.ts';

/** The views of a list and the active one. Opening a view navigates to its URL. */
export function useViews(definition: ResourceDefinition, [state]: ListStateHandle, columns: ColumnHandle): ViewsHandle {
  const navigate = useNavigate();
  const [lastChosenId, setLastChosenId] = useState<number | null>(null);
  const visibleColumns = useMemo(
    () => columns.arranged.flatMap((c) => (c.isShown ? [c.column] : [])),
    [columns.arranged],
  );
  const isDefault = isDefaultList(definition, state);
  const { data: views } = useQuery(viewsQuery(definition));
  // The default list never counts as a view.
  const activeView = isDefault
    ? undefined
    : views?.find((view) => isActiveView(definition, view, state, visibleColumns));
  // A modified view remains the chosen one until the list is back to its default.
  const chosenId = isDefault ? null : (activeView?.id ?? lastChosenId);
  if (chosenId !== lastChosenId) setLastChosenId(chosenId);
  const chosenView = activeView ?? views?.find(({ id }) => id === chosenId);
  return {
    definition,
    state,
    visibleColumns,
    views,
    chosenView,
    isChanged: chosenView !== undefined && chosenView !== activeView,
    open: (view) => {
      setLastChosenId(view.id);
      void navigate({
        to: '.',
        search: toListSearch(definition, fromViewState(definition, view)),
        resetScroll: false,
      });
    },
    openDefault: () => void navigate({ to: '.', search: {}, resetScroll: false }),
  };
}
