import { type ReportKey, reportDefinition } from '@innkeeper/contract';
import { type ReactNode, type Ref, useCallback, useMemo } from 'react';
import type { ResourceRecord } from '../../engine/data/record.ts';
import type { ListState } from '../../engine/data/list-state.ts';
import type { ChoiceNames } from '../../engine/list/condition-sentence.ts';
import { type GridHandle, ListGrid } from '../../engine/list/list-grid.tsx';
import { ListPagination } from '../../engine/list/list-pagination.tsx';
import { ROW_HEIGHT, useDensity } from '../../engine/list/list-settings.ts';
import type { ColumnHandle } from '../../engine/list/use-columns.ts';
import type { useFilterPanels } from '../../engine/list/use-filter-panels.tsx';
import type { ListStateHandle } from '../../engine/list/use-list-state.ts';
import { useSelection } from '../../engine/list/use-selection.ts';
import { useLabel } from '../../i18n/use-label.ts';
import { usePhone } from '../../ui/use-phone.ts';
import type { ReportPage } from './report-query.ts';
import { ReportSums } from './report-sums.tsx';
import { renderRowCount } from './row-without-rate.tsx';
import { useSelectedSums } from './selected-sums.ts';
import { WithoutRateRows } from './without-rate-rows.tsx';

const NO_ROWS: readonly ResourceRecord[] = [];
/** Report rows are read-only. */
const NO_RIGHTS = { update: false, remove: false };
const nothing = () => undefined;

interface ReportRowsProps {
  report: ReportKey;
  state: ListStateHandle;
  response: ReportPage | undefined;
  /** The response belongs to an earlier query. */
  isEarlier: boolean;
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
  const { report, state, response, isEarlier, columns, names, filters, fallback } = props;
  const d = reportDefinition(report);
  const label = useLabel();
  const phone = usePhone();
  const [density] = useDensity();
  const rows = response?.rows ?? NO_ROWS;
  const reportRequest = useMemo(() => listQueryState(state[0]), [state]);
  // Rows are identified by position, which changes with the order.
  const { selection, set: select, toggleRow } = useSelection(reportRequest, rows, !isEarlier);
  const [requested] = state;
  const renderNote = useCallback(
    (record: ResourceRecord, column: string) =>
      response && renderRowCount({ report, state: requested, response }, record, column),
    [report, requested, response],
  );
  const selected = useSelectedSums(selection, isEarlier ? undefined : response, reportRequest.search);
  return (
    <>
      <ListGrid
        ref={props.ref}
        definition={d}
        label={label(d.label)}
        className={fallback ? 'shrink-0' : phone ? 'max-h-[70dvh]' : 'min-h-0 flex-1'}
        rows={fallback ? NO_ROWS : rows}
        offset={(state[0].page - 1) * state[0].per_page}
        rowCount={response?.meta.total ?? null}
        waiting={props.isPending}
        columns={columns}
        state={state}
        names={names}
        selection={selection}
        peeked={null}
        rights={NO_RIGHTS}
        renderNote={renderNote}
        rowHeight={ROW_HEIGHT[density]}
        foot={(shown, styles) => (
          <ReportSums
            columns={shown}
            styles={styles}
            all={fallback ? [] : (response?.by_currency ?? [])}
            selected={selected}
            renderExtra={(sums, isAll) => (
              <WithoutRateRows
                report={report}
                columns={response?.offered ?? []}
                offered={response?.offered ?? []}
                sums={sums}
                link={isAll ? { state: state[0], conditions: state[0].conditions } : undefined}
              />
            )}
          />
        )}
        onSelect={select}
        onToggle={toggleRow}
        onRow={(action, row, event) => action === 'select' && toggleRow(row.id, event?.shiftKey ?? false)}
        onFilter={filters.onFilter}
        onOpenFilter={filters.onOpenFilter}
        onFollow={nothing}
        onEscape={nothing}
      />
      {fallback && <div className="flex min-h-0 flex-1 flex-col justify-center overflow-y-auto">{fallback}</div>}
      <ListPagination state={state} meta={response?.meta} rows={rows.length} />
    </>
  );
}

/** Everything that determines the position of a row. */
function listQueryState(state: ListState): ListState {
  const { search, sort, conditions, per_page, columns } = state;
  return { ...state, search: JSON.stringify([search, sort, conditions, per_page, columns]) };
}
