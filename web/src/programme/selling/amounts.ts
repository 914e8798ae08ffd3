/** Sums of a sale. Amounts are decimals as text with up to 3 decimals; no digit passes through a float. */

const DECIMAL = /^(\d+)(?:\.(\d+))?$/;
const SCALE = 3;

/** An amount as a whole number of thousandths; nothing where it is none. */
function thousandths(amount: string | null): bigint {
  const match = DECIMAL.exec(amount ?? '');
  return match ? BigInt(`${match[1]}${(match[2] ?? '').slice(0, SCALE).padEnd(SCALE, '0')}`) : 0n;
}

function written(whole: bigint, scale: number): string {
  const digits = String(whole).padStart(scale + 1, '0');
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

export const isMore = (a: string | null, b: string | null): boolean => thousandths(a) > thousandths(b);

/** A price less its discount; nothing less than zero. */
export function lessDiscount(price: string, discount: string | null): string {
  const left = thousandths(price) - thousandths(discount);
  return written(left > 0n ? left : 0n, SCALE);
}

/** An amount in US dollars as the books keep it: divided by the rate, rounded half up to cents. Null without a rate. */
export function inDollars(amount: string, rate: string | null): string | null {
  const match = DECIMAL.exec(rate ?? '');
  const divisor = match ? BigInt(`${match[1]}${match[2] ?? ''}`) : 0n;
  if (divisor === 0n) return null;
  // thousandths ÷ 1000 ÷ (divisor ÷ 10^decimals) × 100
  const dividend = thousandths(amount) * 10n ** BigInt(match?.[2]?.length ?? 0);
  return written((2n * dividend + 10n * divisor) / (20n * divisor), 2);
}
