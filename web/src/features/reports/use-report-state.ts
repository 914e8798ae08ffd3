import { type Condition, REPORT_PAGES, type ReportKey, getReportDefinition } from '@innkeeper/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo } from 'react';
import {
  type ListSearch,
  type ListState,
  INITIAL_LIST_STATE,
  changeListState,
  toListSearch,
} from '../../engine/data/list-state.ts';
import { viewsQuery } from '../../engine/data/views.ts';
import { useOpeningView } from '../../engine/list/list-settings.ts';
import { type ListStateHandle, useUrlListState } from '../../engine/list/use-list-state.ts';
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
  const definition = getReportDefinition(report);
  const navigate = useNavigate();
  const [state, changeAddress] = useUrlListState(definition);
  const [openingViewId] = useOpeningView(definition);
  const conditions = openingConditions(report);
  const isOpening =
    menu !== undefined || (isDefaultList(definition, state) && (openingViewId !== undefined || conditions.length > 0));
  const views = useQuery({ ...viewsQuery(definition), enabled: isOpening && openingViewId !== undefined });
  const isWaiting = openingViewId !== undefined && views.isPending;
  const view = views.data?.find(({ id }) => id === openingViewId);
  // The overview needs no initial state if the reader's view has been deleted.
  const hasNoInitialState = !view && conditions.length === 0;
  useEffect(() => {
    if (!isOpening || isWaiting || hasNoInitialState || menu !== undefined) return;
    const initialState = view
      ? fromViewState(definition, view)
      : { ...INITIAL_LIST_STATE, conditions: openingConditions(report) };
    void navigate({ to: '.', search: toListSearch(definition, initialState), replace: true, resetScroll: false });
  }, [isOpening, isWaiting, hasNoInitialState, menu, view, report, definition, navigate]);
  const change = useCallback(
    (changes: Partial<ListState>) =>
      changeAddress({ ...changes, display: fullDisplay(report, changeListState(state, changes)) }),
    [changeAddress, report, state],
  );
  const handle = useMemo((): ListStateHandle => [state, change], [state, change]);
  return { handle, isOpening: isOpening && (menu !== undefined || isWaiting || !hasNoInitialState) };
}

/** The presentation of a state; adds `period=all` if nothing limits the rows. */
export function fullDisplay(report: ReportKey, state: ListState): ListState['display'] {
  const { period: _, ...display } = state.display;
  const isDefault = isDefaultList(getReportDefinition(report), { ...state, display });
  return isDefault && openingConditions(report).length > 0 ? { ...display, period: 'all' } : display;
}

/** The address of a report in that state; adds `period=all` if nothing limits the rows. */
export const rowsSearch = (report: ReportKey, state: ListState): ListSearch =>
  toListSearch(getReportDefinition(report), { ...state, display: fullDisplay(report, state) });
