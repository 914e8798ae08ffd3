/**
 * Exact decimals for server and console: text on the wire, and whole numbers of the last decimal place during
 * calculations, so that no digit passes through a float.
 */

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

/** `-12.5` with 2 places as -1250n; further places are cut off. Undefined if it is not a decimal. */
export function decimalUnits(value: unknown, scale: number): bigint | undefined {
  const match = typeof value === 'string' || typeof value === 'number' ? DECIMAL.exec(String(value)) : null;
  if (!match) return undefined;
  const [, sign = '', whole = '', fraction = ''] = match;
  return BigInt(`${sign}${whole}${fraction.slice(0, scale).padEnd(scale, '0')}`);
}

/** -1250n with 2 places as `-12.50`. */
export function decimalOf(units: bigint, scale: number): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const point = digits.length - scale;
  return `${units < 0n ? '-' : ''}${digits.slice(0, point)}${scale > 0 ? `.${digits.slice(point)}` : ''}`;
}

/** Number of decimal places. */
export const decimalPlaces = (value: string | number | null | undefined): number =>
  String(value ?? '').split('.')[1]?.length ?? 0;

/** The sum of decimals with this many places. Values that are not decimals add nothing. */
export const addDecimals = (values: readonly unknown[], scale: number): string =>
  decimalOf(
    values.reduce<bigint>((sum, value) => sum + (decimalUnits(value, scale) ?? 0n), 0n),
    scale,
  );
