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
 * A view, or a link, may name a column that was taken out of the report since: the server refuses the question. Then the report is
 * asked which columns it has, opens without the others, and says which they were.
 */
export function useKnownColumns(report: ReportKey, [state, change]: ListStateHandle, error: Error | null): void {
  const { t } = useLingui();
  const label = useLabel();
  const isRefused = isApiError(error) && error.status === 422;
  const first = { ...START, per_page: 1, look: { as: 'rows' } };
  const { data } = useQuery({ ...reportQuery(report, first), enabled: isRefused, placeholderData: undefined });
  useEffect(() => {
    if (!isRefused || !data) return;
    const { lost, kept } = withoutUnknown(state, data.offered);
    if (lost.length === 0) return;
    const { fields } = reportDefinition(report);
    const names = lost.map((key) => (fields[key] ? label(fields[key].label) : key)).join(', ');
    showMessage({ message: t`No longer in this report, so it opens without: ${names}.` });
    change(kept);
  }, [isRefused, data, state, change, report, label, t]);
}

/** A state without the columns that it named in vain, and those columns. */
export function withoutUnknown(
  state: ListState,
  offered: readonly OfferedColumn[],
): { readonly lost: readonly string[]; readonly kept: Partial<ListState> } {
  const lost = new Set<string>();
  const isKnown = (column: string): boolean => {
    const known = offered.some(({ key }) => key === column);
    if (!known) lost.add(column);
    return known;
  };
  const columns = state.columns?.filter(isKnown) ?? null;
  const group = (state.look['group'] ?? '').split(',').filter((key) => key !== '' && isKnown(key));
  const { group: _, measure = '', ...look } = state.look;
  const isMeasured = measure !== '' && isKnown(measure);
  const kept: Partial<ListState> = {
    columns: columns && columns.length > 0 ? columns : null,
    conditions: state.conditions.filter(({ column }) => isKnown(column)),
    sort: state.sort
      .split(',')
      .filter((term) => term !== '' && isKnown(term.replace(/^-/, '')))
      .join(','),
    look: {
      ...look,
      ...(group.length > 0 && { group: group.join(',') }),
      ...(isMeasured && { measure }),
    },
  };
  return { lost: [...lost], kept };
}
