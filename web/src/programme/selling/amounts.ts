import { MONEY_SCALE, decimalOf, decimalPlaces, decimalUnits } from '@innkeeper/contract';

/** Sums of a sale. Amounts are decimals as text with up to 3 decimals. */

/** An amount as a whole number of thousandths; nothing where it is none. */
function thousandths(amount: string | null): bigint {
  const units = decimalUnits(amount, MONEY_SCALE) ?? 0n;
  return units > 0n ? units : 0n;
}

export const isMore = (a: string | null, b: string | null): boolean => thousandths(a) > thousandths(b);

/** A price less its discount; nothing less than zero. */
export function lessDiscount(price: string, discount: string | null): string {
  const left = thousandths(price) - thousandths(discount);
  return decimalOf(left > 0n ? left : 0n, MONEY_SCALE);
}

/** An amount in US dollars as the books keep it: divided by the rate, rounded half up to cents. Null without a rate. */
export function inDollars(amount: string, rate: string | null): string | null {
  const places = decimalPlaces(rate);
  const divisor = decimalUnits(rate, places) ?? 0n;
  if (divisor <= 0n) return null;
  // thousandths ÷ 1000 ÷ (divisor ÷ 10^places) × 100
  const dividend = thousandths(amount) * 10n ** BigInt(places);
  return decimalOf((2n * dividend + 10n * divisor) / (20n * divisor), 2);
}
