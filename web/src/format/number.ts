import { MONEY_SCALE, groupThousands } from '@innkeeper/contract';

/**
 * Formats numbers. Decimals are text from the database to the screen: they are grouped and rounded here as text, so
 * that no digit passes through a float.
 */

const DECIMAL_PATTERN = /^(-?)(\d+)(?:\.(\d+))?$/;

/** Digits with commas between thousands. */
export const groupDigits = (digits: string): string => groupThousands(digits).join(',');

/**
 * `1,250,000.000` for `"1250000"` with 3 decimals; 0 decimals by default. Rounds half away from zero. Returns '' for an
 * empty value, and text that is not a decimal unchanged.
 */
export function formatNumber(value: string | number | null | undefined, decimals = 0): string {
  if (value === null || value === undefined || value === '') return '';
  const match = DECIMAL_PATTERN.exec(String(value));
  if (!match) return String(value);
  const [, sign = '', whole = '0', fraction = ''] = match;
  const padded = fraction.padEnd(decimals, '0');
  let digits = whole.replace(/^0+(?=\d)/, '') + padded.slice(0, decimals);
  if ((padded[decimals] ?? '0') >= '5') digits = String(BigInt(digits) + 1n).padStart(digits.length, '0');
  const decimalPosition = digits.length - decimals;
  const text =
    groupDigits(digits.slice(0, decimalPosition)) + (decimals > 0 ? `.${digits.slice(decimalPosition)}` : '');
  return /[1-9]/.test(text) ? sign + text : text;
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
 * Splits an amount into the displayed part and the trailing zeros that are stored although its currency does not use
 * them: `Rp. 1,250,000` and `.000`. Non-zero decimals belong to the first part.
 */
export function splitMoney(
  value: string | null | undefined,
  currency: string | null,
  decimals: number,
): readonly [string, string] {
  const [roundedText, exactText] = [formatMoney(value, currency, decimals), formatMoney(value, currency, MONEY_SCALE)];
  const zeros = exactText.slice(roundedText.length);
  return exactText.startsWith(roundedText) && !/[1-9]/.test(zeros) ? [roundedText, zeros] : [exactText, ''];
}

/** The prefix of an amount: `Rp. ` for rupiah, otherwise the currency code. */
export function currencyPrefix(currency: string | null | undefined): string {
  if (!currency) return '';
  return currency === 'IDR' ? 'Rp. ' : `${currency} `;
}
