import { Metric } from './metric.tsx';
import { type Measure, type Series, cellsOfMonth, valueOf } from './series.ts';
import { formatMonthYear, yearBefore } from './measure-format.ts';

/** Style of the previous year's bar, unlike any colour of the series. */
export const YEAR_BEFORE_CLASS = 'bg-strong-border/60';

interface MonthReadoutProps {
  /** Null if no month is pointed at; the line keeps its space. */
  month: string | null;
  cells: Series['cells'];
  /** The cells of the previous year, if the chart compares with it. */
  before?: Series['cells'] | undefined;
  measure: Measure;
  decimals: Readonly<Record<string, number>>;
}

/**
 * The values of the month under the pointer and of the same month a year before. Screen readers get the same from the
 * names of the months.
 */
export function MonthReadout({ month, cells, before, measure, decimals }: MonthReadoutProps) {
  const metric = (of: Series['cells'], at: string, isPlain: boolean) => (
    <Metric value={valueOf(cellsOfMonth(of, at), measure)} measure={measure} decimals={decimals} isPlain={isPlain} />
  );
  return (
    <p aria-hidden="true" className="flex h-5 shrink-0 items-center gap-x-3 overflow-hidden text-sm whitespace-nowrap">
      {month !== null && (
        <>
          <span>
            <span className="text-muted">{formatMonthYear(month)}</span>{' '}
            <span className="font-semibold">{metric(cells, month, false)}</span>
          </span>
          {before && (
            <span className="flex items-center gap-1.5 text-muted">
              <span className={`size-2 rounded-sm ${YEAR_BEFORE_CLASS}`} />
              <span>
                {formatMonthYear(yearBefore(month))} {metric(before, yearBefore(month), true)}
              </span>
            </span>
          )}
        </>
      )}
    </p>
  );
}
