import { LIABILITY_PARTS, LIABILITY_PART_KEYS } from '@innkeeper/contract';
import type { ClosingCountry, Liability } from '@innkeeper/contract/calls';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useLabel } from '../../i18n/use-label.ts';
import { Money } from '../../session/money.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FileButtons } from '../../domain/file-buttons.tsx';
import { liabilityQuery, liabilityParams } from './month-close-calls.ts';
import { RecordCount, UsdAmount } from './month-labels.tsx';
import { FRAME_CLASS, Table } from '../../ui/table.tsx';

interface LiabilitySectionProps {
  readonly country: Pick<ClosingCountry, 'id'>;
  readonly month: string;
}

/** The value of a country's outstanding vouchers, from the opening to the closing of a month. */
export function LiabilitySection({ country, month }: LiabilitySectionProps) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(liabilityQuery(country.id, month));
  return (
    <section className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">
          <Trans>Voucher liability</Trans>
        </h3>
        <FileButtons
          label={t`Voucher liability`}
          path="/api/month_close/liability/export"
          query={liabilityParams(country.id, month)}
          name="voucher-liability"
        />
      </div>
      {error && !data ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton className="h-40 w-full" />
      ) : data.rows.length === 0 ? (
        <p className="text-muted">
          <Trans>No outstanding vouchers in this month</Trans>
        </p>
      ) : (
        <>
          <LiabilityTable rows={data.rows} />
          <p className="text-sm text-muted">
            <Trans>
              Opening + issued − redeemed − expired − cancelled + corrected = closing. “Corrected” shows later changes
              to closed months.
            </Trans>
          </p>
        </>
      )}
    </section>
  );
}

function LiabilityTable({ rows }: { rows: readonly Liability[] }) {
  const { t } = useLingui();
  const label = useLabel();
  return (
    <Table
      label={t`Voucher liability`}
      className={FRAME_CLASS}
      columns={[
        { key: 'hotel', heading: t`Hotel`, className: 'min-w-44', cell: ({ hotel }) => hotel.name },
        {
          key: 'kind',
          heading: t`Voucher type`,
          className: 'min-w-44',
          cell: ({ kind }) => label({ en: kind.name, id: kind.name_id }),
        },
        ...LIABILITY_PART_KEYS.map((part) => ({
          key: part,
          heading: label(LIABILITY_PARTS[part]),
          isNumber: true,
          cell: ({ [part]: { nominal, number }, currency }: Liability) => (
            <>
              <Money amount={nominal} currency={currency} />
              <RecordCount count={number} />
            </>
          ),
        })),
        {
          key: 'usd',
          heading: t`Closing (USD)`,
          isNumber: true,
          cell: ({ closing: { nominal_usd, number, without_rate } }) => (
            <UsdAmount
              amount={without_rate === number && number > 0 ? null : nominal_usd}
              withoutRate={without_rate}
              rows={undefined}
            />
          ),
        },
      ]}
      rows={rows}
      rowKey={({ hotel, kind, currency }) => `${hotel.id} ${kind.id} ${currency}`}
    />
  );
}
