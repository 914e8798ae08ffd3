/** Decimals are added up as whole numbers of their last digit, so that none passes through a float. */

/** `-12.50` as -1250n. */
export const unitsOf = (text: string): bigint => BigInt(text.replace('.', ''));

/** -1250n with two decimals as `-12.50`. */
export function decimalOf(units: bigint, scale: number): string {
  if (scale === 0) return String(units);
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
