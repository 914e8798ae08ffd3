import type { ClosingTotals, TotalsComparison, MonthDifference } from '@innkeeper/contract/calls';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { type RowSelection, getResource, monthsCondition, includesCondition, idCondition } from '@innkeeper/contract';
import { recordPath } from '../../engine/form/record-path.ts';
import { MissingRates } from '../../engine/list/missing-rates.tsx';
import { formatDateTime } from '../../format/date.ts';
import { formatNumber } from '../../format/number.ts';
import { useOptionDetails } from '../../session/reference-data.ts';
import { Money } from '../../session/money.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { CELL_CLASS, NAME_CLASS, NUMBER_CLASS, Table } from './month-table.tsx';
import { DIFFERENCE_REASONS, useKindName } from './month-labels.tsx';

const rowKey = ({
  hotel,
  resource,
  part,
  currency,
}: Pick<ClosingTotals, 'hotel' | 'resource' | 'part' | 'currency'>): string =>
  `${hotel.id} ${resource} ${part} ${currency}`;

/** The sums of a month, by hotel and kind. */
export function TotalsTable({ amounts, month }: { amounts: readonly ClosingTotals[]; month: string }) {
  const { t } = useLingui();
  const transactionTypes = useOptionDetails('transaction-type');
  /** The records of a sum in US dollars, in their list. */
  const linkedRows = ({ hotel, resource, part }: ClosingTotals): RowSelection | undefined =>
    resource === 'voucher_redeem'
      ? undefined
      : {
          resource,
          conditions: [
            monthsCondition(resource === 'visit' ? 'visit_date' : 'transaction_date', month),
            idCondition('hotel_id', hotel.id),
            ...(part === null
              ? []
              : [
                  includesCondition(
                    'transaction_type_id',
                    transactionTypes.flatMap(({ id, code }) => (code === part ? [id] : [])),
                  ),
                ]),
          ],
        };
  const kindName = useKindName();
  return (
    <Table
      label={t`Totals`}
      columns={[
        [t`Hotel`, false],
        [t`Item`, false],
        [t`Count`, true],
        [t`Amount`, true],
        [t`USD`, true],
      ]}
    >
      {amounts.map((row) => (
        <tr key={rowKey(row)}>
          <td className={NAME_CLASS}>{row.hotel.name}</td>
          <td className={CELL_CLASS}>{kindName(row)}</td>
          <td className={NUMBER_CLASS}>{formatNumber(row.number)}</td>
          <td className={NUMBER_CLASS}>
            <Money amount={row.amount} currency={row.currency} />
          </td>
          <td className={NUMBER_CLASS}>
            <span className="block">{row.amount_usd === null ? '–' : formatNumber(row.amount_usd, 2)}</span>
            <MissingRates count={row.without_rate} rows={linkedRows(row)} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** The sums of a month at its closing and now. */
export function ComparisonTable({ amounts }: { amounts: readonly TotalsComparison[] }) {
  const { t } = useLingui();
  const kindName = useKindName();
  return (
    <Table
      label={t`At close and now`}
      columns={[
        [t`Hotel`, false],
        [t`Item`, false],
        [t`At close`, true],
        [t`Now`, true],
        [t`Difference`, true],
      ]}
    >
      {amounts.map((row) => (
        <tr key={rowKey(row)}>
          <td className={NAME_CLASS}>{row.hotel.name}</td>
          <td className={CELL_CLASS}>{kindName(row)}</td>
          {[row.closed, row.today, row.difference].map(({ number, amount }, index) => (
            // Fixed order, so the index is a safe key.
            <td key={index} className={NUMBER_CLASS}>
              <Money amount={amount} currency={row.currency} />
              <span className="block text-xs text-muted">{formatNumber(number)}</span>
            </td>
          ))}
        </tr>
      ))}
    </Table>
  );
}

/** The rows that make the difference. */
export function DifferencesTable({ rows, omittedCount }: { rows: readonly MonthDifference[]; omittedCount: number }) {
  const { t } = useLingui();
  const kindName = useKindName();
  return (
    <>
      <Table
        label={t`Rows that differ`}
        columns={[
          [t`Record`, false],
          [t`Reason`, false],
          [t`At close`, true],
          [t`Now`, true],
          [t`Difference`, true],
        ]}
      >
        {rows.map((row) => (
          <tr key={`${row.resource} ${row.id}`}>
            <td className={CELL_CLASS}>
              <Link to={recordPath(getResource(row.resource), row.id)} className="font-medium tabular hover:underline">
                {row.number}
              </Link>
              <span className="block text-muted">
                {kindName(row)} · {row.hotel.code}
              </span>
            </td>
            <td className={`${NAME_CLASS} w-64`}>
              {t(DIFFERENCE_REASONS[row.why])}
              {row.reversal && (
                <>
                  {' '}
                  <Link
                    to={recordPath(getResource('transaction'), row.reversal.id)}
                    className="font-medium tabular hover:underline"
                  >
                    {row.reversal.transaction_no}
                  </Link>
                </>
              )}
              <span className="block text-muted">
                {row.by && <PersonName person={row.by} />}
                {row.by && row.at !== null && ' · '}
                {formatDateTime(row.at)}
              </span>
            </td>
            {[row.closed, row.today, row.difference].map((amount, index) => (
              <td key={index} className={NUMBER_CLASS}>
                {amount === null ? '–' : <Money amount={amount} currency={row.currency} />}
              </td>
            ))}
          </tr>
        ))}
      </Table>
      {omittedCount > 0 && (
        <p className="text-sm text-muted">
          <Plural value={omittedCount} one="# more row is not shown." other="# more rows are not shown." />
        </p>
      )}
      {rows.length === 0 && (
        <p className="text-sm text-muted">
          <Trans>No changes since the month was closed</Trans>
        </p>
      )}
    </>
  );
}
