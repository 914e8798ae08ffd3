import { type Condition, type ReportKey, reportDefinition } from '@innkeeper/contract';
import { Link } from '@tanstack/react-router';
import { type ListState, START } from '../../engine/data/list-state.ts';
import { rowsLook } from './report-look.ts';
import { rowsSearch } from './use-report-state.ts';

interface RowsOfProps {
  report: ReportKey;
  state: ListState;
  conditions: readonly Condition[];
  look?: ListState['look'];
  label?: string;
  children: string;
}

/** Opens just the rows behind a figure: the same question under its conditions. */
export function RowsOf({ report, state, conditions, look = rowsLook(report), label, children }: RowsOfProps) {
  const d = reportDefinition(report);
  const { search, columns } = state;
  return (
    <Link
      to={d.path}
      search={rowsSearch(report, { ...START, search, columns, conditions, look })}
      aria-label={label && `${label} ${children}`}
      className="rounded-sm text-accent-text underline-offset-4 hover:underline"
    >
      {children}
    </Link>
  );
}
