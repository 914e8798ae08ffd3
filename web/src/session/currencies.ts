import { currentUser } from './user.ts';

/**
 * The decimals in which people say amounts of a currency, as its country has them. Of an amount whose currency is not known,
 * the most that any currency here has.
 */
export function decimalsOf(currency: string | null | undefined): number {
  const known = currentUser()?.currencies ?? {};
  if (currency) return known[currency] ?? USUAL;
  return Object.values(known).reduce((most, decimals) => Math.max(most, decimals), 0);
}

const USUAL = 2;
