import type { Language } from '@innkeeper/contract';

const MONTHS: Readonly<Record<Language, readonly string[]>> = {
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  id: ['Jan', 'Feb', 'Mar', 'Apr', 'Mei', 'Jun', 'Jul', 'Agu', 'Sep', 'Okt', 'Nov', 'Des'],
};

/** `22 May 2026` of `2026-05-22`. */
export const dayIn = (day: string, language: Language): string => {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${date} ${MONTHS[language][Number(month) - 1] ?? ''} ${year}`;
};

/** `Rp. 1,250,000`, `USD 1,250.00`: with the decimals of its country; thousands have commas in both languages, as in the console. */
export function amountIn(
  value: string,
  { currency, decimals }: { readonly currency: string; readonly decimals: number },
): string {
  const format = new Intl.NumberFormat('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  // Decimals stay text, so that no digit passes through a float; the library's types know numerals alone.
  const amount = format.format(value as `${number}`);
  return currency === 'IDR' ? `Rp. ${amount}` : `${currency} ${amount}`;
}
