import { useLingui } from '@lingui/react/macro';
import { axisMax, formatCompact } from '../../format/axis.ts';
import { MAX_SERIES, PREVIOUS_CLASS, seriesShade } from '../../ui/series-shades.ts';
import { type ChartProps, type Series, sumMarks } from './chart-data.ts';
import { MarkLink } from './mark-link.tsx';
import { ShareList } from './share-list.tsx';
import { useMarkKeys } from './use-mark-keys.ts';

const AXIS_STEPS = [1, 0.5, 0];

/** The minimum width of a category. The months of a year fit on a phone; more categories scroll. */
const categoryClass = (count: number): string => (count > 12 ? 'min-w-8' : 'min-w-6 @2xl:min-w-8');

/** Chart of the values in the table beside it. Each mark links to its rows, by pointer and by keyboard. */
export function ReportChart({ kind, categories, series, previous }: ChartProps) {
  const { t } = useLingui();
  const markKeys = useMarkKeys();
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div role="group" aria-label={t`Chart`} className="min-w-0" {...markKeys}>
        {kind === 'share' ? (
          <ShareList categories={categories} series={series} previous={previous} />
        ) : (
          <Plot kind={kind} categories={categories} series={series} previous={previous} />
        )}
      </div>
      <Legend series={kind === 'share' && !previous ? [] : series} previous={previous} isShare={kind === 'share'} />
    </div>
  );
}

function Legend({ series, previous, isShare }: Pick<ChartProps, 'series' | 'previous'> & { isShare: boolean }) {
  const { t } = useLingui();
  const legendSeries = series.length > 1 || previous ? series.filter(({ label }) => label !== '') : [];
  if (legendSeries.length === 0 && !previous) return null;
  return (
    <ul aria-label={t`Legend`} className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      {legendSeries.map(({ key, label }, index) => (
        <li key={key} className="flex min-w-0 items-center gap-1.5">
          <span
            aria-hidden="true"
            className={`size-2.5 shrink-0 rounded-sm ${isShare ? 'bg-series-2' : seriesShade(index)}`}
          />
          <span className="truncate">{label}</span>
        </li>
      ))}
      {previous && (
        <li className="flex items-center gap-1.5">
          <span aria-hidden="true" className={`size-2.5 shrink-0 rounded-sm ${PREVIOUS_CLASS}`} />
          {previous.label}
        </li>
      )}
    </ul>
  );
}

/** Bars or lines over an axis. With many categories the plot scrolls and the axis stays fixed. */
function Plot({ kind, categories, series, previous }: ChartProps) {
  const stackTotals = categories.map((_, categoryIndex) => sumMarks(series.map(({ marks }) => marks[categoryIndex])));
  const singleValues = series.flatMap(({ marks }) => marks.map((mark) => mark?.value ?? 0));
  const top = axisMax(
    Math.max(0, ...(kind === 'bar' ? stackTotals : singleValues), ...(previous?.marks.map((m) => m?.value ?? 0) ?? [])),
  );
  const heightOf = (value: number): string => `${Math.max(0, (value / top) * 100)}%`;
  return (
    <div className="overflow-x-auto overflow-y-clip overscroll-x-contain pt-2">
      <div className="plot grid grid-cols-[max-content_minmax(min-content,1fr)] grid-rows-[14rem_auto]">
        <div
          aria-hidden="true"
          className="sticky left-0 z-10 min-w-8 bg-surface pr-2 text-right text-xs text-faint tabular"
        >
          <span className="invisible whitespace-nowrap">{formatCompact(top)}</span>
          {AXIS_STEPS.map((step) => (
            <span
              key={step}
              className="absolute right-2 -translate-y-1/2 whitespace-nowrap"
              style={{ top: `${(1 - step) * 100}%` }}
            >
              {formatCompact(top * step)}
            </span>
          ))}
        </div>
        <div className="relative flex items-end">
          {AXIS_STEPS.map((step) => (
            <span
              key={step}
              className="absolute inset-x-0 border-t border-border"
              style={{ top: `${(1 - step) * 100}%` }}
            />
          ))}
          {kind === 'bar' ? (
            categories.map(({ key, label }, categoryIndex) => (
              <div
                key={key}
                className={`relative flex h-full flex-1 items-end justify-center gap-px px-0.5 sm:px-1 ${categoryClass(categories.length)}`}
              >
                {previous && (
                  <span
                    className={`w-1/5 max-w-3 shrink-0 rounded-t-sm ${PREVIOUS_CLASS}`}
                    style={{ height: heightOf(previous.marks[categoryIndex]?.value ?? 0) }}
                    data-tooltip={`${previous.label} · ${label} · ${previous.marks[categoryIndex]?.text ?? '0'}`}
                  />
                )}
                <div className="flex h-full max-w-16 min-w-0 flex-1 flex-col justify-end gap-px">
                  {series
                    .map((item, index) => ({ item, index, mark: item.marks[categoryIndex] }))
                    .toReversed()
                    .map(
                      ({ item, index, mark }) =>
                        mark &&
                        mark.value > 0 && (
                          <MarkLink
                            key={item.key}
                            mark={mark}
                            name={[item.label, label].filter(Boolean).join(' · ')}
                            className={`block min-h-px w-full first:rounded-t-sm hover:brightness-90 ${seriesShade(index)}`}
                            style={{ height: heightOf(mark.value) }}
                          />
                        ),
                    )}
                </div>
              </div>
            ))
          ) : (
            <LinePlot {...{ categories, series, previous, top }} />
          )}
        </div>
        <div aria-hidden="true" className="col-start-2 flex pt-1 text-xs text-muted">
          {categories.map(({ key, label, shortLabel = label }) => (
            <span key={key} className={`flex-1 truncate text-center ${categoryClass(categories.length)}`} title={label}>
              {shortLabel}
            </span>
          ))}
        </div>
      </div>
    </div>
  );
}

function LinePlot({ categories, series, previous, top }: Omit<ChartProps, 'kind'> & { top: number }) {
  const xOf = (categoryIndex: number): number => ((categoryIndex + 0.5) / Math.max(1, categories.length)) * 100;
  const yOf = (value: number): number => 100 - (value / top) * 100;
  const toPoints = ({ marks }: Series): string =>
    categories.map((_, categoryIndex) => `${xOf(categoryIndex)},${yOf(marks[categoryIndex]?.value ?? 0)}`).join(' ');
  return (
    <>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" className="absolute inset-0 size-full overflow-visible">
        {previous && (
          <polyline
            points={toPoints(previous)}
            fill="none"
            stroke="var(--strong-border)"
            strokeWidth={2}
            strokeDasharray="4 4"
            vectorEffect="non-scaling-stroke"
          />
        )}
        {series.map((item, index) => (
          <polyline
            key={item.key}
            points={toPoints(item)}
            fill="none"
            stroke={`var(--series-${(index % MAX_SERIES) + 1})`}
            strokeWidth={2}
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      {categories.map(({ key }) => (
        <span key={key} className="min-w-8 flex-1" />
      ))}
      {series.map((item, index) =>
        item.marks.map(
          (mark, categoryIndex) =>
            mark && (
              <MarkLink
                key={`${item.key} ${categories[categoryIndex]?.key ?? ''}`}
                mark={mark}
                name={[item.label, categories[categoryIndex]?.label].filter(Boolean).join(' · ')}
                className="absolute flex size-6 -translate-1/2 items-center justify-center"
                style={{ left: `${xOf(categoryIndex)}%`, top: `${yOf(mark.value)}%` }}
              >
                <span className={`size-2 rounded-full ${seriesShade(index)}`} />
              </MarkLink>
            ),
        ),
      )}
    </>
  );
}
