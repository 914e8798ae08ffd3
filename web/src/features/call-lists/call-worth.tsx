import type { CallListRow } from '@innkeeper/contract/calls';
import { Plural, Trans } from '@lingui/react/macro';
import { Money } from '../../session/money.tsx';

/** What a call can be worth: the price of the renewal, and the vouchers left with their worth. */
export function CallWorth({ row: { renewal, vouchers } }: { row: CallListRow }) {
  if (!renewal && !vouchers) return null;
  return (
    <span className="flex flex-wrap gap-x-3 text-sm tabular">
      {renewal && (
        <span>
          <Trans>
            Renewal <Money amount={renewal.price} currency={renewal.currency} />
          </Trans>
        </span>
      )}
      {vouchers && (
        <span className="flex flex-wrap gap-x-1.5 text-muted">
          <Plural value={vouchers.count} one="# voucher left" other="# vouchers left" />
          {vouchers.totals.map(({ currency, total }) => (
            <Money key={currency} amount={total} currency={currency} />
          ))}
        </span>
      )}
    </span>
  );
}
