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
import { besideSum } from './row-without-rate.tsx';
import { useSelectedSums } from './selected-sums.ts';
import { WithoutRateRows } from './without-rate-rows.tsx';

const NO_ROWS: readonly ResourceRecord[] = [];
/** Rows of a report are looked at, and nothing is done with them. */
const NO_RIGHTS = { update: false, remove: false };
const nothing = () => undefined;

interface ReportRowsProps {
  report: ReportKey;
  state: ListStateHandle;
  answer: ReportPage | undefined;
  /** The answer is that to an earlier question. */
  isEarlier: boolean;
  isPending: boolean;
  columns: ColumnHandle;
  names: ChoiceNames;
  filters: Pick<ReturnType<typeof useFilterPanels>, 'onFilter' | 'onOpenFilter'>;
  /** Stands in place of the rows. */
  instead: ReactNode;
  ref: Ref<GridHandle>;
}

/** The rows of a report, a page of them, and the sums of all of them and of the selected ones. */
export function ReportRows(props: ReportRowsProps) {
  const { report, state, answer, isEarlier, columns, names, filters, instead } = props;
  const d = reportDefinition(report);
  const label = useLabel();
  const phone = usePhone();
  const [density] = useDensity();
  const rows = answer?.rows ?? NO_ROWS;
  const question = useMemo(() => questionOf(state[0]), [state]);
  // Rows are told by their place, which is another one in another order.
  const { selection, set: select, toggleRow } = useSelection(question, rows, !isEarlier);
  const [asked] = state;
  const beside = useCallback(
    (record: ResourceRecord, column: string) => answer && besideSum({ report, state: asked, answer }, record, column),
    [report, asked, answer],
  );
  const selected = useSelectedSums(selection, isEarlier ? undefined : answer, question.search);
  return (
    <>
      <ListGrid
        ref={props.ref}
        definition={d}
        label={label(d.label)}
        className={instead ? 'shrink-0' : phone ? 'max-h-[70dvh]' : 'min-h-0 flex-1'}
        rows={instead ? NO_ROWS : rows}
        offset={(state[0].page - 1) * state[0].per_page}
        rowCount={answer?.meta.total ?? null}
        waiting={props.isPending}
        columns={columns}
        state={state}
        names={names}
        selection={selection}
        peeked={null}
        rights={NO_RIGHTS}
        beside={beside}
        rowHeight={ROW_HEIGHT[density]}
        foot={(shown, styles) => (
          <ReportSums
            columns={shown}
            styles={styles}
            all={instead ? [] : (answer?.by_currency ?? [])}
            selected={selected}
            beside={(sums, isAll) => (
              <WithoutRateRows
                report={report}
                columns={answer?.offered ?? []}
                offered={answer?.offered ?? []}
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
      {instead && <div className="flex min-h-0 flex-1 flex-col justify-center overflow-y-auto">{instead}</div>}
      <ListPagination state={state} meta={answer?.meta} rows={rows.length} />
    </>
  );
}

/** All that decides which row stands where. */
function questionOf(state: ListState): ListState {
  const { search, sort, conditions, per_page, columns } = state;
  return { ...state, search: JSON.stringify([search, sort, conditions, per_page, columns]) };
}
