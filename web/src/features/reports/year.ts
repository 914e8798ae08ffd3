import {
  LAST_YEAR_SUFFIX,
  MONTH_COLUMN,
  type OfferedColumn,
  findColumn,
  getReportDefinition,
} from '@innkeeper/contract';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { formatNumber } from '../../format/number.ts';
import { addValues } from './add-sums.ts';
import type { ReportPage } from './report-query.ts';

/** A metric of the overview; `previous` is the column of the previous year, if the report has it. */
export interface YearMetric {
  readonly key: string;
  readonly previous: string | undefined;
  readonly label: string;
  readonly scale: number;
}

/** Names of the two years. */
export interface YearNames {
  readonly current: string;
  readonly previous: string;
}

/** The metrics shown in a report, in their order. */
export function metricsOf(
  offeredColumns: readonly OfferedColumn[],
  visibleColumns: ReportPage['columns'],
): readonly YearMetric[] {
  const isVisible = (key: string) => visibleColumns.some((column) => column.key === key);
  return offeredColumns.flatMap(({ key, label, is_sum }) => {
    if (is_sum === 0 || key.endsWith(LAST_YEAR_SUFFIX) || !isVisible(key)) return [];
    const field = findColumn(getReportDefinition('overview-report'), key)?.definition;
    const previous = `${key}${LAST_YEAR_SUFFIX}`;
    return [
      {
        key,
        label,
        previous: isVisible(previous) ? previous : undefined,
        scale: field?.kind === 'decimal' ? field.scale : 0,
      },
    ];
  });
}

/** Formats a value with the decimals of its metric. */
export const formatMetric = ({ scale }: YearMetric, value: unknown): string =>
  formatNumber(typeof value === 'string' || typeof value === 'number' ? value : 0, scale);

/** What a chart of a metric shows in place of zeros. */
const EMPTY_TEXTS: Readonly<Record<string, MessageDescriptor>> = {
  'overview.joined': msg`No members yet`,
  'overview.visits': msg`No visits yet`,
  'overview.spend_usd': msg`No visits yet`,
  'overview.vouchers_issued': msg`No vouchers yet`,
  'overview.vouchers_redeemed': msg`No redemptions yet`,
};
export const emptyText = ({ key }: YearMetric): MessageDescriptor => EMPTY_TEXTS[key] ?? msg`No sales yet`;

/** The sum of a metric over the months up to and including `lastMonth`. */
export function sumUpTo(rows: ReportPage['rows'], key: string, lastMonth: string): string | number {
  return rows
    .filter((row) => String(row[MONTH_COLUMN]) <= lastMonth)
    .reduce<string | number>((sum, row) => addValues(sum, row[key] as string | number), 0); // report rows are typed as records
}

/** The month of a date as `2026-11`. */
export const formatMonth = (now: Date): string => `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}`;
