import { type OfferedColumn, type ReportKey, getReportDefinition } from '@innkeeper/contract';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type ListState, INITIAL_LIST_STATE } from '../../engine/data/list-state.ts';
import type { ListStateHandle } from '../../engine/list/use-list-state.ts';
import { useLabel } from '../../i18n/use-label.ts';
import { isApiError } from '../../session/api-error.ts';
import { showMessage } from '../../ui/message-store.ts';
import { reportQuery } from './report-query.ts';

/**
 * A view or a link may name a column that was removed from the report since, and the server rejects that query. This
 * hook then fetches the report's columns, drops the unknown ones, and shows which they were.
 */
export function useKnownColumns(report: ReportKey, [state, change]: ListStateHandle, error: Error | null): void {
  const { t } = useLingui();
  const label = useLabel();
  const isRejected = isApiError(error) && error.status === 422;
  const probeState = { ...INITIAL_LIST_STATE, per_page: 1, display: { as: 'rows' } };
  const { data } = useQuery({ ...reportQuery(report, probeState), enabled: isRejected, placeholderData: undefined });
  useEffect(() => {
    if (!isRejected || !data) return;
    const { unknownColumns, validState } = withoutUnknown(state, data.offered);
    if (unknownColumns.length === 0) return;
    const { fields } = getReportDefinition(report);
    const names = unknownColumns.map((key) => (fields[key] ? label(fields[key].label) : key)).join(', ');
    showMessage({ message: t`Columns no longer in this report: ${names}.` });
    change(validState);
  }, [isRejected, data, state, change, report, label, t]);
}

/** Returns the state without its unknown columns, and those columns. */
export function withoutUnknown(
  state: ListState,
  offeredColumns: readonly OfferedColumn[],
): { readonly unknownColumns: readonly string[]; readonly validState: Partial<ListState> } {
  const unknownColumns = new Set<string>();
  const isKnown = (column: string): boolean => {
    const isOffered = offeredColumns.some(({ key }) => key === column);
    if (!isOffered) unknownColumns.add(column);
    return isOffered;
  };
  const columns = state.columns?.filter(isKnown) ?? null;
  const group = (state.display['group'] ?? '').split(',').filter((key) => key !== '' && isKnown(key));
  const { group: _, measure = '', ...display } = state.display;
  const isMeasureKnown = measure !== '' && isKnown(measure);
  const validState: Partial<ListState> = {
    columns: columns && columns.length > 0 ? columns : null,
    conditions: state.conditions.filter(({ column }) => isKnown(column)),
    sort: state.sort
      .split(',')
      .filter((term) => term !== '' && isKnown(term.replace(/^-/, '')))
      .join(','),
    display: {
      ...display,
      ...(group.length > 0 && { group: group.join(',') }),
      ...(isMeasureKnown && { measure }),
    },
  };
  return { unknownColumns: [...unknownColumns], validState };
}
