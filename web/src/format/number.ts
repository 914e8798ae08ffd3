/**
 * Numbers as people read them. Decimals are text from the database to the screen: they are grouped and cut here as text, so
 * that no digit passes through a float.
 */

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

const group = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',');

/** Adds one to the last digit of a number without a point: `"129"` becomes `"130"`. */
function increment(digits: string): string {
  const carried = /^(.*?)(9*)$/.exec(digits);
  const head = carried?.[1] ?? '';
  const zeros = '0'.repeat(carried?.[2]?.length ?? 0);
  if (head === '') return `1${zeros}`;
  return `${head.slice(0, -1)}${Number(head.slice(-1)) + 1}${zeros}`;
}

/**
 * `1,250,000.000` of `"1250000"` with 3 decimals; 0 decimals by default. Rounds half away from zero; '' where there is none,
 * and what is no decimal comes back as it is.
 */
export function formatNumber(value: string | number | null | undefined, decimals = 0): string {
  if (value === null || value === undefined || value === '') return '';
  const match = DECIMAL.exec(String(value));
  if (!match) return String(value);
  const [, sign = '', whole = '0', fraction = ''] = match;
  const padded = fraction.padEnd(decimals, '0');
  let digits = whole.replace(/^0+(?=\d)/, '') + padded.slice(0, decimals);
  if ((padded[decimals] ?? '0') >= '5') digits = increment(digits);
  const point = digits.length - decimals;
  const shown = group(digits.slice(0, point)) + (decimals > 0 ? `.${digits.slice(point)}` : '');
  return /[1-9]/.test(shown) ? sign + shown : shown;
}

/** An amount with its currency: `Rp. 1,250,000.000`, `USD 1,250.00`. */
export function formatMoney(
  value: string | number | null | undefined,
  currency: string | null | undefined = 'IDR',
  decimals = 3,
): string {
  const amount = formatNumber(value, decimals);
  if (amount === '') return '';
  return `${currencyPrefix(currency)}${amount}`;
}

/** What stands before an amount: `Rp. ` for rupiah, the code of any other currency. */
export function currencyPrefix(currency: string | null | undefined): string {
  if (!currency) return '';
  return currency === 'IDR' ? 'Rp. ' : `${currency} `;
}

/**
 * Reads a number as it stands in a letter or a spreadsheet: `1.250.000,50`, `Rp 1,250,000`, `1250000.5`. Gives a decimal, or
 * undefined where it is none. The last separator is the decimal point when the other kind stands before it; one that stands
 * alone before three digits separates thousands, but a point in a field with decimals, which is how the console writes them.
 */
export function parseTypedNumber(typed: string, decimals: number): string | undefined {
  const match = /^(-?)\s*(?:[a-z]{1,3}\.?|[$€£¥])?\s*(-?)(\d[\d.,'\s]*)$/i.exec(typed.trim());
  if (!match || (match[1] && match[2])) return undefined;
  const text = (match[3] ?? '').replace(/['\s]/g, '');
  const at = decimalPointOf(text, decimals);
  const whole = text
    .slice(0, at)
    .replace(/[.,]/g, '')
    .replace(/^0+(?=\d)/, '');
  const fraction = text.slice(at + 1).replace(/0+$/, '');
  const sign = match[1] || match[2] ? '-' : '';
  return `${sign}${whole}${fraction && `.${fraction}`}`;
}

/** Where the decimal point stands in digits with separators; their length where there is none. */
function decimalPointOf(text: string, decimals: number): number {
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  const mark = text[last];
  if (mark === undefined) return text.length;
  const before = text.slice(0, last);
  if (before.includes(mark)) return text.length;
  if (/[.,]/.test(before)) return last;
  const looksLikeThousands = /^[1-9]\d{0,2}$/.test(before) && text.length - last === 4;
  return looksLikeThousands && !(mark === '.' && decimals > 0) ? text.length : last;
}
