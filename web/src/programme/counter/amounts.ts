import { MONEY_SCALE, addDecimals } from '@innkeeper/contract';

/**
 * The sum of amounts as a form holds them, with the decimals of money; empty texts and texts that are no amount (yet) add
 * nothing.
 */
export const sumOf = (amounts: readonly (string | null)[]): string =>
  addDecimals(
    amounts.filter((amount) => !amount?.startsWith('-')),
    MONEY_SCALE,
  );
