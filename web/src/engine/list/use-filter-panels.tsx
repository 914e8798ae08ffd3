import type { Condition, ResourceDefinition } from '@innkeeper/contract';
import { type ReactNode, Suspense, useCallback, useState } from 'react';
import { filterOptions, setCondition } from '../data/column-filter.ts';
import type { ArrangedColumn } from './column-layout.ts';
import type { ChoiceNames } from '../data/describe-condition.ts';
import type { ListStateHandle } from './use-list-state.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';

const FilterPopup = lazyComponent(async () => (await import('./filter-popup.tsx')).FilterPopup);
const FilterDrawer = lazyComponent(async () => (await import('./filter-drawer.tsx')).FilterDrawer);

interface FilterPanels {
  /** Sets or removes the filter below a column's heading. */
  readonly onFilter: (column: string, condition: Condition | undefined) => void;
  /** Opens the editor of a column beside the clicked element. */
  readonly onOpenFilter: (column: string, anchor: Element) => void;
  /** Opens all filters on a phone. */
  readonly openDrawer: () => void;
  /** The open panels. */
  readonly panels: ReactNode;
}

/**
 * The filters of a list: each in a popup next to its column, or all in a drawer. `count` is the number of matching
 * records.
 */
export function useFilterPanels(
  definition: ResourceDefinition,
  state: ListStateHandle,
  { columns, names, count }: { columns: readonly ArrangedColumn[]; names: ChoiceNames; count: string },
): FilterPanels {
  const [{ conditions }, change] = state;
  const [openFilter, setOpenFilter] = useState<{ column: string; anchor: Element } | null>(null);
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  const onFilter = useCallback(
    (column: string, condition: Condition | undefined) =>
      change({ conditions: setCondition(conditions, filterOptions(definition, column), condition) }),
    [change, conditions, definition],
  );
  const onOpenFilter = useCallback((column: string, anchor: Element) => setOpenFilter({ column, anchor }), []);
  const panels = (
    <Suspense>
      {openFilter && (
        <FilterPopup
          definition={definition}
          column={openFilter.column}
          anchor={openFilter.anchor}
          conditions={conditions}
          onChange={(condition) => onFilter(openFilter.column, condition)}
          onClose={() => setOpenFilter(null)}
        />
      )}
      {isDrawerOpen && (
        <FilterDrawer
          definition={definition}
          columns={columns}
          state={state}
          names={names}
          count={count}
          onFilter={onFilter}
          onClose={() => setIsDrawerOpen(false)}
        />
      )}
    </Suspense>
  );
  return { onFilter, onOpenFilter, openDrawer: () => setIsDrawerOpen(true), panels };
}
