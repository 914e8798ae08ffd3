import { type ResourceDefinition, bulkFields, permission, lockReasonFor } from '@innkeeper/contract';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, lazy, useMemo, useRef, useState } from 'react';
import { formatNumber } from '../../format/number.ts';
import { useLabel } from '../../i18n/use-label.ts';
import { can } from '../../session/user.ts';
import { showMessage } from '../../ui/message-store.ts';
import { usePageKeys } from '../../ui/page-keys.ts';
import { listQuery } from '../data/queries.ts';
import type { ResourceRecord } from '../data/record.ts';
import { type ListAction, extensions } from '../form/extensions.ts';
import { recordPath } from '../form/record-path.ts';
import { ImportExportButtons } from '../import-export/import-export-buttons.tsx';
import { bulkActions } from './bulk-actions.ts';
import { BulkBar } from './bulk-bar.tsx';
import { useChoiceNames } from './choice-names.ts';
import { FilterChips } from './filter-chips.tsx';
import type { RowAction } from './grid-body.tsx';
import { ListCards } from './list-cards.tsx';
import { ListEmpty } from './list-empty.tsx';
import { FailedStrip, ListFailed } from './list-failed.tsx';
import { type GridHandle, ListGrid } from './list-grid.tsx';
import { ListPagination } from './list-pagination.tsx';
import { type Fixed, toBulkFilter, toListQuery } from './list-request.ts';
import { ROW_HEIGHT, useDensity } from './list-settings.ts';
import { SkeletonCards } from './list-skeleton.tsx';
import { NewButton, RestoreButton } from './list-action.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { NONE, isNone, setSelected, toTarget } from './selection.ts';
import { TrashStrip } from './trash-strip.tsx';
import { isTrashOnly, ownConditions } from './trash.ts';
import { type ColumnHandle, useColumns } from './use-columns.ts';
import type { ListStateHandle } from './use-list-state.ts';
import { usePhone } from '../../ui/use-phone.ts';
import { useFilterPanels } from './use-filter-panels.tsx';
import { elsewhereConditions, useOwnTotal } from './use-own-total.ts';
import { usePageWithin } from './use-page-within.ts';
import { useSelection } from './use-selection.ts';

const PeekPanel = lazy(async () => ({ default: (await import('./peek-panel.tsx')).PeekPanel }));
const ResourceFormDialog = lazy(async () => ({
  default: (await import('../form/form-dialog.tsx')).ResourceFormDialog,
}));

const NO_ACTIONS: readonly ListAction[] = [];
const NO_ROWS: readonly ResourceRecord[] = [];

/** The frame around the list: a page or a tab. */
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

interface ListViewProps {
  definition: ResourceDefinition;
  state: ListStateHandle;
  fixed: Fixed;
  embedded: boolean;
  /** The record whose dialog is open initially, or `new`. */
  opened?: string | undefined;
  children: (frame: ListFrame) => ReactNode;
}

/** One list of a resource, on any page: its query, its selection, and everything that can be opened from it. */
export function ListView({ definition: d, state, fixed, embedded, opened, children }: ListViewProps) {
  const { t } = useLingui();
  const label = useLabel();
  const navigate = useNavigate();
  const phone = usePhone();
  const [density] = useDensity();
  const [{ conditions, search, deleted }, change] = state;
  const own = ownConditions(state[0]);
  const request = toListQuery(state[0], fixed);
  const query = useQuery(listQuery(d, request));
  const rows = query.data?.rows ?? NO_ROWS;
  const meta = query.data?.meta;
  const columns = useColumns(d, state, fixed);
  const names = useChoiceNames(d, conditions);
  const { selection, set: select, toggleRow } = useSelection(state[0], rows, !query.isPlaceholderData);
  const [form, setForm] = useState<{ id?: number } | null>(() =>
    opened === undefined ? null : opened === 'new' ? {} : { id: Number(opened) },
  );
  const closeForm = () => {
    setForm(null);
    // The address was that of the dialog, so return to the list's address.
    if (opened !== undefined) void navigate({ to: d.path, replace: true });
  };
  const [peekedId, setPeekedId] = useState<number | null>(null);
  // Hide the side panel when the list no longer contains its record.
  const peeked = rows.find((r) => r.id === peekedId);
  const searchInput = useRef<HTMLInputElement>(null);
  const grid = useRef<GridHandle>(null);

  const rights = useMemo(
    () => ({
      update: !d.readOnly && can(permission('UPDATE', d.permission)),
      remove: !d.readOnly && can(permission('DELETE', d.permission)),
    }),
    [d],
  );
  const canCreate = !d.readOnly && !deleted && can(permission('STORE', d.permission));
  const create = useMemo(() => (canCreate ? () => setForm({}) : undefined), [canCreate]);
  const plural = label(d.labels).toLocaleLowerCase();
  usePageKeys(
    [
      { key: '/', label: t`Search ${plural}`, run: () => searchInput.current?.focus() },
      { key: 'n', label: t`Create new`, run: create },
      { key: 'ArrowDown', label: t`Move to the list`, run: () => grid.current?.enter(), isFree: true },
    ],
    !embedded,
  );

  const isBeyond = usePageWithin(state, rows.length, query.isPlaceholderData ? undefined : meta);
  const ownTotal = useOwnTotal(d, request, meta);
  const count = ownTotal ? formatNumber(ownTotal.total) : '';
  const { onFilter, onOpenFilter, openDrawer, panels } = useFilterPanels(d, state, {
    columns: columns.arranged,
    names,
    count: meta ? formatNumber(meta.total) : '',
  });
  const forget = (id: number) => {
    select(setSelected(selection, [id], false));
    setPeekedId((shown) => (shown === id ? null : shown));
  };
  const onRow = async (action: RowAction, record: ResourceRecord, event?: { shiftKey: boolean }) => {
    if (action === 'open') {
      if (d.single) setForm({ id: record.id });
      else await navigate({ to: recordPath(d, record.id) });
    }
    if (action === 'select') toggleRow(record.id, event?.shiftKey ?? false);
    if (action === 'peek') setPeekedId((shown) => (shown === record.id ? null : record.id));
    if (action !== 'edit' && action !== 'delete' && action !== 'restore') return;
    // A keyboard shortcut also reaches a row whose button is disabled.
    const rejection = lockReasonFor(d, record, action);
    if (rejection) return showMessage({ message: label(rejection), variant: 'warning' });
    if (action === 'edit') return setForm({ id: record.id });
    const { deleteWithConfirmation, restoreWithMessage } = await import('./record-actions.tsx');
    const done = action === 'delete' ? await deleteWithConfirmation(d, record) : await restoreWithMessage(d, record);
    if (done) forget(record.id);
  };
  const walk = (by: -1 | 1) => {
    const at = rows.findIndex(({ id }) => id === peekedId) + by;
    const next = rows[at];
    if (!next) return;
    setPeekedId(next.id);
    grid.current?.reveal(at);
  };
  const target = () => toTarget(selection, toBulkFilter(state[0], fixed));
  const unselect = () => {
    select(NONE);
    setPeekedId(null);
  };
  const bulk = bulkActions(d, target, unselect);
  const run = async ({ run }: ListAction, selected: number) => {
    if (await run(target(), selected)) unselect();
  };

  const title = label(d.labels);
  const isFiltered = search !== '' || own.length > 0;
  const isTrash = isTrashOnly(state[0]);
  const noFilters = { conditions: conditions.filter((c) => !own.includes(c)) };
  const clear = () => change({ search: '', ...noFilters });
  const isEmpty = query.isSuccess && rows.length === 0 && !isBeyond;
  const nothing =
    query.isError && !query.data ? (
      <ListFailed error={query.error} onRetry={() => void query.refetch()} onClear={isFiltered ? clear : undefined} />
    ) : isEmpty ? (
      <ListEmpty definition={d} isFiltered={isFiltered} isTrash={isTrash} onCreate={create} onClear={clear} />
    ) : null;

  const action = deleted ? (
    rights.remove && <RestoreButton isNone={isNone(selection)} onRestore={() => void bulk.restore()} />
  ) : (
    <NewButton definition={d} embedded={embedded} onCreate={create} />
  );

  const list = (
    <div className={`flex min-w-0 flex-col gap-3 ${embedded || phone ? '' : 'min-h-0 flex-1'}`}>
      <ListToolbar
        state={state}
        columns={columns}
        phone={phone}
        hasKeys={!embedded}
        hasTrash={!d.readOnly}
        importExport={
          <ImportExportButtons
            definition={d}
            query={request}
            columns={columns.arranged.flatMap((c) => (c.isShown ? [c.column] : []))}
            phone={phone}
            embedded={embedded}
          />
        }
        action={embedded && action}
        searchRef={searchInput}
        isFetching={query.isFetching}
        onRefresh={() => void query.refetch()}
        onFilters={openDrawer}
        onEnterGrid={() => grid.current?.enter()}
      />
      <FilterChips
        definition={d}
        conditions={own}
        names={names}
        onOpen={phone ? openDrawer : onOpenFilter}
        onRemove={(condition) => change({ conditions: conditions.filter((c) => c !== condition) })}
        onClear={() => change(noFilters)}
      />
      {deleted && <TrashStrip state={state} />}
      {query.isError && query.data && <FailedStrip error={query.error} onRetry={() => void query.refetch()} />}
      <div
        data-trash={deleted ? (isTrashOnly(state[0]) ? 'alone' : 'mixed') : undefined}
        className={`relative flex min-w-0 overflow-hidden rounded-lg border border-border bg-surface ${embedded || phone ? '' : 'min-h-0 flex-1'} ${phone ? '-mx-4 rounded-none! border-x-0!' : ''}`}
      >
        <div className="relative flex min-w-0 flex-1 flex-col">
          {query.isFetching && !query.isPending && <div className="list-progress" />}
          {phone ? (
            query.isPending ? (
              <SkeletonCards />
            ) : (
              (nothing ?? (
                <ListCards
                  definition={d}
                  label={title}
                  rows={rows}
                  columns={columns.arranged}
                  selection={selection}
                  onToggle={toggleRow}
                  onRow={onRow}
                />
              ))
            )
          ) : (
            <>
              <ListGrid
                ref={grid}
                definition={d}
                label={title}
                className={nothing ? 'shrink-0' : embedded ? 'max-h-[70dvh]' : 'min-h-0 flex-1'}
                rows={nothing ? NO_ROWS : rows}
                offset={query.data?.offset ?? 0}
                rowCount={meta && !meta.total_is_estimate ? meta.total : null}
                waiting={query.isPending}
                columns={columns}
                state={state}
                names={names}
                selection={selection}
                peeked={peeked?.id ?? null}
                rights={rights}
                rowHeight={ROW_HEIGHT[density]}
                onSelect={select}
                onToggle={toggleRow}
                onRow={onRow}
                onFilter={onFilter}
                onOpenFilter={onOpenFilter}
                onFollow={(record) => setPeekedId(record.id)}
                onEscape={() => (peeked ? setPeekedId(null) : select(NONE))}
              />
              {nothing && <div className="flex min-h-0 flex-1 flex-col justify-center overflow-y-auto">{nothing}</div>}
            </>
          )}
          <ListPagination
            state={state}
            meta={meta}
            rows={rows.length}
            total={ownTotal ?? null}
            onElsewhere={() => change({ conditions: elsewhereConditions(d, conditions) })}
          />
          <BulkBar
            selection={selection}
            ids={rows.map((r) => r.id)}
            total={meta?.total ?? 0}
            totalIsEstimate={meta?.total_is_estimate ?? false}
            canEdit={rights.update && !isTrash && bulkFields(d).length > 0}
            canDelete={rights.remove && !isTrash}
            canRestore={rights.remove && deleted}
            actions={extensions().listActions[d.key] ?? NO_ACTIONS}
            onSelect={select}
            onEdit={() => void bulk.edit()}
            onDelete={() => void bulk.remove()}
            onRestore={() => void bulk.restore()}
            onAction={(one, selected) => void run(one, selected)}
          />
        </div>
        {peeked && !phone && (
          <Suspense>
            <PeekPanel
              definition={d}
              row={peeked}
              rights={rights}
              onAction={onRow}
              onWalk={walk}
              onClose={() => setPeekedId(null)}
            />
          </Suspense>
        )}
      </div>
      {/* Space for the bar that covers the end of the page. */}
      {phone && !isNone(selection) && <div className="h-14" />}
      {panels}
      <Suspense>
        {form && <ResourceFormDialog definition={d} id={form.id} defaults={fixed} onClose={closeForm} />}
      </Suspense>
    </div>
  );
  return children({ count: ownTotal?.isEstimate ? t`about ${count}` : count, action, columns, list });
}
