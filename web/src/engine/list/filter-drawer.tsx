import { Dialog as Base } from '@base-ui/react/dialog';
import type { Condition, ResourceDefinition } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import ChevronDown from 'lucide-react/icons/chevron-down';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { useLabel } from '../../i18n/use-label.ts';
import { Button } from '../../ui/button.tsx';
import { SelectInput } from '../../ui/select.tsx';
import { filterOptions, findCondition } from '../data/column-filter.ts';
import type { ArrangedColumn } from './column-layout.ts';
import { type ChoiceNames, describeCondition } from '../data/describe-condition.ts';
import { FilterEditor } from './filter-editor.tsx';
import { parseSort, sortByColumn } from './sorting.ts';
import type { ListStateHandle } from './use-list-state.ts';

interface FilterDrawerProps {
  definition: ResourceDefinition;
  columns: readonly ArrangedColumn[];
  state: ListStateHandle;
  names: ChoiceNames;
  /** Number of matching records. */
  count: string;
  onFilter: (column: string, condition: Condition | undefined) => void;
  onClose: () => void;
}

/** Sort order and filters on a phone: a bottom sheet with one column open at a time. */
export function FilterDrawer({
  definition,
  columns,
  state: [state, change],
  names,
  count,
  onFilter,
  onClose,
}: FilterDrawerProps) {
  const { t } = useLingui();
  const label = useLabel();
  const [openColumn, setOpenColumn] = useState<string | null>(null);
  const [sortColumn] = parseSort(state.sort);
  const filterable = columns.filter((c) => filterOptions(definition, c.column).length > 0);
  return (
    <Base.Root open onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-backdrop" />
        <Base.Popup className="fixed inset-x-0 bottom-0 z-40 flex max-h-[88dvh] flex-col rounded-t-lg bg-raised text-text shadow-overlay outline-none">
          <header className="flex items-center gap-2 px-4 pt-3 pb-2">
            <Base.Title className="flex-1 text-lg font-semibold">
              <Trans>Sort and filter</Trans>
            </Base.Title>
            {state.conditions.length > 0 && (
              <Button variant="ghost" onClick={() => change({ conditions: [] })}>
                <Trans>Clear all</Trans>
              </Button>
            )}
            <Base.Close
              aria-label={t`Close`}
              className="flex size-(--control) items-center justify-center rounded-md text-muted"
            >
              <X size={20} />
            </Base.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4">
            <div className="grid grid-cols-2 gap-2 pb-3">
              <SelectInput
                aria-label={t`Sort by`}
                value={sortColumn?.column ?? null}
                emptyLabel={t`Default order`}
                options={filterable.map((c) => ({ value: c.column, label: label(c.label) }))}
                onValueChange={(column) =>
                  change({ sort: column ? sortByColumn(column, sortColumn?.descending ?? false) : '' })
                }
              />
              <SelectInput
                aria-label={t`Direction`}
                disabled={!sortColumn}
                value={sortColumn?.descending ? 'descending' : 'ascending'}
                options={[
                  { value: 'ascending', label: t`Ascending` },
                  { value: 'descending', label: t`Descending` },
                ]}
                onValueChange={(direction) =>
                  sortColumn && change({ sort: sortByColumn(sortColumn.column, direction === 'descending') })
                }
              />
            </div>
            <ul className="divide-y divide-border border-t border-border">
              {filterable.map((c) => {
                const condition = findCondition(state.conditions, filterOptions(definition, c.column));
                const heading = label(c.label);
                const isOpen = openColumn === c.column;
                return (
                  <li key={c.column}>
                    <button
                      type="button"
                      aria-expanded={isOpen}
                      className="flex min-h-12 w-full items-center gap-2 py-2 text-left"
                      onClick={() => setOpenColumn(isOpen ? null : c.column)}
                    >
                      <span className={`min-w-0 flex-1 ${condition ? 'font-medium text-accent-text' : ''}`}>
                        {condition ? describeCondition(definition, condition, names, heading) : heading}
                      </span>
                      <ChevronDown
                        size={16}
                        className={`shrink-0 text-muted transition-[rotate] ${isOpen ? 'rotate-180' : ''}`}
                      />
                    </button>
                    {isOpen && (
                      <div className="pb-4">
                        <FilterEditor
                          definition={definition}
                          column={c.column}
                          conditions={state.conditions}
                          onChange={(next) => onFilter(c.column, next)}
                        />
                        {condition && (
                          <Button
                            size="small"
                            variant="ghost"
                            className="mt-2"
                            onClick={() => onFilter(c.column, undefined)}
                          >
                            <Trans>Clear</Trans>
                          </Button>
                        )}
                      </div>
                    )}
                  </li>
                );
              })}
            </ul>
          </div>
          <footer className="border-t border-border px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
            <Button variant="primary" className="w-full" onClick={onClose}>
              <Trans>Show {count}</Trans>
            </Button>
          </footer>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
