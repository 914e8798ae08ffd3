import { type ResourceDefinition, bulkFields, permission, lockReasonFor } from '@innkeeper/contract';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { formatNumber } from '../../format/number.ts';
import { useLabel } from '../../i18n/use-label.ts';
import { PrintedPageFacts } from '../../session/printed-page-facts.tsx';
import { can } from '../../session/user.ts';
import { showMessage } from '../../ui/message-store.ts';
import { usePageKeys } from '../../ui/page-keys.ts';
import { INITIAL_LIST_STATE, type ListSearch, type ListState, toListSearch } from '../data/list-state.ts';
import { listQuery } from '../data/queries.ts';
import type { ResourceRecord } from '../data/record.ts';
import { type ListAction, getExtensions } from '../form/extensions.ts';
import { recordPath } from '../form/record-path.ts';
import { ExportSelectionButton } from '../import-export/export-selection-button.tsx';
import { ImportExportButtons } from '../import-export/import-export-buttons.tsx';
import { bulkActions } from './bulk-actions.ts';
import { BulkBar } from './bulk-bar.tsx';
import { useChoiceNames } from '../data/choice-names.ts';
import { FilterChips } from './filter-chips.tsx';
import type { RowAction } from './grid-body.tsx';
import { ListCards } from './list-cards.tsx';
import { ListEmpty } from './list-empty.tsx';
import { RefreshErrorStrip, ListFailed } from './list-failed.tsx';
import { type GridHandle, ListGrid } from './list-grid.tsx';
import { ListPagination } from './list-pagination.tsx';
import { type FixedValues, toBulkFilter, toListQuery } from './list-request.ts';
import { ROW_HEIGHT, useDensity } from './list-settings.ts';
import { SkeletonCards } from './list-skeleton.tsx';
import { NewButton, RestoreButton } from './list-buttons.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { EMPTY_SELECTION, isEmptySelection, setSelected, toBulkTarget } from './selection.ts';
import { TrashBanner } from './trash-banner.tsx';
import { isTrashOnly, userConditionsOf } from './trash.ts';
import { type ColumnHandle, useColumns } from './use-columns.ts';
import type { ListStateHandle } from './use-list-state.ts';
import { usePhone } from '../../ui/use-phone.ts';
import { useFilterPanels } from './use-filter-panels.tsx';
import { elsewhereConditions, useOwnTotal } from './use-own-total.ts';
import { useClampedPage } from './use-clamped-page.ts';
import { useSelection } from './use-selection.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { holdKeys } from '../../ui/typed-ahead.ts';

const PeekPanel = lazyComponent(async () => (await import('./peek-panel.tsx')).PeekPanel);
const loadFormDialog = async () => (await import('../form/form-dialog.tsx')).ResourceFormDialog;
const ResourceFormDialog = lazyComponent(loadFormDialog);

const NO_ACTIONS: readonly ListAction[] = [];
const NO_ROWS: readonly ResourceRecord[] = [];

/** What the surrounding page or tab needs in order to place the list. */
export interface ListFrame {
  /** Number of matching records that count at the user's hotels; empty while unknown. */
  readonly count: string;
  /**
   * The primary action: create a record, or restore the selected records of the trash. Empty without the permission.
   */
  readonly action: ReactNode;
  readonly columns: ColumnHandle;
  readonly list: ReactNode;
}

/** The filter of the list in the address of its records, if their pages lead from one to the next. */
const sequenceSearch = (definition: ResourceDefinition, { search, conditions }: ListState): ListSearch =>
  getExtensions().recordSequences.has(definition.key)
    ? toListSearch(definition, { ...INITIAL_LIST_STATE, search, conditions })
    : {};

interface ListViewProps {
  definition: ResourceDefinition;
  state: ListStateHandle;
  fixed: FixedValues;
  embedded: boolean;
  /** The record whose dialog is open initially, or `new`. */
  initialRecord?: string | undefined;
  children: (frame: ListFrame) => ReactNode;
}

/** One list of a resource, on any page: its query, its selection, and everything that can be opened from it. */
export function ListView({ definition, state, fixed, embedded, initialRecord, children }: ListViewProps) {
  const { t } = useLingui();
  const label = useLabel();
  const navigate = useNavigate();
  const isPhone = usePhone();
  const [density] = useDensity();
  const [{ conditions, search, deleted }, change] = state;
  const userConditions = userConditionsOf(state[0]);
  const listRequest = toListQuery(state[0], fixed);
  const query = useQuery(listQuery(definition, listRequest));
  const rows = query.data?.rows ?? NO_ROWS;
  const meta = query.data?.meta;
  const columns = useColumns(definition, state, fixed);
  const names = useChoiceNames(definition, conditions);
  const shownColumns = columns.arranged.flatMap((c) => (c.isShown ? [c.column] : []));
  const { selection, set: setSelection, toggleRow } = useSelection(state[0], rows, !query.isPlaceholderData);
  const [openForm, setOpenForm] = useState<{ id?: number } | null>(() =>
    initialRecord === undefined ? null : initialRecord === 'new' ? {} : { id: Number(initialRecord) },
  );
  const showForm = useCallback((form: { id?: number }) => {
    void holdKeys(loadFormDialog());
    setOpenForm(form);
  }, []);
  const closeForm = () => {
    setOpenForm(null);
    // The URL was that of the dialog, so return to the list's.
    if (initialRecord !== undefined) void navigate({ to: definition.path, replace: true });
  };
  const [peekedId, setPeekedId] = useState<number | null>(null);
  // Hide the side panel when the list no longer contains its record.
  const peekedRow = rows.find((r) => r.id === peekedId);
  const searchInput = useRef<HTMLInputElement>(null);
  const grid = useRef<GridHandle>(null);

  const rights = useMemo(
    () => ({
      update: !definition.readOnly && can(permission('UPDATE', definition.permission)),
      remove: !definition.readOnly && can(permission('DELETE', definition.permission)),
    }),
    [definition],
  );
  const canCreate = !definition.readOnly && !deleted && can(permission('STORE', definition.permission));
  const openNewForm = useMemo(() => (canCreate ? () => showForm({}) : undefined), [canCreate, showForm]);
  const plural = label(definition.labels).toLocaleLowerCase();
  usePageKeys(
    [
      { key: '/', label: t`Search ${plural}`, run: () => searchInput.current?.focus() },
      { key: 'n', label: t`Create new`, run: openNewForm },
      { key: 'ArrowDown', label: t`Move to the list`, run: () => grid.current?.focusGrid(), whileUnfocused: true },
    ],
    !embedded,
  );

  const isBeyondLastPage = useClampedPage(state, rows.length, query.isPlaceholderData ? undefined : meta);
  const ownTotal = useOwnTotal(definition, listRequest, meta);
  const count = ownTotal ? formatNumber(ownTotal.total) : '';
  const { onFilter, onOpenFilter, openDrawer, panels } = useFilterPanels(definition, state, {
    columns: columns.arranged,
    names,
    count: meta ? formatNumber(meta.total) : '',
  });
  const deselect = (id: number) => {
    setSelection(setSelected(selection, [id], false));
    setPeekedId((currentId) => (currentId === id ? null : currentId));
  };
  const onRowAction = async (action: RowAction, record: ResourceRecord, event?: { shiftKey: boolean }) => {
    if (action === 'open') {
      if (definition.opensInDialog) showForm({ id: record.id });
      else await navigate({ to: recordPath(definition, record.id), search: sequenceSearch(definition, state[0]) });
    }
    if (action === 'select') toggleRow(record.id, event?.shiftKey ?? false);
    if (action === 'peek') setPeekedId((currentId) => (currentId === record.id ? null : record.id));
    if (action !== 'edit' && action !== 'delete' && action !== 'restore') return;
    // A keyboard shortcut also reaches a row whose button is disabled.
    const rejection = lockReasonFor(definition, record, action);
    if (rejection) return showMessage({ message: label(rejection), variant: 'warning' });
    if (action === 'edit') return showForm({ id: record.id });
    const loading = import('./record-actions.tsx');
    // Restoring rarely asks for confirmation, so keys are not for a dialog.
    const { deleteWithConfirmation, restoreWithMessage } = await (action === 'delete' ? holdKeys(loading) : loading);
    const isDone =
      action === 'delete'
        ? await deleteWithConfirmation(definition, record)
        : await restoreWithMessage(definition, record);
    if (isDone) deselect(record.id);
  };
  const movePeek = (offset: -1 | 1) => {
    const rowIndex = rows.findIndex(({ id }) => id === peekedId) + offset;
    const next = rows[rowIndex];
    if (!next) return;
    setPeekedId(next.id);
    grid.current?.revealRow(rowIndex);
  };
  const bulkTarget = () => toBulkTarget(selection, toBulkFilter(state[0], fixed));
  const clearSelection = () => {
    setSelection(EMPTY_SELECTION);
    setPeekedId(null);
  };
  const bulkHandlers = bulkActions(definition, bulkTarget, clearSelection);
  const run = async ({ run: runListAction }: ListAction, selectedCount: number) => {
    if (await holdKeys(runListAction(bulkTarget(), selectedCount))) clearSelection();
  };

  const title = label(definition.labels);
  const isFiltered = search !== '' || userConditions.length > 0;
  const isTrash = isTrashOnly(state[0]);
  const withoutFilters = { conditions: conditions.filter((c) => !userConditions.includes(c)) };
  const clearFilters = () => change({ search: '', ...withoutFilters });
  const isEmpty = query.isSuccess && rows.length === 0 && !isBeyondLastPage;
  const emptyState =
    query.isError && !query.data ? (
      <ListFailed
        error={query.error}
        onRetry={() => void query.refetch()}
        onClear={isFiltered ? clearFilters : undefined}
      />
    ) : isEmpty ? (
      <ListEmpty
        definition={definition}
        isFiltered={isFiltered}
        isTrash={isTrash}
        onCreate={openNewForm}
        onClear={clearFilters}
      />
    ) : null;

  const action = deleted ? (
    rights.remove && (
      <RestoreButton isSelectionEmpty={isEmptySelection(selection)} onRestore={() => void bulkHandlers.restore()} />
    )
  ) : (
    <NewButton definition={definition} embedded={embedded} onCreate={openNewForm} />
  );

  const list = (
    <div className={`flex min-w-0 flex-col gap-3 ${embedded || isPhone ? '' : 'min-h-0 flex-1'}`}>
      <ListToolbar
        state={state}
        columns={columns}
        phone={isPhone}
        hasKeys={!embedded}
        hasTrash={!definition.readOnly}
        importExport={
          <ImportExportButtons
            definition={definition}
            query={listRequest}
            columns={shownColumns}
            phone={isPhone}
            embedded={embedded}
          />
        }
        action={embedded && action}
        searchRef={searchInput}
        isFetching={query.isFetching}
        onRefresh={() => void query.refetch()}
        onFilters={openDrawer}
        onEnterGrid={() => grid.current?.focusGrid()}
      />
      <FilterChips
        definition={definition}
        conditions={userConditions}
        names={names}
        onOpen={isPhone ? openDrawer : onOpenFilter}
        onRemove={(condition) => change({ conditions: conditions.filter((c) => c !== condition) })}
        onClear={() => change(withoutFilters)}
      />
      {deleted && <TrashBanner state={state} />}
      {query.isError && query.data && <RefreshErrorStrip error={query.error} onRetry={() => void query.refetch()} />}
      <div
        data-trash={deleted ? (isTrashOnly(state[0]) ? 'alone' : 'mixed') : undefined}
        className={`relative flex min-w-0 overflow-hidden rounded-lg border border-border bg-surface ${embedded || isPhone ? '' : 'min-h-0 flex-1'} ${isPhone ? '-mx-4 rounded-none! border-x-0!' : ''}`}
      >
        <div className="relative flex min-w-0 flex-1 flex-col">
          {query.isFetching && !query.isPending && <div className="list-progress" />}
          {isPhone ? (
            query.isPending ? (
              <SkeletonCards />
            ) : (
              (emptyState ?? (
                <ListCards
                  definition={definition}
                  label={title}
                  rows={rows}
                  columns={columns.arranged}
                  selection={selection}
                  onToggle={toggleRow}
                  onRowAction={onRowAction}
                />
              ))
            )
          ) : (
            <>
              <ListGrid
                ref={grid}
                definition={definition}
                label={title}
                className={emptyState ? 'shrink-0' : embedded ? 'max-h-[70dvh]' : 'min-h-0 flex-1'}
                rows={emptyState ? NO_ROWS : rows}
                offset={query.data?.offset ?? 0}
                rowCount={meta && !meta.total_is_estimate ? meta.total : null}
                isLoading={query.isPending}
                columns={columns}
                state={state}
                names={names}
                selection={selection}
                peeked={peekedRow?.id ?? null}
                rights={rights}
                rowHeight={ROW_HEIGHT[density]}
                onSelect={setSelection}
                onToggle={toggleRow}
                onRowAction={onRowAction}
                onFilter={onFilter}
                onOpenFilter={onOpenFilter}
                onFocusedRowChange={(record) => setPeekedId(record.id)}
                onEscape={() => (peekedRow ? setPeekedId(null) : setSelection(EMPTY_SELECTION))}
              />
              {emptyState && (
                <div className="flex min-h-0 flex-1 flex-col justify-center overflow-y-auto">{emptyState}</div>
              )}
            </>
          )}
          <ListPagination
            state={state}
            meta={meta}
            rows={rows.length}
            total={ownTotal ?? null}
            onElsewhere={() => change({ conditions: elsewhereConditions(definition, conditions) })}
          />
          <BulkBar
            selection={selection}
            ids={rows.map((r) => r.id)}
            total={meta?.total ?? 0}
            totalIsEstimate={meta?.total_is_estimate ?? false}
            canEdit={rights.update && !isTrash && bulkFields(definition).length > 0}
            canDelete={rights.remove && !isTrash}
            canRestore={rights.remove && deleted}
            actions={isTrash ? NO_ACTIONS : (getExtensions().listActions[definition.key] ?? NO_ACTIONS)}
            exportButton={(className) => (
              <ExportSelectionButton
                definition={definition}
                query={listRequest}
                columns={shownColumns}
                target={bulkTarget()}
                className={className}
              />
            )}
            onSelect={setSelection}
            onEdit={() => void bulkHandlers.edit()}
            onDelete={() => void bulkHandlers.remove()}
            onRestore={() => void bulkHandlers.restore()}
            onAction={(listAction, selected) => void run(listAction, selected)}
            onFocusLost={() => grid.current?.focusGrid()}
          />
        </div>
        {peekedRow && !isPhone && (
          <Suspense>
            <PeekPanel
              definition={definition}
              row={peekedRow}
              rights={rights}
              onAction={onRowAction}
              onMove={movePeek}
              onClose={() => setPeekedId(null)}
            />
          </Suspense>
        )}
      </div>
      {!embedded && <PrintedPageFacts facts={search === '' ? [] : [[t`Search`, search]]} />}
      {/* Leaves space for the bulk bar, which covers the end of the page. */}
      {isPhone && !isEmptySelection(selection) && <div className="h-36" />}
      {panels}
      <Suspense>
        {openForm && (
          <ResourceFormDialog definition={definition} id={openForm.id} defaults={fixed} onClose={closeForm} />
        )}
      </Suspense>
    </div>
  );
  return children({ count: ownTotal?.isEstimate ? t`about ${count}` : count, action, columns, list });
}
