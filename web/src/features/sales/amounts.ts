import { MONEY_SCALE, formatDecimal, decimalPlaces, parseDecimalUnits } from '@innkeeper/contract';

/** Calculations of a sale. Amounts are decimal strings with up to 3 decimals. */

/** An amount as a whole number of thousandths; 0 if it is not an amount. */
function toThousandths(amount: string | null): bigint {
  const units = parseDecimalUnits(amount, MONEY_SCALE) ?? 0n;
  return units > 0n ? units : 0n;
}

export const isGreater = (a: string | null, b: string | null): boolean => toThousandths(a) > toThousandths(b);

/** A price minus its discount, at least zero. */
export function subtractDiscount(price: string, discount: string | null): string {
  const remainder = toThousandths(price) - toThousandths(discount);
  return formatDecimal(remainder > 0n ? remainder : 0n, MONEY_SCALE);
}

/**
 * An amount in US dollars as the database stores it: divided by the rate, rounded half up to cents. Null without a
 * rate.
 */
export function toUsd(amount: string, rate: string | null): string | null {
  const decimalCount = decimalPlaces(rate);
  const divisor = parseDecimalUnits(rate, decimalCount) ?? 0n;
  if (divisor <= 0n) return null;
  // thousandths ÷ 1000 ÷ (divisor ÷ 10^places) × 100
  const dividend = toThousandths(amount) * 10n ** BigInt(decimalCount);
  return formatDecimal((2n * dividend + 10n * divisor) / (20n * divisor), 2);
}
