import { type Condition, type ReportKey, getReportDefinition } from '@innkeeper/contract';
import { Link } from '@tanstack/react-router';
import { type ListState, INITIAL_LIST_STATE } from '../../engine/data/list-state.ts';
import { rowsDisplay } from './report-display.ts';
import { rowsSearch } from './use-report-state.ts';

interface ReportRowsLinkProps {
  report: ReportKey;
  state: ListState;
  conditions: readonly Condition[];
  display?: ListState['display'];
  label?: string;
  children: string;
}

/** Link to the rows behind a value: the same query with the value's conditions. */
export function ReportRowsLink({
  report,
  state,
  conditions,
  display = rowsDisplay(report),
  label,
  children,
}: ReportRowsLinkProps) {
  const definition = getReportDefinition(report);
  const { search, columns } = state;
  return (
    <Link
      to={definition.path}
      search={rowsSearch(report, { ...INITIAL_LIST_STATE, search, columns, conditions, display })}
      aria-label={label && `${label} ${children}`}
      className="rounded-sm text-accent-text underline-offset-4 hover:underline"
    >
      {children}
    </Link>
  );
}
