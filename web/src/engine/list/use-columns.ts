import type { ResourceDefinition } from '@innkeeper/contract';
import { useCallback, useMemo } from 'react';
import { type ArrangedColumn, type ColumnLayout, adoptNamed, arrangeColumns } from './column-layout.ts';
import { availableColumns } from '../data/list-columns.ts';
import type { Fixed } from './list-request.ts';
import { useColumnLayout } from './list-settings.ts';
import type { ListStateHandle } from './use-list-state.ts';

export interface ColumnHandle {
  readonly arranged: readonly ArrangedColumn[];
  readonly layout: ColumnLayout;
  /** Changes the layout and stores it with the user. */
  readonly change: (next: (layout: ColumnLayout, arranged: readonly ArrangedColumn[]) => ColumnLayout) => void;
}

/** The columns of a list as arranged by this user, or as listed in the address. */
export function useColumns(d: ResourceDefinition, [state, changeState]: ListStateHandle, fixed: Fixed): ColumnHandle {
  const [layout, setLayout] = useColumnLayout(d);
  const { deleted: trash, columns: named } = state;
  const arranged = useMemo(
    () =>
      arrangeColumns(availableColumns(d), layout, {
        trash,
        named,
        without: new Set(
          availableColumns(d).flatMap((c) => (isFixed(c.path.relations[0]?.field, fixed) ? [c.column] : [])),
        ),
      }),
    [d, layout, trash, named, fixed],
  );
  const change = useCallback<ColumnHandle['change']>(
    (next) => {
      setLayout(next(named ? adoptNamed(layout, arranged) : layout, arranged));
      if (named) changeState({ columns: null });
    },
    [setLayout, layout, arranged, named, changeState],
  );
  return useMemo(() => ({ arranged, layout, change }), [arranged, layout, change]);
}

const isFixed = (field: string | undefined, fixed: Fixed): boolean => field !== undefined && field in fixed;
