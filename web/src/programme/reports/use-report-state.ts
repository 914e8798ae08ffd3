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
import { fromViewState, isUsualList } from '../../engine/list/view-state.ts';

/**
 * The first conditions of a report whose address says nothing: its present month. The overview has the present year by itself.
 */
export const openingConditions = (report: ReportKey): readonly Condition[] =>
  report === 'overview-report'
    ? []
    : [{ column: REPORT_PAGES[report].period, operator: 'preset', value: 'this_month' }];

/**
 * The state of a report, kept in its address. An address that says nothing is filled in at once: with the reader's own view of
 * that report, or with its usual period, so that both stand on the page. A user who then takes all of it away gets everything,
 * which the address says by `period=all`. `isOpening`: no request is to be sent yet. `menu` is the view that the address names.
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
  const isOpening = menu !== undefined || (isUsualList(d, state) && (opening !== undefined || conditions.length > 0));
  const views = useQuery({ ...viewsQuery(d), enabled: isOpening && opening !== undefined });
  const isWaiting = opening !== undefined && views.isPending;
  const view = views.data?.find(({ id }) => id === opening);
  // The overview needs nothing where the reader's view is gone.
  const isPlain = !view && conditions.length === 0;
  useEffect(() => {
    if (!isOpening || isWaiting || isPlain || menu !== undefined) return;
    const next = view ? fromViewState(d, view) : { ...START, conditions: openingConditions(report) };
    void navigate({ to: '.', search: writeListState(d, next), replace: true, resetScroll: false });
  }, [isOpening, isWaiting, isPlain, menu, view, report, d, navigate]);
  const change = useCallback(
    (part: Partial<ListState>) => changeAddress({ ...part, look: wholeLook(report, changeListState(state, part)) }),
    [changeAddress, report, state],
  );
  const handle = useMemo((): ListStateHandle => [state, change], [state, change]);
  return { handle, isOpening: isOpening && (menu !== undefined || isWaiting || !isPlain) };
}

/** The look of a state, which says so where nothing limits the rows. */
export function wholeLook(report: ReportKey, state: ListState): ListState['look'] {
  const { period: _, ...look } = state.look;
  const isBare = isUsualList(reportDefinition(report), { ...state, look });
  return isBare && openingConditions(report).length > 0 ? { ...look, period: 'all' } : look;
}

/** The address of a report in that state, as it is meant: one without limits says so. */
export const rowsSearch = (report: ReportKey, state: ListState): ListSearch =>
  writeListState(reportDefinition(report), { ...state, look: wholeLook(report, state) });
