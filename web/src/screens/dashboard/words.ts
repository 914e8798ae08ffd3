import { currentLanguage } from '../../i18n/language.ts';
import { currencyPrefix, formatNumber } from '../../format/number.ts';
import type { Measure } from './series.ts';

const locale = (): string => (currentLanguage() === 'id' ? 'id-ID' : 'en-GB');
const startOf = (month: string): Date => new Date(`${month}-01T00:00:00Z`);

/** `November 2026` */
export const longMonth = (month: string): string =>
  startOf(month).toLocaleDateString(locale(), { month: 'long', year: 'numeric', timeZone: 'UTC' });
/** `Nov` */
export const shortMonth = (month: string): string =>
  startOf(month).toLocaleDateString(currentLanguage() === 'id' ? 'id-ID' : 'en-US', {
    month: 'short',
    timeZone: 'UTC',
  });
export const yearOf = (month: string): string => month.slice(0, 4);

/** Thousands, millions, and so on. Numbers have a point in both languages, as everywhere in the console. */
const STEPS = { en: ['', 'k', 'M', 'bn', 'tn'], id: ['', ' rb', ' jt', ' M', ' T'] } as const;

/** `1.2M` beside an axis, where the exact value stands elsewhere. */
export function roughNumber(value: number): string {
  const steps = STEPS[currentLanguage()];
  const step = Math.min(Math.max(Math.floor(Math.log10(Math.max(value, 1)) / 3), 0), steps.length - 1);
  return `${Math.round((value / 1000 ** step) * 10) / 10}${steps[step] ?? ''}`;
}

export const DOLLARS = 'USD';

/** What a value is counted in; nothing for records. */
export const unitOf = (measure: Measure): string =>
  measure === 'number' ? '' : currencyPrefix(measure === 'usd' ? DOLLARS : measure.currency);

/** A value without its unit: dollars to the whole, local money as its country writes it. */
export function bare(value: string, measure: Measure, decimals: Readonly<Record<string, number>>): string {
  if (typeof measure === 'string') return formatNumber(value);
  return formatNumber(value, Math.min(decimals[measure.currency] ?? 0, 2));
}

/** A value with its unit: `USD 1,250`, `Rp. 1,250,000`, `42`. */
export const measured = (value: string, measure: Measure, decimals: Readonly<Record<string, number>>): string =>
  `${unitOf(measure)}${bare(value, measure, decimals)}`;
