import { type ReportKey, type ResourceDefinition, findReport, getReportDefinition } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import SearchX from 'lucide-react/icons/search-x';
import { Suspense, useEffect, useRef } from 'react';
import { ImportExportButtons } from '../../engine/import-export/import-export-buttons.tsx';
import { toListSearch } from '../../engine/data/list-state.ts';
import { useChoiceNames } from '../../engine/data/choice-names.ts';
import { FilterChips } from '../../engine/list/filter-chips.tsx';
import { RefreshErrorStrip, ListFailed } from '../../engine/list/list-failed.tsx';
import type { GridHandle } from '../../engine/list/list-grid.tsx';
import { ListToolbar } from '../../engine/list/list-toolbar.tsx';
import { useFilterPanels } from '../../engine/list/use-filter-panels.tsx';
import { useClampedPage } from '../../engine/list/use-clamped-page.ts';
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
import { usePhone } from '../../ui/use-phone.ts';
import { ElsewhereTotals } from './elsewhere-totals.tsx';
import { parseDisplay, yearParams } from './report-display.ts';
import { reportQuery } from './report-query.ts';
import { ReportRows } from './report-rows.tsx';
import { ShapeBar } from './display-bar.tsx';
import { useKnownColumns } from './use-valid-columns.ts';
import { useReportColumns } from './use-report-columns.ts';
import { useReportState } from './use-report-state.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';
import type { SavedView } from '@innkeeper/contract/calls';
import { PrintedFacts } from '../../ui/printed-facts.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { YearSkeleton } from './year-skeleton.tsx';

const ReportPivot = lazyComponent(async () => (await import('./report-pivot.tsx')).ReportPivot);
const ReportYear = lazyComponent(async () => (await import('./report-year.tsx')).ReportYear);
const ReportGroups = lazyComponent(async () => (await import('./report-groups.tsx')).ReportGroups);

/**
 * A report. Columns, filters, order and page are stored in its address; `menu` names the view to open it with. See
 * docs/decisions/0057-show-a-report-as-a-list-of-computed-rows.md.
 */
export function ReportPage() {
  const { name, menu } = useParams({ from: '/shell/report/$name/{-$menu}' });
  const report = findReport(name);
  return report && <Report key={report} report={report} menu={menu} />;
}

function Report({ report, menu }: { report: ReportKey; menu: string | undefined }) {
  const definition = getReportDefinition(report);
  const { t } = useLingui();
  const label = useLabel();
  const isPhone = usePhone();
  const { handle, isOpening } = useReportState(report, menu);
  const [state, change] = handle;
  const { conditions, search } = state;
  const { shape, group, includesElsewhere } = parseDisplay(report, state);
  const extraParams = includesElsewhere ? [['elsewhere', '1'] as const] : [];
  const query = useQuery({ ...reportQuery(report, state, extraParams), enabled: !isOpening });
  useKnownColumns(report, handle, query.error);
  const { data: response, isPlaceholderData: isStale } = query;
  const columns = useReportColumns(definition, handle, response);
  const views = useViews(definition, handle, columns);
  useNamedView(definition, menu, views);
  const names = useChoiceNames(definition, conditions);
  const count = response ? formatNumber(response.meta.total) : '';
  const { panels, openDrawer, ...filters } = useFilterPanels(definition, handle, {
    columns: columns.arranged,
    names,
    count,
  });
  const searchInput = useRef<HTMLInputElement>(null);
  const grid = useRef<GridHandle>(null);

  usePageKeys([
    { key: '/', label: t`Search this report`, run: () => searchInput.current?.focus() },
    { key: 'ArrowDown', label: t`Move to the report`, run: () => grid.current?.focusGrid(), whileUnfocused: true },
  ]);
  const isBeyondLastPage = useClampedPage(handle, response?.rows.length ?? 0, isStale ? undefined : response?.meta);
  const isFiltered = search !== '' || conditions.length > 0;
  const clearFilters = () => change({ search: '', conditions: [] });
  const retry = () => void query.refetch();
  const fallback =
    query.isError && !response ? (
      <ListFailed error={query.error} onRetry={retry} onClear={isFiltered ? clearFilters : undefined} />
    ) : query.isSuccess && response?.rows.length === 0 && !isBeyondLastPage ? (
      <NoRows onClear={isFiltered ? clearFilters : undefined} />
    ) : null;

  return (
    <ViewsContext value={views}>
      <Page
        title={label(definition.label)}
        fill={!isPhone && shape !== 'year'}
        aside={
          <>
            <ViewMenu />
            {/* Last, because it arrives later. */}
            <span className="min-w-[5ch] text-base text-faint tabular">
              {shape === 'rows' || shape === 'groups' ? count : ''}
            </span>
          </>
        }
      >
        <ViewTabs isReady={count !== ''} />
        <div className={`report flex min-w-0 flex-col gap-3 ${isPhone || shape === 'year' ? '' : 'min-h-0 flex-1'}`}>
          <ListToolbar
            state={handle}
            columns={columns}
            phone={isPhone}
            hasKeys
            hasTrash={false}
            importExport={
              <ImportExportButtons
                definition={definition}
                query={state}
                further={[
                  ...(group.length > 0 ? [['group', group.join(',')] as const] : []),
                  ...(shape === 'year' ? yearParams(state) : []),
                  ...extraParams,
                ]}
                columns={columns.arranged.flatMap((c) => (c.isShown ? [c.column] : []))}
                phone={isPhone}
                embedded
              />
            }
            searchRef={searchInput}
            isFetching={query.isFetching}
            onRefresh={retry}
            onFilters={openDrawer}
            onEnterGrid={() => grid.current?.focusGrid()}
          />
          <ShapeBar report={report} state={handle} offeredColumns={response?.offered} />
          <FilterChips
            definition={definition}
            conditions={conditions}
            names={names}
            onOpen={isPhone ? openDrawer : filters.onOpenFilter}
            onRemove={(condition) => change({ conditions: conditions.filter((c) => c !== condition) })}
            onClear={() => change({ conditions: [] })}
          />
          {query.isError && response && <RefreshErrorStrip error={query.error} onRetry={retry} />}
          {shape === 'year' ? (
            <Suspense
              fallback={
                <div className="flex flex-col gap-4">
                  <Skeleton className="h-(--control-small) w-48" />
                  <YearSkeleton />
                </div>
              }
            >
              <ReportYear state={handle} response={isStale ? undefined : response} fallback={fallback} />
            </Suspense>
          ) : (
            <div
              className={`relative flex min-w-0 flex-col overflow-hidden border-border bg-surface print:mx-0 print:border-0 ${isPhone ? '-mx-4 border-y' : 'min-h-0 flex-1 rounded-lg border'}`}
            >
              {query.isFetching && !query.isPending && <div className="list-progress" />}
              {shape === 'groups' ? (
                <Suspense>
                  <ReportGroups
                    report={report}
                    state={handle}
                    columns={columns.arranged}
                    response={response}
                    fallback={fallback}
                  />
                </Suspense>
              ) : shape === 'pivot' ? (
                <Suspense>
                  <ReportPivot
                    report={report}
                    state={state}
                    response={response}
                    isStale={isStale}
                    fallback={fallback}
                  />
                </Suspense>
              ) : (
                <ReportRows
                  ref={grid}
                  report={report}
                  state={handle}
                  response={response}
                  isStale={isStale}
                  isPending={query.isPending}
                  columns={columns}
                  names={names}
                  filters={filters}
                  fallback={fallback}
                />
              )}
            </div>
          )}
          {response?.elsewhere && (
            <ElsewhereTotals report={report} offeredColumns={response.offered} sums={response.elsewhere} />
          )}
          {response && <PrintedFacts facts={response.facts.map(({ word, meaning }) => [word, meaning])} />}
        </div>
        {panels}
      </Page>
    </ViewsContext>
  );
}

/** Opens the view that the address names once it is known, and writes its columns and filters into the address. */
function useNamedView(definition: ResourceDefinition, menu: string | undefined, { views }: ViewsHandle): void {
  const { t } = useLingui();
  const navigate = useNavigate();
  useEffect(() => {
    if (menu === undefined || !views) return;
    const view = findNamedView(views, menu);
    if (!view) showMessage({ message: t`This report has no view “${menu}”. Showing the default view.` });
    void navigate({
      to: definition.path,
      search: view ? toListSearch(definition, fromViewState(definition, view)) : {},
      replace: true,
    });
  }, [definition, menu, views, navigate, t]);
}

function NoRows({ onClear }: { onClear: (() => void) | undefined }) {
  return (
    <EmptyState
      icon={<SearchX size={22} />}
      title={<Trans>No data</Trans>}
      action={
        onClear && (
          <Button onClick={onClear}>
            <Trans>Clear search and filters</Trans>
          </Button>
        )
      }
    >
      {onClear ? (
        <Trans>No rows match this search and these filters.</Trans>
      ) : (
        <Trans>Your hotels have no records for this report.</Trans>
      )}
    </EmptyState>
  );
}

/** The slug of a view in an address: "Sales by hotel" becomes `sales-by-hotel`. */
const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

/**
 * The view that an address names. If several share a name, the reader's own view wins, because `views` lists own views
 * first.
 */
const findNamedView = (views: readonly SavedView[], menu: string): SavedView | undefined =>
  views.find(({ name }) => slugOf(name) === slugOf(menu));
