import { MONEY_SCALE, thousandsOf } from '@innkeeper/contract';

/**
 * Numbers as people read them. Decimals are text from the database to the screen: they are grouped and cut here as
 * text, so that no digit passes through a float.
 */

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

/** Digits with commas between thousands. */
export const group = (digits: string): string => thousandsOf(digits).join(',');

/**
 * `1,250,000.000` for `"1250000"` with 3 decimals; 0 decimals by default. Rounds half away from zero. Returns '' for an
 * empty value, and text that is not a decimal unchanged.
 */
export function formatNumber(value: string | number | null | undefined, decimals = 0): string {
  if (value === null || value === undefined || value === '') return '';
  const match = DECIMAL.exec(String(value));
  if (!match) return String(value);
  const [, sign = '', whole = '0', fraction = ''] = match;
  const padded = fraction.padEnd(decimals, '0');
  let digits = whole.replace(/^0+(?=\d)/, '') + padded.slice(0, decimals);
  if ((padded[decimals] ?? '0') >= '5') digits = String(BigInt(digits) + 1n).padStart(digits.length, '0');
  const point = digits.length - decimals;
  const shown = group(digits.slice(0, point)) + (decimals > 0 ? `.${digits.slice(point)}` : '');
  return /[1-9]/.test(shown) ? sign + shown : shown;
}

/** An amount with its currency: `Rp. 1,250,000.000`, `USD 1,250.00`. */
export function formatMoney(
  value: string | number | null | undefined,
  currency: string | null | undefined = 'IDR',
  decimals = MONEY_SCALE,
): string {
  const amount = formatNumber(value, decimals);
  if (amount === '') return '';
  return `${currencyPrefix(currency)}${amount}`;
}

/**
 * An amount as displayed, and the trailing zeros that are stored although its currency does not use them: `Rp.
 * 1,250,000` and `.000`. Non-zero decimals belong to the amount.
 */
export function moneyParts(
  value: string | null | undefined,
  currency: string | null,
  decimals: number,
): readonly [string, string] {
  const [rounded, exact] = [formatMoney(value, currency, decimals), formatMoney(value, currency, MONEY_SCALE)];
  const rest = exact.slice(rounded.length);
  return exact.startsWith(rounded) && !/[1-9]/.test(rest) ? [rounded, rest] : [exact, ''];
}

/** The prefix of an amount: `Rp. ` for rupiah, otherwise the currency code. */
export function currencyPrefix(currency: string | null | undefined): string {
  if (!currency) return '';
  return currency === 'IDR' ? 'Rp. ' : `${currency} `;
}
