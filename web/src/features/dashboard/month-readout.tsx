import { PREVIOUS_CLASS } from '../../ui/series-shades.ts';
import { Metric } from './metric.tsx';
import { type Measure, type Series, cellsOfMonth, valueOf } from './series.ts';
import { formatMonthYear, sameMonthLastYear } from './measure-format.ts';

interface MonthReadoutProps {
  /** Null if no month is pointed at; the line keeps its space. */
  month: string | null;
  cells: Series['cells'];
  /** The cells of the previous year, if the chart compares with it. */
  previousCells?: Series['cells'] | undefined;
  measure: Measure;
  decimals: Readonly<Record<string, number>>;
}

/**
 * The values of the month under the pointer and of the same month a year before. Screen readers get the same from the
 * names of the months.
 */
export function MonthReadout({ month, cells, previousCells, measure, decimals }: MonthReadoutProps) {
  const renderMetric = (seriesCells: Series['cells'], cellMonth: string, isUnitHidden: boolean) => (
    <Metric
      value={valueOf(cellsOfMonth(seriesCells, cellMonth), measure)}
      measure={measure}
      decimals={decimals}
      isUnitHidden={isUnitHidden}
    />
  );
  return (
    <p aria-hidden="true" className="flex h-5 shrink-0 items-center gap-x-3 overflow-hidden text-sm whitespace-nowrap">
      {month !== null && (
        <>
          <span>
            <span className="text-muted">{formatMonthYear(month)}</span>{' '}
            <span className="font-semibold">{renderMetric(cells, month, false)}</span>
          </span>
          {previousCells && (
            <span className="flex items-center gap-1.5 text-muted">
              <span className={`size-2 rounded-sm ${PREVIOUS_CLASS}`} />
              <span>
                {formatMonthYear(sameMonthLastYear(month))}{' '}
                {renderMetric(previousCells, sameMonthLastYear(month), true)}
              </span>
            </span>
          )}
        </>
      )}
    </p>
  );
}
