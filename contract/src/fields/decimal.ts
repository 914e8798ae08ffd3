import { MONEY_SCALE } from './kinds.ts';

/**
 * Exact decimals for server and console. They are text on the wire and integers of the last decimal place in
 * calculations, so no digit passes through a float.
 */

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

/** Parses `-12.5` with 2 places as -1250n, and cuts off further places. Undefined if it is not a decimal. */
export function parseDecimalUnits(value: unknown, scale: number): bigint | undefined {
  const match = typeof value === 'string' || typeof value === 'number' ? DECIMAL.exec(String(value)) : null;
  if (!match) return undefined;
  const [, sign = '', whole = '', fraction = ''] = match;
  return BigInt(`${sign}${whole}${fraction.slice(0, scale).padEnd(scale, '0')}`);
}

/** Formats -1250n with 2 places as `-12.50`. */
export function formatDecimal(units: bigint, scale: number): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const point = digits.length - scale;
  return `${units < 0n ? '-' : ''}${digits.slice(0, point)}${scale > 0 ? `.${digits.slice(point)}` : ''}`;
}

/** Number of decimal places. */
export const decimalPlaces = (value: string | number | null | undefined): number =>
  String(value ?? '').split('.')[1]?.length ?? 0;

/** The sum of decimals with this many places. Values that are not decimals add nothing. */
export const addDecimals = (values: readonly unknown[], scale: number): string =>
  formatDecimal(
    values.reduce<bigint>((sum, value) => sum + (parseDecimalUnits(value, scale) ?? 0n), 0n),
    scale,
  );

/** The sum of amounts. Values that are not decimals add nothing. */
export const addAmounts = (amounts: readonly unknown[]): string => addDecimals(amounts, MONEY_SCALE);
