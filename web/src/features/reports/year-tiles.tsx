import { MONTH_COLUMN, formatChange } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { shortMonth } from '../../format/month.ts';
import type { ReportPage } from './report-query.ts';
import { WithoutRateRows } from './without-rate-rows.tsx';
import { type YearNames, type YearMetric, formatMetric, formatMonth, sumUpTo } from './year.ts';

export const CARD_CLASS = 'flex min-w-0 flex-col rounded-lg border border-border bg-surface px-3 pt-3.5 pb-4 @2xl:px-4';

interface YearTilesProps {
  metrics: readonly YearMetric[];
  selectedMetric: YearMetric;
  response: ReportPage;
  year: number | undefined;
  now: Date;
  names: YearNames;
  onChoose: (key: string) => void;
}

/**
 * The metrics of the year to date, compared with the same months of the year before. The selected one is shown in the
 * charts below.
 */
export function YearTiles({ metrics, selectedMetric, response, year, now, names, onChoose }: YearTilesProps) {
  const { t } = useLingui();
  const isCurrentYear = year === now.getFullYear();
  const lastMonth = isCurrentYear ? formatMonth(now) : '9999-12';
  const lastMonthName = isCurrentYear ? shortMonth(lastMonth) : '';
  return (
    <div
      role="radiogroup"
      aria-label={t`Value`}
      className="grid grid-cols-2 gap-2 @2xl:grid-cols-3 @2xl:gap-3 @5xl:grid-cols-5"
    >
      {metrics.map((metric) => {
        const { key, previous, label } = metric;
        const [value, previousValue] = [
          sumUpTo(response.rows, key, lastMonth),
          previous && sumUpTo(response.rows, previous, lastMonth),
        ];
        const sums = response.rows_by_currency
          .filter((_, index) => String(response.rows[index]?.[MONTH_COLUMN]) <= lastMonth)
          .flat();
        const renderWithoutRate = (columnKey: string | undefined) => (
          <WithoutRateRows
            report="overview-report"
            columns={response.offered.filter((column) => column.key === columnKey)}
            offeredColumns={response.offered}
            sums={sums}
          />
        );
        const changeText = previousValue === undefined ? '' : formatChange(value, previousValue);
        const previousText = previousValue === undefined ? '' : formatMetric(metric, previousValue);
        return (
          <button
            key={key}
            type="button"
            role="radio"
            aria-checked={metric === selectedMetric}
            onClick={() => onChoose(key)}
            className={`${CARD_CLASS} text-left last:odd:col-span-2 hover:border-strong-border @2xl:last:odd:col-span-1 ${metric === selectedMetric ? 'border-focus! shadow-[inset_0_0_0_1px_var(--focus)]' : ''}`}
          >
            <span className="w-full text-sm text-muted">{label}</span>
            <span className="mt-auto flex w-full flex-wrap items-baseline gap-x-2">
              <span className="text-xl font-semibold tabular">{formatMetric(metric, value)}</span>
              <span className="text-sm font-medium tabular">{changeText}</span>
              <span className="-ml-2 text-sm empty:hidden">{renderWithoutRate(key)}</span>
            </span>
            {previous && (
              <span className="w-full text-xs text-muted tabular @2xl:text-sm">
                {lastMonthName ? (
                  <Trans>
                    {previousText} by {lastMonthName} {names.previous}
                  </Trans>
                ) : (
                  <Trans>
                    {previousText} in {names.previous}
                  </Trans>
                )}
                {renderWithoutRate(previous)}
              </span>
            )}
          </button>
        );
      })}
    </div>
  );
}
