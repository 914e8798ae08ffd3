import { currentUser } from './user.ts';

/**
 * The usual number of decimals of a currency in its country; 2 if the user has no country with it. Without a currency,
 * the maximum of the user's currencies.
 */
export function decimalsOf(currency: string | null | undefined): number {
  const known = currentUser()?.currencies ?? {};
  if (currency) return known[currency] ?? DEFAULT_DECIMALS;
  return Object.values(known).reduce((limit, decimals) => Math.max(limit, decimals), 0);
}

const DEFAULT_DECIMALS = 2;
