import {
  FEE_PARTS,
  type FeePart,
  type RowSelection,
  monthsCondition,
  includesCondition,
  idCondition,
} from '@innkeeper/contract';
import type { ClosingCountry, MonthlyFees } from '@innkeeper/contract/calls';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useLabel } from '../../i18n/use-label.ts';
import { Money } from '../../session/money.tsx';
import { useSaleTypes } from '../../session/sale-types.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FileButtons } from '../../domain/file-buttons.tsx';
import { feesQuery, feesParams } from './month-close-calls.ts';
import { RecordCount, UsdAmount } from './month-labels.tsx';
import { FRAME_CLASS, Table, type TableColumn } from '../../ui/table.tsx';

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
          <FeesTable rows={data.rows} />
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

function FeesTable({ rows }: { rows: readonly MonthlyFees[] }) {
  const { t } = useLingui();
  const label = useLabel();
  const saleTypes = useSaleTypes();
  const saleRows = ({ month, hotel }: MonthlyFees): RowSelection => ({
    resource: 'transaction',
    conditions: [
      monthsCondition('transaction_date', month),
      idCondition('hotel_id', hotel.id),
      includesCondition('transaction_type_id', saleTypes),
    ],
  });
  const createAmount = (part: FeePart): TableColumn<MonthlyFees> => ({
    key: part,
    heading: label(FEE_PARTS[part]),
    isNumber: true,
    cell: ({ [part]: { amount, number }, currency }) => (
      <>
        <Money amount={amount} currency={currency} />
        <RecordCount count={number} />
      </>
    ),
  });
  const createUsdAmount = (part: FeePart): TableColumn<MonthlyFees> => ({
    key: `${part}_usd`,
    heading: `${label(FEE_PARTS[part])} (USD)`,
    isNumber: true,
    cell: (row) => (
      <UsdAmount
        amount={row[part].amount_usd}
        withoutRate={row[part].without_rate}
        // No list has the sales by the months of their terms.
        rows={part === 'by_sale' ? saleRows(row) : undefined}
      />
    ),
  });
  return (
    <Table
      label={t`Fees by month of service`}
      className={FRAME_CLASS}
      columns={[
        { key: 'hotel', heading: t`Hotel`, className: 'min-w-44', cell: ({ hotel }) => hotel.name },
        createAmount('by_sale'),
        createAmount('by_service'),
        createUsdAmount('by_sale'),
        createUsdAmount('by_service'),
      ]}
      rows={rows}
      rowKey={({ hotel, currency }) => `${hotel.id} ${currency}`}
    />
  );
}
