import { shortMonth } from '../../format/month.ts';
import { currencyPrefix, formatMoney, formatNumber } from '../../format/number.ts';
import type { Measure } from './series.ts';

/** `Nov 2026` */
export const formatMonthYear = (month: string): string => `${shortMonth(month)} ${yearOf(month)}`;
export const sameMonthLastYear = (month: string): string => `${Number(yearOf(month)) - 1}${month.slice(4)}`;
export const yearOf = (month: string): string => month.slice(0, 4);

export const USD_CODE = 'USD';

/** The currency of a measure; null for a number of records. */
export function currencyOf(measure: Measure): string | null {
  if (measure === 'number') return null;
  return measure === 'usd' ? USD_CODE : measure.currency;
}

/** The unit of a measure; empty for a number of records. */
export const unitOf = (measure: Measure): string => currencyPrefix(currencyOf(measure));

/** The decimals a value is rounded to: none for dollars, otherwise those usual in the currency's country. */
export const roundingOf = (measure: Measure, decimals: Readonly<Record<string, number>>): number =>
  typeof measure === 'string' ? 0 : Math.min(decimals[measure.currency] ?? 0, 2);

/** A value with its unit as plain text: `USD 1,250`, `Rp. 1,250,000`, `42`. */
export const formatMeasure = (value: string, measure: Measure, decimals: Readonly<Record<string, number>>): string =>
  `${unitOf(measure)}${formatNumber(value, roundingOf(measure, decimals))}`;

/** The same with all decimals: three of an amount, two of dollars. For tooltips, because charts show rounded values. */
export const formatExactMeasure = (value: string, measure: Measure): string =>
  measure === 'usd'
    ? formatMoney(value, USD_CODE, 2)
    : measure === 'number'
      ? formatNumber(value)
      : formatMoney(value, measure.currency);
