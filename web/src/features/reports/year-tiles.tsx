import { Trans, useLingui } from '@lingui/react/macro';
import { shortMonth } from '../../format/month.ts';
import { changeOf } from './pivot.ts';
import { MONTH, type ReportPage } from './report-query.ts';
import { WithoutRateRows } from './without-rate-rows.tsx';
import { type Names, type YearMetric, formatMetric, monthNow, valueUpTo } from './year.ts';

export const CARD = 'flex min-w-0 flex-col rounded-lg border border-border bg-surface px-3 pt-3.5 pb-4 @2xl:px-4';

interface TilesProps {
  metrics: readonly YearMetric[];
  chosen: YearMetric;
  response: ReportPage;
  year: number | undefined;
  now: Date;
  names: Names;
  onChoose: (key: string) => void;
}

/**
 * The metrics of the year to date, compared with the same months of the year before. The selected one is shown in the
 * charts below.
 */
export function Tiles({ metrics, chosen, response, year, now, names, onChoose }: TilesProps) {
  const { t } = useLingui();
  const isRunning = year === now.getFullYear();
  const last = isRunning ? monthNow(now) : '9999-12';
  const until = isRunning ? shortMonth(last) : '';
  return (
    <div
      role="radiogroup"
      aria-label={t`Value`}
      className="grid grid-cols-2 gap-2 @2xl:grid-cols-3 @2xl:gap-3 @5xl:grid-cols-5"
    >
      {metrics.map((metric) => {
        const { key, before, label } = metric;
        const [value, was] = [valueUpTo(response.rows, key, last), before && valueUpTo(response.rows, before, last)];
        const sums = response.rows_by_currency.filter((_, at) => String(response.rows[at]?.[MONTH]) <= last).flat();
        const without = (of: string | undefined) => (
          <WithoutRateRows
            report="overview-report"
            columns={response.offered.filter((column) => column.key === of)}
            offered={response.offered}
            sums={sums}
          />
        );
        const change = was === undefined ? '' : changeOf(value, was);
        const then = was === undefined ? '' : formatMetric(metric, was);
        return (
          <button
            key={key}
            type="button"
            role="radio"
            aria-checked={metric === chosen}
            onClick={() => onChoose(key)}
            className={`${CARD} text-left last:odd:col-span-2 hover:border-strong-border @2xl:last:odd:col-span-1 ${metric === chosen ? 'border-focus! shadow-[inset_0_0_0_1px_var(--focus)]' : ''}`}
          >
            <span className="w-full text-sm text-muted">{label}</span>
            <span className="flex w-full flex-wrap items-baseline gap-x-2">
              <span className="text-xl font-semibold tabular">{formatMetric(metric, value)}</span>
              <span className="text-sm font-medium tabular">{change}</span>
              <span className="-ml-2 text-sm empty:hidden">{without(key)}</span>
            </span>
            {before && (
              <span className="mt-auto w-full text-xs text-muted tabular @2xl:text-sm">
                {until ? (
                  <Trans>
                    {then} by {until} {names.before}
                  </Trans>
                ) : (
                  <Trans>
                    {then} in {names.before}
                  </Trans>
                )}
                {without(before)}
              </span>
            )}
          </button>
        );
      })}
    </div>
  );
}
