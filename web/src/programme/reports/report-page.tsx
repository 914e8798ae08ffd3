import {
  type Condition,
  type ReportKey,
  type ResourceDefinition,
  findReport,
  reportDefinition,
} from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import SearchX from 'lucide-react/icons/search-x';
import { Suspense, lazy, useCallback, useEffect, useRef, useState } from 'react';
import { ExchangeButtons } from '../../engine/exchange/exchange-buttons.tsx';
import type { ResourceRecord } from '../../engine/data/record.ts';
import { useChoiceNames } from '../../engine/list/choice-names.ts';
import { filterWays, setCondition } from '../../engine/list/column-filter.ts';
import { FilterChips } from '../../engine/list/filter-chips.tsx';
import { ListFailed } from '../../engine/list/list-failed.tsx';
import { type GridHandle, ListGrid } from '../../engine/list/list-grid.tsx';
import { ListPagination } from '../../engine/list/list-pagination.tsx';
import { ROW_HEIGHT, useDensity } from '../../engine/list/list-settings.ts';
import { writeListState } from '../../engine/data/list-state.ts';
import { ListToolbar } from '../../engine/list/list-toolbar.tsx';
import { useAddressState } from '../../engine/list/use-list-state.ts';
import { usePhone } from '../../ui/use-phone.ts';
import { useSelection } from '../../engine/list/use-selection.ts';
import { useViews } from '../../engine/list/use-views.ts';
import { ViewMenu } from '../../engine/list/view-menu.tsx';
import { fromViewState } from '../../engine/list/view-state.ts';
import { ViewTabs } from '../../engine/list/view-tabs.tsx';
import { ViewsContext, type ViewsHandle } from '../../engine/list/views-context.ts';
import { formatNumber } from '../../format/number.ts';
import { useLabel } from '../../i18n/use-label.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { showMessage } from '../../ui/message-store.ts';
import { usePageKeys } from '../../ui/page-keys.ts';
import { Page } from '../../ui/page.tsx';
import { reportQuery } from './report-query.ts';
import { ReportSums } from './report-sums.tsx';
import { findNamedView } from './named-view.ts';
import { useReportColumns } from './use-report-columns.ts';

const FilterPopup = lazy(async () => ({ default: (await import('../../engine/list/filter-popup.tsx')).FilterPopup }));
const FilterDrawer = lazy(async () => ({
  default: (await import('../../engine/list/filter-drawer.tsx')).FilterDrawer,
}));

const NO_ROWS: readonly ResourceRecord[] = [];
/** Rows of a report are looked at, and nothing is done with them. */
const NO_RIGHTS = { update: false, remove: false };
const nothing = () => undefined;

/** A report: its columns, filters, order and page are its address; `menu` names the view that it is opened with. */
export function ReportPage() {
  const { name, menu } = useParams({ from: '/shell/report/$name/{-$menu}' });
  const report = findReport(name);
  return report && <Report key={report} report={report} menu={menu} />;
}

function Report({ report, menu }: { report: ReportKey; menu: string | undefined }) {
  const d = reportDefinition(report);
  const { t } = useLingui();
  const label = useLabel();
  const phone = usePhone();
  const [density] = useDensity();
  const handle = useAddressState(d);
  const [state, change] = handle;
  const { conditions, search, page, per_page } = state;
  const query = useQuery(reportQuery(report, state));
  const rows = query.data?.rows ?? NO_ROWS;
  const meta = query.data?.meta;
  const columns = useReportColumns(d, handle, query.data?.offered);
  const views = useViews(d, handle, columns);
  useNamedView(d, menu, views);
  const names = useChoiceNames(d, conditions);
  const { selection, set: select, toggleRow } = useSelection(state, rows, !query.isPlaceholderData);
  const [filter, setFilter] = useState<{ column: string; anchor: Element } | null>(null);
  const [drawer, setDrawer] = useState(false);
  const searchInput = useRef<HTMLInputElement>(null);
  const grid = useRef<GridHandle>(null);
  const title = label(d.label);

  usePageKeys([
    { key: '/', label: t`Search this report`, act: () => searchInput.current?.focus() },
    { key: 'ArrowDown', label: t`Into the report`, act: () => grid.current?.enter(), isFree: true },
  ]);

  // A report that has fewer rows now leaves pages behind that are no more.
  const lastPage = meta ? Math.max(1, Math.ceil(meta.total / per_page)) : page;
  const isBeyond = rows.length === 0 && page > lastPage && !query.isPlaceholderData;
  useEffect(() => {
    if (isBeyond) change({ page: lastPage });
  }, [isBeyond, lastPage, change]);

  const onFilter = useCallback(
    (column: string, condition: Condition | undefined) =>
      change({ conditions: setCondition(conditions, filterWays(d, column), condition) }),
    [change, conditions, d],
  );
  const onOpenFilter = useCallback((column: string, anchor: Element) => setFilter({ column, anchor }), []);
  const isFiltered = search !== '' || conditions.length > 0;
  const clear = () => change({ search: '', conditions: [] });
  const instead =
    query.isError && !query.data ? (
      <ListFailed error={query.error} onRetry={() => void query.refetch()} onClear={isFiltered ? clear : undefined} />
    ) : query.isSuccess && rows.length === 0 && !isBeyond ? (
      <NoRows onClear={isFiltered ? clear : undefined} />
    ) : null;
  const count = meta ? formatNumber(meta.total) : '';

  return (
    <ViewsContext value={views}>
      <Page
        title={title}
        fill={!phone}
        aside={
          <>
            <span className="text-base text-faint tabular">{count}</span>
            <ViewMenu />
          </>
        }
      >
        <ViewTabs isReady={count !== ''} />
        <div className={`flex min-w-0 flex-col gap-3 ${phone ? '' : 'min-h-0 flex-1'}`}>
          <ListToolbar
            state={handle}
            columns={columns}
            phone={phone}
            hasKeys
            hasTrash={false}
            exchange={
              <ExchangeButtons
                definition={d}
                query={state}
                columns={columns.arranged.flatMap((c) => (c.isShown ? [c.column] : []))}
                phone={phone}
                embedded
              />
            }
            searchRef={searchInput}
            isFetching={query.isFetching}
            onRefresh={() => void query.refetch()}
            onFilters={() => setDrawer(true)}
            onEnterGrid={() => grid.current?.enter()}
          />
          <FilterChips
            definition={d}
            conditions={conditions}
            names={names}
            onOpen={phone ? () => setDrawer(true) : onOpenFilter}
            onRemove={(condition) => change({ conditions: conditions.filter((c) => c !== condition) })}
            onClear={() => change({ conditions: [] })}
          />
          {query.isError && query.data && (
            <div
              role="alert"
              className="flex items-center gap-3 rounded-md bg-danger-soft px-3 py-2 text-sm text-danger-text"
            >
              <span className="flex-1">{query.error.message}</span>
              <Button size="small" onClick={() => void query.refetch()}>
                <Trans>Try again</Trans>
              </Button>
            </div>
          )}
          <div
            className={`relative flex min-w-0 flex-col overflow-hidden border-border bg-surface ${phone ? '-mx-4 border-y' : 'min-h-0 flex-1 rounded-lg border'}`}
          >
            {query.isFetching && !query.isPending && <div className="list-progress" />}
            <ListGrid
              ref={grid}
              definition={d}
              label={title}
              className={instead ? 'shrink-0' : phone ? 'max-h-[70dvh]' : 'min-h-0 flex-1'}
              rows={instead ? NO_ROWS : rows}
              rowCount={meta?.total ?? null}
              waiting={query.isPending}
              columns={columns}
              state={handle}
              names={names}
              selection={selection}
              peeked={null}
              rights={NO_RIGHTS}
              rowHeight={ROW_HEIGHT[density]}
              foot={(shown, styles) => (
                <ReportSums
                  columns={shown}
                  styles={styles}
                  totals={instead ? {} : (query.data?.totals ?? {})}
                  row={rows[0]}
                />
              )}
              onSelect={select}
              onToggle={toggleRow}
              onRow={(action, row, event) => action === 'select' && toggleRow(row.id, event?.shiftKey ?? false)}
              onFilter={onFilter}
              onOpenFilter={onOpenFilter}
              onFollow={nothing}
              onEscape={nothing}
            />
            {instead && <div className="flex min-h-0 flex-1 flex-col justify-center overflow-y-auto">{instead}</div>}
            <ListPagination state={handle} meta={meta} rows={rows.length} />
          </div>
        </div>
        <Suspense>
          {filter && (
            <FilterPopup
              definition={d}
              column={filter.column}
              anchor={filter.anchor}
              conditions={conditions}
              onChange={(condition) => onFilter(filter.column, condition)}
              onClose={() => setFilter(null)}
            />
          )}
          {drawer && (
            <FilterDrawer
              definition={d}
              columns={columns.arranged}
              state={handle}
              names={names}
              count={count}
              onFilter={onFilter}
              onClose={() => setDrawer(false)}
            />
          )}
        </Suspense>
      </Page>
    </ViewsContext>
  );
}

/** Opens the view that the address names, once it is known: its columns and filters then stand in the address. */
function useNamedView(d: ResourceDefinition, menu: string | undefined, { views }: ViewsHandle): void {
  const { t } = useLingui();
  const navigate = useNavigate();
  useEffect(() => {
    if (menu === undefined || !views) return;
    const view = findNamedView(views, menu);
    if (!view) showMessage({ message: t`This report has no view “${menu}”. It opens as usual.` });
    void navigate({ to: d.path, search: view ? writeListState(d, fromViewState(d, view)) : {}, replace: true });
  }, [d, menu, views, navigate, t]);
}

function NoRows({ onClear }: { onClear: (() => void) | undefined }) {
  return (
    <EmptyState
      icon={<SearchX size={22} />}
      title={<Trans>Nothing to report</Trans>}
      action={
        onClear && (
          <Button onClick={onClear}>
            <Trans>Clear search and filters</Trans>
          </Button>
        )
      }
    >
      {onClear ? (
        <Trans>No rows fit this search and these filters.</Trans>
      ) : (
        <Trans>Your hotels have no such records.</Trans>
      )}
    </EmptyState>
  );
}
