import type { ResourceDefinition } from '@innkeeper/contract';
import { useCallback, useMemo } from 'react';
import { type ArrangedColumn, type ColumnLayout, adoptUrlColumns, arrangeColumns } from './column-layout.ts';
import { availableColumns } from '../data/list-columns.ts';
import type { FixedValues } from './list-request.ts';
import { useColumnLayout } from './list-settings.ts';
import type { ListStateHandle } from './use-list-state.ts';

export interface ColumnHandle {
  readonly arranged: readonly ArrangedColumn[];
  readonly layout: ColumnLayout;
  /** Changes the layout and stores it with the user. */
  readonly change: (next: (layout: ColumnLayout, arranged: readonly ArrangedColumn[]) => ColumnLayout) => void;
}

/** The columns of a list as arranged by this user, or as named in the URL. */
export function useColumns(
  definition: ResourceDefinition,
  [state, changeState]: ListStateHandle,
  fixed: FixedValues,
): ColumnHandle {
  const [layout, setLayout] = useColumnLayout(definition);
  const { deleted: isTrash, columns: namedColumns } = state;
  const arranged = useMemo(
    () =>
      arrangeColumns(availableColumns(definition), layout, {
        trash: isTrash,
        named: namedColumns,
        hiddenColumns: new Set(
          availableColumns(definition).flatMap((c) => (isFixed(c.path.relations[0]?.field, fixed) ? [c.column] : [])),
        ),
      }),
    [definition, layout, isTrash, namedColumns, fixed],
  );
  const change = useCallback<ColumnHandle['change']>(
    (next) => {
      setLayout(next(namedColumns ? adoptUrlColumns(layout, arranged) : layout, arranged));
      if (namedColumns) changeState({ columns: null });
    },
    [setLayout, layout, arranged, namedColumns, changeState],
  );
  return useMemo(() => ({ arranged, layout, change }), [arranged, layout, change]);
}

const isFixed = (field: string | undefined, fixed: FixedValues): boolean => field !== undefined && field in fixed;
