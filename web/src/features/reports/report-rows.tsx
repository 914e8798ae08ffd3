import { type ReportKey, getReportDefinition, type CurrencySums } from '@innkeeper/contract';
import { type ReactNode, type Ref, useCallback, useMemo } from 'react';
import type { ResourceRecord } from '../../engine/data/record.ts';
import type { ListState } from '../../engine/data/list-state.ts';
import type { ChoiceNames } from '../../engine/data/describe-condition.ts';
import { type GridHandle, ListGrid } from '../../engine/list/list-grid.tsx';
import { ListPagination } from '../../engine/list/list-pagination.tsx';
import { ROW_HEIGHT, useDensity } from '../../engine/list/list-settings.ts';
import type { ColumnHandle } from '../../engine/list/use-columns.ts';
import type { useFilterPanels } from '../../engine/list/use-filter-panels.tsx';
import type { ListStateHandle } from '../../engine/list/use-list-state.ts';
import { useSelection } from '../../engine/list/use-selection.ts';
import { useLabel } from '../../i18n/use-label.ts';
import { classNames } from '../../ui/class-names.ts';
import { usePhone } from '../../ui/use-phone.ts';
import type { ReportPage } from './report-query.ts';
import { ReportSums } from './report-sums.tsx';
import { renderRowCount } from './row-without-rate.tsx';
import { WithoutRateRows } from './without-rate-rows.tsx';
import { type Selection, isEmptySelection } from '../../engine/list/selection.ts';
import { addSums, subtractSums } from './add-sums.ts';

const NO_ROWS: readonly ResourceRecord[] = [];
/** Report rows are read-only. */
const NO_RIGHTS = { update: false, remove: false };
const noop = () => undefined;

interface ReportRowsProps {
  report: ReportKey;
  state: ListStateHandle;
  response: ReportPage | undefined;
  /** The response belongs to an earlier query. */
  isStale: boolean;
  isPending: boolean;
  columns: ColumnHandle;
  names: ChoiceNames;
  filters: Pick<ReturnType<typeof useFilterPanels>, 'onFilter' | 'onOpenFilter'>;
  /** Rendered instead of the rows. */
  fallback: ReactNode;
  ref: Ref<GridHandle>;
}

/** A page of a report's rows, with the sums of all rows and of the selected ones. */
export function ReportRows(props: ReportRowsProps) {
  const { report, state, response, isStale, columns, names, filters, fallback } = props;
  const definition = getReportDefinition(report);
  const label = useLabel();
  const isPhone = usePhone();
  const [density] = useDensity();
  const rows = response?.rows ?? NO_ROWS;
  const reportRequest = useMemo(() => listQueryState(state[0]), [state]);
  // Rows are identified by position, which changes with the order.
  const { selection, set: select, toggleRow } = useSelection(reportRequest, rows, !isStale);
  const [listState] = state;
  const renderNote = useCallback(
    (record: ResourceRecord, column: string) =>
      response && renderRowCount({ report, state: listState, response }, record, column),
    [report, listState, response],
  );
  const selectedSums = useSelectedSums(selection, isStale ? undefined : response, reportRequest.search);
  return (
    <>
      <ListGrid
        ref={props.ref}
        definition={definition}
        label={label(definition.label)}
        className={classNames(
          fallback ? 'shrink-0' : isPhone ? 'max-h-[70dvh]' : 'min-h-0 flex-1',
          // The first response names the columns. Until then the head would show others.
          props.isPending && 'overflow-hidden! [&_.list-head-row]:invisible',
        )}
        rows={fallback ? NO_ROWS : rows}
        offset={(state[0].page - 1) * state[0].per_page}
        rowCount={response?.meta.total ?? null}
        isLoading={props.isPending}
        columns={columns}
        state={state}
        names={names}
        selection={selection}
        peeked={null}
        rights={NO_RIGHTS}
        renderNote={renderNote}
        rowHeight={ROW_HEIGHT[density]}
        renderFoot={(visibleColumns, styles) => (
          <ReportSums
            columns={visibleColumns}
            styles={styles}
            allSums={fallback ? [] : (response?.by_currency ?? [])}
            selectedSums={selectedSums}
            renderExtra={(sums, isForAllRows) => (
              <WithoutRateRows
                report={report}
                columns={response?.offered ?? []}
                offeredColumns={response?.offered ?? []}
                sums={sums}
                link={isForAllRows ? { state: state[0], conditions: state[0].conditions } : undefined}
              />
            )}
          />
        )}
        onSelect={select}
        onToggle={toggleRow}
        onRowAction={(action, row, event) => action === 'select' && toggleRow(row.id, event?.shiftKey ?? false)}
        onFilter={filters.onFilter}
        onOpenFilter={filters.onOpenFilter}
        onFocusedRowChange={noop}
        onEscape={noop}
      />
      {fallback && <div className="flex min-h-0 flex-1 flex-col justify-center overflow-y-auto">{fallback}</div>}
      {/* On a phone it is below the rows, and hidden until it is known how many there are. */}
      <div className={isPhone && props.isPending ? 'invisible shrink-0' : 'shrink-0'}>
        <ListPagination state={state} meta={response?.meta} rows={rows.length} />
      </div>
    </>
  );
}

/** Everything that determines the position of a row. */
function listQueryState(state: ListState): ListState {
  const { search, sort, conditions, per_page, columns } = state;
  return { ...state, search: JSON.stringify([search, sort, conditions, per_page, columns]) };
}

const NO_SUMS: readonly CurrencySums[] = [];

/**
 * The sums of the selected rows. Rows of other pages are cached from when they were visible; a new `reportRequest`
 * clears the cache.
 */
function useSelectedSums(
  selection: Selection,
  response: ReportPage | undefined,
  reportRequest: string,
): readonly CurrencySums[] {
  const cache = useMemo(() => ({ reportRequest, rows: new Map<number, readonly CurrencySums[]>() }), [reportRequest]);
  response?.rows.forEach(({ id }, index) => cache.rows.set(id, response.rows_by_currency[index] ?? []));
  if (isEmptySelection(selection) || !response) return NO_SUMS;
  const ids = selection.kind === 'all' ? selection.except : selection.ids;
  const sums = [...ids].flatMap((id) => cache.rows.get(id) ?? []);
  return selection.kind === 'all' ? subtractSums(response.by_currency, sums) : addSums(sums);
}
