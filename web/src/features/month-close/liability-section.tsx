import type { ClosingCountry, Liability } from '@innkeeper/contract/calls';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '../../format/number.ts';
import { useLabel } from '../../i18n/use-label.ts';
import { Money } from '../../session/money.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FileButtons } from './file-buttons.tsx';
import { liabilityQuery, liabilityParams } from './month-close-calls.ts';
import { NAME_CLASS, NUMBER_CLASS, Table } from './month-table.tsx';

interface LiabilitySectionProps {
  readonly country: Pick<ClosingCountry, 'id'>;
  readonly month: string;
}

const MOVEMENTS = ['opening', 'issued', 'redeemed', 'expired', 'cancelled', 'corrected', 'closing'] as const;

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
          <Table
            label={t`Voucher liability`}
            columns={[
              [t`Hotel`, false],
              [t`Voucher type`, false],
              [t`Opening`, true],
              [t`Issued`, true],
              [t`Redeemed`, true],
              [t`Expired`, true],
              [t`Cancelled`, true],
              [t`Corrected`, true],
              [t`Closing`, true],
              [t`Closing (USD)`, true],
            ]}
          >
            {data.rows.map((row) => (
              <LiabilityRow key={`${row.hotel.id} ${row.kind.id} ${row.currency}`} row={row} />
            ))}
          </Table>
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

function LiabilityRow({ row }: { row: Liability }) {
  const label = useLabel();
  const { nominal_usd, number, without_rate } = row.closing;
  return (
    <tr>
      <td className={NAME_CLASS}>{row.hotel.name}</td>
      <td className={NAME_CLASS}>{label({ en: row.kind.name, id: row.kind.name_id })}</td>
      {MOVEMENTS.map((movement) => (
        <td key={movement} className={NUMBER_CLASS}>
          <Money amount={row[movement].nominal} currency={row.currency} />
          <span className="block text-xs text-muted">{formatNumber(row[movement].number)}</span>
        </td>
      ))}
      <td className={NUMBER_CLASS}>
        {without_rate === number && number > 0 ? '–' : formatNumber(nominal_usd, 2)}
        {without_rate > 0 && (
          <span className="block text-xs text-muted">
            <Plural value={without_rate} one="# voucher without USD rate" other="# vouchers without USD rate" />
          </span>
        )}
      </td>
    </tr>
  );
}
