import { type Condition, REPORT_PAGES, type ReportKey, reportDefinition } from '@innkeeper/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo } from 'react';
import {
  type ListSearch,
  type ListState,
  START,
  changeListState,
  writeListState,
} from '../../engine/data/list-state.ts';
import { viewsQuery } from '../../engine/data/views.ts';
import { useOpeningView } from '../../engine/list/list-settings.ts';
import { type ListStateHandle, useAddressState } from '../../engine/list/use-list-state.ts';
import { fromViewState, isDefaultList } from '../../engine/list/view-state.ts';

/**
 * Initial conditions of a report whose address has none: the current month. The overview defaults to the current year
 * by itself.
 */
export const openingConditions = (report: ReportKey): readonly Condition[] =>
  report === 'overview-report'
    ? []
    : [{ column: REPORT_PAGES[report].period, operator: 'preset', value: 'this_month' }];

/**
 * The state of a report, stored in its address. An address without state is filled in with the reader's default view,
 * or with the default period, so that both are visible on the page. If the user then removes every limit, the address
 * says `period=all`. While `isOpening`, no request must be sent. `menu` is the view that the address names.
 */
export function useReportState(
  report: ReportKey,
  menu: string | undefined,
): { readonly handle: ListStateHandle; readonly isOpening: boolean } {
  const d = reportDefinition(report);
  const navigate = useNavigate();
  const [state, changeAddress] = useAddressState(d);
  const [opening] = useOpeningView(d);
  const conditions = openingConditions(report);
  const isOpening = menu !== undefined || (isDefaultList(d, state) && (opening !== undefined || conditions.length > 0));
  const views = useQuery({ ...viewsQuery(d), enabled: isOpening && opening !== undefined });
  const isWaiting = opening !== undefined && views.isPending;
  const view = views.data?.find(({ id }) => id === opening);
  // The overview needs no initial state if the reader's view has been deleted.
  const isPlain = !view && conditions.length === 0;
  useEffect(() => {
    if (!isOpening || isWaiting || isPlain || menu !== undefined) return;
    const next = view ? fromViewState(d, view) : { ...START, conditions: openingConditions(report) };
    void navigate({ to: '.', search: writeListState(d, next), replace: true, resetScroll: false });
  }, [isOpening, isWaiting, isPlain, menu, view, report, d, navigate]);
  const change = useCallback(
    (part: Partial<ListState>) =>
      changeAddress({ ...part, display: fullDisplay(report, changeListState(state, part)) }),
    [changeAddress, report, state],
  );
  const handle = useMemo((): ListStateHandle => [state, change], [state, change]);
  return { handle, isOpening: isOpening && (menu !== undefined || isWaiting || !isPlain) };
}

/** The presentation of a state; adds `period=all` if nothing limits the rows. */
export function fullDisplay(report: ReportKey, state: ListState): ListState['display'] {
  const { period: _, ...display } = state.display;
  const isDefault = isDefaultList(reportDefinition(report), { ...state, display });
  return isDefault && openingConditions(report).length > 0 ? { ...display, period: 'all' } : display;
}

/** The address of a report in that state; adds `period=all` if nothing limits the rows. */
export const rowsSearch = (report: ReportKey, state: ListState): ListSearch =>
  writeListState(reportDefinition(report), { ...state, display: fullDisplay(report, state) });
