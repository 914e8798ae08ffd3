import { addAmounts } from '@innkeeper/contract';
import type { DeskVoucher } from '@innkeeper/contract/calls';
import { Fragment } from 'react';
import { Money } from '../../session/money.tsx';

/** The sum of the vouchers' values, by currency. */
export const sumVouchers = (
  vouchers: readonly DeskVoucher[],
): readonly { readonly currency: string; readonly amount: string }[] =>
  [...Map.groupBy(vouchers, ({ currency }) => currency)].map(([currency, ofCurrency]) => ({
    currency,
    amount: addAmounts(ofCurrency.map(({ nominal }) => nominal)),
  }));

/** What the vouchers are worth together: `Rp. 1,150,000.000`, or `Rp. 250,000.000 + USD 40.00` in two currencies. */
export function VoucherWorth({ vouchers }: { vouchers: readonly DeskVoucher[] }) {
  return sumVouchers(vouchers).map(({ currency, amount }, index) => (
    <Fragment key={currency}>
      {index > 0 && ' + '}
      <Money amount={amount} currency={currency} isExact />
    </Fragment>
  ));
}
