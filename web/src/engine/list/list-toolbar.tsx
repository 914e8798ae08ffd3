import { Trans, useLingui } from '@lingui/react/macro';
import ListFilter from 'lucide-react/icons/list-filter';
import RotateCw from 'lucide-react/icons/rotate-cw';
import Search from 'lucide-react/icons/search';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import Trash2 from 'lucide-react/icons/trash-2';
import { type KeyboardEvent, type ReactNode, type Ref, Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { TextInput } from '../../ui/text-field.tsx';
import type { ColumnHandle } from './use-columns.ts';
import type { ListStateHandle } from './use-list-state.ts';
import { enterTrash, leaveTrash, userConditionsOf } from './trash.ts';
import { useTypedInput } from './use-typed-input.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';

const ColumnPanel = lazyComponent(async () => (await import('./column-panel.tsx')).ColumnPanel);

interface ListToolbarProps {
  state: ListStateHandle;
  columns: ColumnHandle;
  /** The list shows cards instead of a grid: filters open in a drawer, and columns cannot be arranged. */
  phone: boolean;
  /** The list is the whole page, so its keyboard shortcuts work everywhere. */
  hasKeys: boolean;
  /** Deleted records can be shown. */
  hasTrash: boolean;
  /** Controls for export and import. */
  importExport: ReactNode;
  /** Shown at the end. */
  action?: ReactNode;
  searchRef: Ref<HTMLInputElement>;
  isFetching: boolean;
  onRefresh: () => void;
  onFilters: () => void;
  /** Called on Arrow down in the search box: moves the focus to the records. */
  onEnterGrid: () => void;
}

/** Search on the left; display controls of the list on the right. */
export function ListToolbar({
  state: [state, change],
  columns,
  phone: isPhone,
  hasKeys,
  hasTrash,
  importExport,
  action,
  searchRef,
  isFetching,
  onRefresh,
  onFilters,
  onEnterGrid,
}: ListToolbarProps) {
  const { t } = useLingui();
  const typedInput = useTypedInput(state.search, (search) => change({ search: search.trim() }));
  const [panelAnchor, setPanelAnchor] = useState<Element | null>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') typedInput.flush();
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      onEnterGrid();
    }
    if (event.key === 'Escape' && typedInput.value !== '') {
      event.preventDefault();
      typedInput.set('');
      typedInput.flush();
    }
  };
  return (
    <div role="search" className="flex print:hidden flex-wrap items-center gap-1.5">
      <span className="relative min-w-0 flex-1 basis-24 sm:max-w-80">
        <Search size={16} className="pointer-events-none absolute inset-y-0 left-2.5 my-auto text-faint" />
        <TextInput
          ref={searchRef}
          type="search"
          aria-label={t`Search this list`}
          aria-keyshortcuts={hasKeys ? '/' : undefined}
          placeholder={t`Search`}
          autoComplete="off"
          spellCheck={false}
          className="pl-8.5! [&::-webkit-search-cancel-button]:hidden"
          value={typedInput.value}
          onValueChange={typedInput.set}
          onKeyDown={onKeyDown}
        />
        {typedInput.value === '' && hasKeys && !isPhone && (
          <span aria-hidden="true" className="pointer-events-none absolute inset-y-0 right-2 flex items-center">
            <Kbd>/</Kbd>
          </span>
        )}
      </span>
      <span className="ml-auto flex flex-wrap items-center justify-end gap-0.5">
        {isPhone && (
          <Button variant="secondary" icon={<ListFilter size={16} />} onClick={onFilters}>
            {userConditionsOf(state).length || <Trans>Filter</Trans>}
          </Button>
        )}
        <IconButton label={t`Refresh`} onClick={onRefresh}>
          <RotateCw size={16} className={isFetching ? 'animate-spin' : undefined} />
        </IconButton>
        {hasTrash && (
          <Button
            variant="ghost"
            aria-pressed={state.deleted}
            aria-label={isPhone ? t`Trash` : undefined}
            title={t`Deleted records`}
            icon={<Trash2 size={16} />}
            className={state.deleted ? 'bg-hover!' : undefined}
            onClick={() => change(state.deleted ? leaveTrash(state) : enterTrash(state))}
          >
            {!isPhone && <Trans>Trash</Trans>}
          </Button>
        )}
        {!isPhone && (
          <Button
            variant="ghost"
            icon={<SlidersHorizontal size={16} />}
            aria-haspopup="dialog"
            aria-expanded={panelAnchor !== null}
            className={panelAnchor ? 'bg-hover!' : undefined}
            onClick={(event) => setPanelAnchor(panelAnchor ? null : event.currentTarget)}
          >
            <Trans>Columns</Trans>
          </Button>
        )}
        {panelAnchor && (
          <Suspense>
            <ColumnPanel columns={columns} anchor={panelAnchor} onClose={() => setPanelAnchor(null)} />
          </Suspense>
        )}
        {importExport}
        {action}
      </span>
    </div>
  );
}
