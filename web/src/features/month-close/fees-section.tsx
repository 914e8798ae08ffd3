import { monthsCondition, includesCondition, idCondition } from '@innkeeper/contract';
import type { ClosingCountry, MonthlyFees } from '@innkeeper/contract/calls';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { MissingRates } from '../../engine/list/missing-rates.tsx';
import { formatNumber } from '../../format/number.ts';
import { Money } from '../../session/money.tsx';
import { useSaleTypes } from '../../session/sale-types.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FileButtons } from './file-buttons.tsx';
import { feesQuery, feesParams } from './month-close-calls.ts';
import { NAME_CLASS, NUMBER_CLASS, Table } from './month-table.tsx';

interface FeesSectionProps {
  readonly country: Pick<ClosingCountry, 'id'>;
  readonly month: string;
}

/** The fees of a month at a country's hotels: of sales made in the month, and of terms that include it. */
export function FeesSection({ country, month }: FeesSectionProps) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(feesQuery(country.id, month));
  return (
    <section className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">
          <Trans>Fees by month of service</Trans>
        </h3>
        <FileButtons
          label={t`Fees by month of service`}
          path="/api/month_close/fees/export"
          query={feesParams(country.id, month)}
          name="fees"
        />
      </div>
      {error && !data ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton className="h-24 w-full" />
      ) : data.rows.length === 0 ? (
        <p className="text-muted">
          <Trans>No fees in this month</Trans>
        </p>
      ) : (
        <>
          <Table
            label={t`Fees by month of service`}
            columns={[
              [t`Hotel`, false],
              [t`By month of sale`, true],
              [t`By month of service`, true],
              [t`By month of sale (USD)`, true],
              [t`By month of service (USD)`, true],
            ]}
          >
            {data.rows.map((row) => (
              <FeesRow key={`${row.hotel.id} ${row.currency}`} row={row} />
            ))}
          </Table>
          <p className="text-sm text-muted">
            <Trans>
              By month of service: the fee is spread equally over the months of the term, with the remainder in the last
              one. Reversals and refunds are deducted.
            </Trans>
          </p>
        </>
      )}
    </section>
  );
}

function FeesRow({ row: { hotel, month, currency, by_sale, by_service } }: { row: MonthlyFees }) {
  const saleTypes = useSaleTypes();
  const saleRows = {
    resource: 'transaction',
    conditions: [
      monthsCondition('transaction_date', month),
      idCondition('hotel_id', hotel.id),
      includesCondition('transaction_type_id', saleTypes),
    ],
  } as const;
  return (
    <tr>
      <td className={NAME_CLASS}>{hotel.name}</td>
      <td className={NUMBER_CLASS}>
        <Money amount={by_sale.amount} currency={currency} />
        <span className="block text-xs text-muted">{formatNumber(by_sale.number)}</span>
      </td>
      <td className={NUMBER_CLASS}>
        <Money amount={by_service.amount} currency={currency} />
        <span className="block text-xs text-muted">{formatNumber(by_service.number)}</span>
      </td>
      <td className={NUMBER_CLASS}>
        <span className="block">{formatNumber(by_sale.amount_usd, 2)}</span>
        <MissingRates count={by_sale.without_rate} rows={saleRows} />
      </td>
      <td className={NUMBER_CLASS}>
        <span className="block">{formatNumber(by_service.amount_usd, 2)}</span>
        {/* No list has the sales by the months of their terms. */}
        <MissingRates count={by_service.without_rate} rows={undefined} />
      </td>
    </tr>
  );
}
