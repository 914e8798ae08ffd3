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
/** `Nov 2026` */
export const monthAndYear = (month: string): string => `${shortMonth(month)} ${yearOf(month)}`;
export const yearBefore = (month: string): string => `${Number(yearOf(month)) - 1}${month.slice(4)}`;
export const yearOf = (month: string): string => month.slice(0, 4);

/** Thousands, millions, and so on; the full stop is the decimal sign in both languages, as everywhere in the console. */
const STEPS = { en: ['', 'k', 'M', 'bn', 'tn'], id: ['', ' rb', ' jt', ' M', ' T'] } as const;

/** `12k`, in Indonesian `12 rb`, beside an axis, where the exact value stands elsewhere. */
export function roughNumber(value: number): string {
  const steps = STEPS[currentLanguage()];
  const inSteps = (step: number): number => Math.round((value / 1000 ** step) * 10) / 10;
  // The first step in which it has at most three digits before the point, once it is rounded.
  const found = steps.findIndex((_, step) => inSteps(step) < 1000);
  const step = found < 0 ? steps.length - 1 : found;
  return `${inSteps(step)}${steps[step] ?? ''}`;
}

export const DOLLARS = 'USD';

/** The currency of a value; none for records. */
export function currencyOf(measure: Measure): string | null {
  if (measure === 'number') return null;
  return measure === 'usd' ? DOLLARS : measure.currency;
}

/** What a value is counted in; nothing for records. */
export const unitOf = (measure: Measure): string => currencyPrefix(currencyOf(measure));

/** The decimals that a value is rounded to: dollars to the whole, local money as its country writes it. */
export const roundingOf = (measure: Measure, decimals: Readonly<Record<string, number>>): number =>
  typeof measure === 'string' ? 0 : Math.min(decimals[measure.currency] ?? 0, 2);

/** A value with its unit, where it can only be a text: `USD 1,250`, `Rp. 1,250,000`, `42`. */
export const measured = (value: string, measure: Measure, decimals: Readonly<Record<string, number>>): string =>
  `${unitOf(measure)}${formatNumber(value, roundingOf(measure, decimals))}`;
