import { MONEY_SCALE, addDecimals } from '@innkeeper/contract';

/** The sum of form amounts, with the decimals of money. Empty and incomplete amounts add nothing. */
export const sumAmounts = (amounts: readonly (string | null)[]): string =>
  addDecimals(
    amounts.filter((amount) => !amount?.startsWith('-')),
    MONEY_SCALE,
  );
