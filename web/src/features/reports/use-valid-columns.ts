import { type OfferedColumn, type ReportKey, reportDefinition } from '@innkeeper/contract';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type ListState, START } from '../../engine/data/list-state.ts';
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
  const first = { ...START, per_page: 1, display: { as: 'rows' } };
  const { data } = useQuery({ ...reportQuery(report, first), enabled: isRejected, placeholderData: undefined });
  useEffect(() => {
    if (!isRejected || !data) return;
    const { missing, stored } = withoutUnknown(state, data.offered);
    if (missing.length === 0) return;
    const { fields } = reportDefinition(report);
    const names = missing.map((key) => (fields[key] ? label(fields[key].label) : key)).join(', ');
    showMessage({ message: t`Columns no longer in this report: ${names}.` });
    change(stored);
  }, [isRejected, data, state, change, report, label, t]);
}

/** Returns the state without its unknown columns, and those columns. */
export function withoutUnknown(
  state: ListState,
  offered: readonly OfferedColumn[],
): { readonly missing: readonly string[]; readonly stored: Partial<ListState> } {
  const missing = new Set<string>();
  const isKnown = (column: string): boolean => {
    const known = offered.some(({ key }) => key === column);
    if (!known) missing.add(column);
    return known;
  };
  const columns = state.columns?.filter(isKnown) ?? null;
  const group = (state.display['group'] ?? '').split(',').filter((key) => key !== '' && isKnown(key));
  const { group: _, measure = '', ...display } = state.display;
  const isMeasured = measure !== '' && isKnown(measure);
  const stored: Partial<ListState> = {
    columns: columns && columns.length > 0 ? columns : null,
    conditions: state.conditions.filter(({ column }) => isKnown(column)),
    sort: state.sort
      .split(',')
      .filter((term) => term !== '' && isKnown(term.replace(/^-/, '')))
      .join(','),
    display: {
      ...display,
      ...(group.length > 0 && { group: group.join(',') }),
      ...(isMeasured && { measure }),
    },
  };
  return { missing: [...missing], stored };
}
