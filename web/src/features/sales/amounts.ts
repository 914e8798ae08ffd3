import { MONEY_SCALE, decimalOf, decimalPlaces, decimalUnits } from '@innkeeper/contract';

/** Calculations of a sale. Amounts are decimal strings with up to 3 decimals. */

/** An amount as a whole number of thousandths; 0 if it is not an amount. */
function thousandths(amount: string | null): bigint {
  const units = decimalUnits(amount, MONEY_SCALE) ?? 0n;
  return units > 0n ? units : 0n;
}

export const isMore = (a: string | null, b: string | null): boolean => thousandths(a) > thousandths(b);

/** A price minus its discount, at least zero. */
export function subtractDiscount(price: string, discount: string | null): string {
  const left = thousandths(price) - thousandths(discount);
  return decimalOf(left > 0n ? left : 0n, MONEY_SCALE);
}

/**
 * An amount in US dollars as the database stores it: divided by the rate, rounded half up to cents. Null without a
 * rate.
 */
export function toUsd(amount: string, rate: string | null): string | null {
  const places = decimalPlaces(rate);
  const divisor = decimalUnits(rate, places) ?? 0n;
  if (divisor <= 0n) return null;
  // thousandths ÷ 1000 ÷ (divisor ÷ 10^places) × 100
  const dividend = thousandths(amount) * 10n ** BigInt(places);
  return decimalOf((2n * dividend + 10n * divisor) / (20n * divisor), 2);
}
