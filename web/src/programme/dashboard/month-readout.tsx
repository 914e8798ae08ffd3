import { Figure } from './figure.tsx';
import { type Measure, type Series, ofMonth, valueOf } from './series.ts';
import { monthAndYear, yearBefore } from './words.ts';

/** How the bar of a year before is drawn: in no colour of the programme. */
export const GHOST = 'bg-strong-border/60';

interface MonthReadoutProps {
  /** Null where no month is pointed at: the line keeps its place. */
  month: string | null;
  cells: Series['cells'];
  /** The months a year before, where the chart compares with them. */
  before?: Series['cells'] | undefined;
  measure: Measure;
  decimals: Readonly<Record<string, number>>;
}

/** The figures of the month under the pointer, and of a year before. The names of the months tell a screen reader the same. */
export function MonthReadout({ month, cells, before, measure, decimals }: MonthReadoutProps) {
  const figure = (of: Series['cells'], at: string, isBare: boolean) => (
    <Figure value={valueOf(ofMonth(of, at), measure)} measure={measure} decimals={decimals} isBare={isBare} />
  );
  return (
    <p aria-hidden="true" className="flex h-5 shrink-0 items-center gap-x-3 overflow-hidden text-sm whitespace-nowrap">
      {month !== null && (
        <>
          <span>
            <span className="text-muted">{monthAndYear(month)}</span>{' '}
            <span className="font-semibold">{figure(cells, month, false)}</span>
          </span>
          {before && (
            <span className="flex items-center gap-1.5 text-muted">
              <span className={`size-2 rounded-sm ${GHOST}`} />
              <span>
                {monthAndYear(yearBefore(month))} {figure(before, yearBefore(month), true)}
              </span>
            </span>
          )}
        </>
      )}
    </p>
  );
}
