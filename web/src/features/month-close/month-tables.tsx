import type { ClosingTotals, TotalsComparison, MonthDifference } from '@innkeeper/contract/calls';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import {
  type RowSelection,
  addHotels,
  getResource,
  monthsCondition,
  includesCondition,
  idCondition,
} from '@innkeeper/contract';
import { recordPath } from '../../engine/form/record-path.ts';
import { formatDateTime } from '../../format/date.ts';
import { formatNumber } from '../../format/number.ts';
import { useOptionDetails } from '../../session/reference-data.ts';
import { Money } from '../../session/money.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { FRAME_CLASS, Table, type TableColumn } from '../../ui/table.tsx';
import { DIFFERENCE_REASONS, RecordCount, UsdAmount, useTotalName } from './month-labels.tsx';

const LINK_CLASS = 'font-medium tabular hover:underline';

const rowKey = ({
  hotel,
  resource,
  part,
  currency,
}: Pick<ClosingTotals, 'hotel' | 'resource' | 'part' | 'currency'>): string =>
  `${hotel.id} ${resource} ${part} ${currency}`;

type HotelRow = Parameters<typeof rowKey>[0];

/**
 * The column of hotels. The screen names a hotel with several rows at the first of them. Screen readers announce it at
 * each, and paper shows it at each, because a page may begin with any of them.
 */
function createHotelColumn<R extends HotelRow>(heading: string, rows: readonly R[]): TableColumn<R> {
  const firstRows = new Set(rows.filter(({ hotel }, index) => hotel.id !== rows[index - 1]?.hotel.id).map(rowKey));
  return {
    key: 'hotel',
    heading,
    className: 'min-w-32 sm:min-w-44',
    cell: (row) => {
      const name = row.hotel.id === ALL_HOTELS ? <b className="font-semibold">{row.hotel.name}</b> : row.hotel.name;
      return firstRows.has(rowKey(row)) ? name : <span className="sr-only print:not-sr-only">{name}</span>;
    },
  };
}

/** Takes the place of a hotel's id in sums of all hotels. */
const ALL_HOTELS = 0;

/** The sums of a month, by hotel and kind, and of all hotels together. */
export function TotalsTable({ amounts, month }: { amounts: readonly ClosingTotals[]; month: string }) {
  const { t } = useLingui();
  const transactionTypes = useOptionDetails('transaction-type');
  /** The records of a sum in US dollars, in their list. */
  const linkedRows = ({ hotel, resource, part }: ClosingTotals): RowSelection | undefined =>
    resource === 'voucher_redeem' || hotel.id === ALL_HOTELS
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
  const totalName = useTotalName();
  const rows = [
    ...amounts,
    ...addHotels(amounts).map((total) => ({ ...total, hotel: { id: ALL_HOTELS, code: '', name: t`All hotels` } })),
  ];
  return (
    <Table
      label={t`Totals`}
      className={FRAME_CLASS}
      columns={[
        createHotelColumn(t`Hotel`, rows),
        { key: 'item', heading: t`Item`, cell: totalName },
        { key: 'count', heading: t`Count`, isNumber: true, cell: ({ number }) => formatNumber(number) },
        {
          key: 'amount',
          heading: t`Amount`,
          isNumber: true,
          cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
        },
        {
          key: 'usd',
          heading: t`USD`,
          isNumber: true,
          cell: (row) => <UsdAmount amount={row.amount_usd} withoutRate={row.without_rate} rows={linkedRows(row)} />,
        },
      ]}
      rows={rows}
      rowKey={rowKey}
    />
  );
}

/** The sums of a month at its closing and now. */
export function ComparisonTable({ amounts }: { amounts: readonly TotalsComparison[] }) {
  const { t } = useLingui();
  const totalName = useTotalName();
  const createColumn = (key: 'closed' | 'today' | 'difference', heading: string): TableColumn<TotalsComparison> => ({
    key,
    heading,
    isNumber: true,
    cell: (row) => (
      <>
        <Money amount={row[key].amount} currency={row.currency} />
        <RecordCount count={row[key].number} />
      </>
    ),
  });
  return (
    <Table
      label={t`At close and now`}
      className={FRAME_CLASS}
      columns={[
        createHotelColumn(t`Hotel`, amounts),
        { key: 'item', heading: t`Item`, cell: totalName },
        createColumn('closed', t`At close`),
        createColumn('today', t`Now`),
        createColumn('difference', t`Difference`),
      ]}
      rows={amounts}
      rowKey={rowKey}
    />
  );
}

/** The rows that make the difference. */
export function DifferencesTable({ rows, omittedCount }: { rows: readonly MonthDifference[]; omittedCount: number }) {
  const { t } = useLingui();
  const totalName = useTotalName();
  const createColumn = (key: 'closed' | 'today' | 'difference', heading: string): TableColumn<MonthDifference> => ({
    key,
    heading,
    isNumber: true,
    cell: ({ [key]: amount, currency }) => (amount === null ? '–' : <Money amount={amount} currency={currency} />),
  });
  return (
    <>
      <Table
        label={t`Rows that differ`}
        className={FRAME_CLASS}
        columns={[
          {
            key: 'record',
            heading: t`Record`,
            cell: (row) => (
              <>
                <Link to={recordPath(getResource(row.resource), row.id)} className={LINK_CLASS}>
                  {row.number}
                </Link>
                <span className="block text-muted">
                  {totalName(row)} · {row.hotel.code}
                </span>
              </>
            ),
          },
          {
            key: 'reason',
            heading: t`Reason`,
            className: 'w-64 min-w-44',
            cell: ({ why, reversal, by, at }) => (
              <>
                {t(DIFFERENCE_REASONS[why])}{' '}
                {reversal && (
                  <Link to={recordPath(getResource('transaction'), reversal.id)} className={LINK_CLASS}>
                    {reversal.transaction_no}
                  </Link>
                )}
                <span className="block text-muted">
                  {by && <PersonName person={by} />}
                  {by && at !== null && ' · '}
                  {formatDateTime(at)}
                </span>
              </>
            ),
          },
          createColumn('closed', t`At close`),
          createColumn('today', t`Now`),
          createColumn('difference', t`Difference`),
        ]}
        rows={rows}
        rowKey={({ resource, id }) => `${resource} ${id}`}
      />
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
