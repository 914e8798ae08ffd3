import { formatMoney, moneyParts } from '../format/number.ts';
import { decimalsOf } from './currencies.ts';
import { classNames } from '../ui/class-names.ts';

export interface MoneyProps {
  /** A plain decimal. */
  amount: string;
  /** Its code; none where it stands elsewhere, as over a column. */
  currency?: string | null;
  /** As it stands in a record: with all decimals that amounts have. */
  isKept?: boolean;
  /** The decimals of its currency, where they are at hand. */
  decimals?: number;
  /** Rounded to those decimals: a sum that need not be exact. */
  isRounded?: boolean;
  className?: string;
}

/**
 * An amount of money. People say it with the decimals of its currency; the zeros that are kept behind them are small and faint, so
 * that nobody takes `1,250,000.000` for a larger amount, and are not read aloud. In a column of a list that is too narrow for all
 * of it the zeros go, as on a line below that is not seen: an amount that ends in dots could be any.
 */
export function Money({
  amount,
  currency = null,
  isKept = false,
  decimals = decimalsOf(currency),
  isRounded = false,
  className,
}: MoneyProps) {
  const [said, rest] = isRounded
    ? [formatMoney(amount, currency, decimals), '']
    : moneyParts(amount, currency, decimals);
  return (
    <span className={classNames('tabular whitespace-nowrap [.list-cell_&]:whitespace-normal', className)}>
      <span className="whitespace-nowrap">{said}</span>
      {isKept && rest !== '' && (
        <span
          aria-hidden="true"
          className="text-[0.8em] leading-none font-normal text-faint [.list-cell_&]:inline-block"
        >
          {rest}
        </span>
      )}
    </span>
  );
}
