import { addDecimals } from '@innkeeper/contract';
import type { ShiftPayment } from '@innkeeper/contract/calls';
import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { Money } from '../../session/money.tsx';
import type { TableColumn } from '../../ui/table.tsx';
import { ShiftTable } from './shift-table.tsx';

interface PaymentRow extends Pick<ShiftPayment, 'currency' | 'taken' | 'returned' | 'balance'> {
  /** Null in the total of a currency. */
  readonly name: string | null;
}

const AMOUNTS = ['taken', 'returned', 'balance'] as const;

/** What was taken and returned by type of payment, with a total of each currency: what is in the drawer. */
export function PaymentTable({ payments }: { payments: readonly ShiftPayment[] }) {
  const { t } = useLingui();
  const id = useId();
  const headings = { taken: t`Taken`, returned: t`Returned`, balance: t`Balance` };
  const columns: readonly TableColumn<PaymentRow>[] = [
    {
      key: 'payment',
      heading: <Trans>Payment type</Trans>,
      cell: ({ name, currency }) => name ?? <Trans>Total {currency}</Trans>,
    },
    ...AMOUNTS.map((key) => ({
      key,
      heading: headings[key],
      isNumber: true,
      cell: (row: PaymentRow) => <Money amount={row[key]} currency={row.currency} isExact />,
    })),
  ];
  const rows = payments.map(({ payment, ...amounts }) => ({ ...amounts, name: payment?.name ?? t`No payment type` }));
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 text-lg font-semibold">
        <Trans>Payments</Trans>
      </h2>
      {rows.length === 0 ? (
        <p className="text-muted">
          <Trans>No payment in this period.</Trans>
        </p>
      ) : (
        <ShiftTable
          label={t`Payments`}
          columns={columns}
          rows={rows}
          rowKey={({ name, currency }) => `${currency} ${name}`}
          totals={totalsOf(payments)}
        />
      )}
    </section>
  );
}

/** One total for each currency. */
function totalsOf(payments: readonly ShiftPayment[]): readonly PaymentRow[] {
  return [...Map.groupBy(payments, ({ currency }) => currency)].map(([currency, group]) => {
    const add = (key: (typeof AMOUNTS)[number]) =>
      addDecimals(
        group.map((payment) => payment[key]),
        3,
      );
    return { name: null, currency, taken: add('taken'), returned: add('returned'), balance: add('balance') };
  });
}
