import { formatChange } from '@innkeeper/contract';
import { useLingui } from '@lingui/react/macro';
import { PREVIOUS_CLASS } from '../../ui/series-shades.ts';
import { type ChartProps, type Mark, sumMarks } from './chart-data.ts';
import { MarkLink } from './mark-link.tsx';

/**
 * Each category's share of the total, the largest first; with values to compare with, also the change, the greatest
 * increase first. The whole line of a category is its link.
 */
export function ShareList({ categories, series, previous }: Omit<ChartProps, 'kind'>) {
  const { t } = useLingui();
  const shares = categories.map((category, categoryIndex) => {
    const value = sumMarks(series.map(({ marks }) => marks[categoryIndex]));
    const previousMark = previous?.marks[categoryIndex];
    const previousValue = previousMark?.value ?? 0;
    return {
      category,
      value,
      mark: series.map(({ marks }) => marks[categoryIndex]).find((mark) => mark !== undefined) ?? NO_VALUE,
      previousMark,
      /** Without an earlier value, any value is an increase beyond measure. */
      growth: previousValue > 0 ? value / previousValue : value > 0 ? Infinity : 1,
      change: formatChange(value, previousValue) || (value > 0 ? t`new` : ''),
    };
  });
  const total = shares.reduce((sum, { value }) => sum + Math.max(0, value), 0);
  const maxValue = Math.max(1, ...shares.flatMap((item) => [item.value, item.previousMark?.value ?? 0]));
  const widthOf = (value: number) => ({ width: `${(Math.max(0, value) / maxValue) * 100}%` });
  const sortedShares = shares.toSorted((a, b) => (previous && b.growth - a.growth) || b.value - a.value);
  return (
    <ul className="share-list flex flex-col gap-2">
      {sortedShares.map(({ category, value, mark, previousMark, change }) => (
        <li key={category.key} className="text-sm">
          <MarkLink
            mark={mark}
            name={category.label}
            detail={previous ? change : undefined}
            hasText
            className="block rounded-sm hover:brightness-90"
          >
            <span className="flex justify-between gap-3">
              <span className="min-w-0 truncate">{category.label}</span>
              <span className="flex shrink-0 items-baseline gap-2 text-right text-muted tabular">
                {mark.text}
                <span className="w-12">{total > 0 && `${((Math.max(0, value) / total) * 100).toFixed(1)}%`}</span>
                {previous && <span className="w-14 font-medium text-text">{change}</span>}
              </span>
            </span>
            <span className="mt-0.5 flex flex-col gap-px">
              <span className="block h-2 min-w-px rounded-r-sm bg-series-2" style={widthOf(value)} />
              {previousMark && (
                <span
                  className={`block h-1 min-w-px rounded-r-sm ${PREVIOUS_CLASS}`}
                  style={widthOf(previousMark.value)}
                  data-tooltip={`${previous?.label ?? ''} · ${previousMark.text}`}
                />
              )}
            </span>
          </MarkLink>
          {category.note}
        </li>
      ))}
    </ul>
  );
}

const NO_VALUE: Mark = { value: 0, text: '0' };
