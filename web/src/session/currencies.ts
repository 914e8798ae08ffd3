import { currentUser } from './user.ts';

/**
 * The usual number of decimals of a currency, by the user's countries; 2 if none of them uses it. Without a currency,
 * the maximum of the user's currencies.
 */
export function decimalsOf(currency: string | null | undefined): number {
  const decimalsByCurrency = currentUser()?.currencies ?? {};
  if (currency) return decimalsByCurrency[currency] ?? DEFAULT_DECIMALS;
  return Object.values(decimalsByCurrency).reduce((max, decimals) => Math.max(max, decimals), 0);
}

const DEFAULT_DECIMALS = 2;
