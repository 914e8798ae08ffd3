import { formatMoney, splitMoney } from '../format/number.ts';
import { decimalsOf } from './currencies.ts';
import { classNames } from '../ui/class-names.ts';

export interface MoneyProps {
  /** Decimal string. */
  amount: string;
  /** Currency code; omitted if it is shown elsewhere, for example above a column. */
  currency?: string | null;
  /** Shows all decimals stored in the record. */
  isExact?: boolean;
  /** Number of decimals of the currency, if known. */
  decimals?: number;
  /** Rounds to these decimals, for totals that need not be exact. */
  isRounded?: boolean;
  tooltip?: string | undefined;
  className?: string;
}

/**
 * An amount of money with the usual decimals of its currency. Further stored zeros are small and faint, so that nobody
 * reads `1,250,000.000` as a larger amount, and hidden from screen readers. In a narrow column the zeros wrap onto a
 * hidden line, because an amount that is cut off with an ellipsis could be any amount.
 */
export function Money({
  amount,
  currency = null,
  isExact = false,
  decimals = decimalsOf(currency),
  isRounded = false,
  tooltip,
  className,
}: MoneyProps) {
  const [rounded, zeros] = isRounded
    ? [formatMoney(amount, currency, decimals), '']
    : splitMoney(amount, currency, decimals);
  return (
    <span
      className={classNames('tabular whitespace-nowrap [.list-cell_&]:whitespace-normal', className)}
      data-tooltip={tooltip}
    >
      <span className="whitespace-nowrap">{rounded}</span>
      {isExact && zeros !== '' && (
        <span
          aria-hidden="true"
          className="text-[0.8em] leading-none font-normal text-faint [.list-cell_&]:inline-block"
        >
          {zeros}
        </span>
      )}
    </span>
  );
}
