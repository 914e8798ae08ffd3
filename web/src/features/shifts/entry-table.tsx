import type { RowSelection } from '@innkeeper/contract';
import type { Shift, ShiftActivity, ShiftEntry } from '@innkeeper/contract/calls';
import { Plural, Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { RowsLink } from '../../engine/list/rows-link.tsx';
import { resourcePath } from '../../engine/data/resource-path.ts';
import { dayAtHotel, formatDateTime } from '../../format/date.ts';
import { formatNumber } from '../../format/number.ts';
import { useLabel } from '../../i18n/use-label.ts';
import { Money } from '../../session/money.tsx';
import type { TableColumn } from '../../ui/table.tsx';
import { formatTime } from './format-time.ts';
import { ShiftTable } from './shift-table.tsx';

interface EntryTableProps {
  readonly title: string;
  /** Null if the user may not view these records: then nothing is shown. */
  readonly activity: (Pick<ShiftActivity, 'number' | 'entries'> & Partial<ShiftActivity>) | null;
  readonly shift: Shift;
  readonly hasPayment?: boolean;
  readonly hasReason?: boolean;
}

/** The entries of one kind: number, which links to their list, amounts, and the entries themselves. */
export function EntryTable({ title, activity, shift, hasPayment = false, hasReason = false }: EntryTableProps) {
  const id = useId();
  const hasName = activity?.entries.some(({ name }) => name !== '') ?? false;
  const columns = useEntryColumns(shift, { hasName, hasPayment, hasReason });
  if (!activity) return null;
  const { number, entries, amounts = [], rows } = activity;
  const moreCount = number - entries.length;
  return (
    <section aria-labelledby={id}>
      <div className="mb-2 flex flex-wrap items-baseline gap-x-3">
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        <NumberOfEntries title={title} number={number} rows={rows} />
        <p className="ml-auto flex flex-wrap gap-x-3 font-medium">
          {amounts.map(({ currency, amount }) => (
            <Money key={currency} amount={amount} currency={currency} isExact />
          ))}
        </p>
      </div>
      {number > 0 && (
        <ShiftTable
          label={title}
          columns={columns}
          rows={entries}
          rowKey={({ resource, id: entryId }) => `${resource} ${entryId}`}
        />
      )}
      {moreCount > 0 && (
        <p className="mt-2 text-sm text-muted">
          <Plural value={moreCount} one="# earlier entry is not shown." other="# earlier entries are not shown." />
        </p>
      )}
    </section>
  );
}

interface NumberOfEntriesProps {
  readonly title: string;
  readonly number: number;
  readonly rows: RowSelection | undefined;
}

function NumberOfEntries({ title, number, rows }: NumberOfEntriesProps) {
  const text = formatNumber(number);
  return rows ? (
    <RowsLink rows={rows} label={`${title}: ${text}`} className="rounded-sm text-lg tabular hover:underline">
      {text}
    </RowsLink>
  ) : (
    <span className="text-lg tabular">{text}</span>
  );
}

type ColumnChoice = Readonly<Record<'hasName' | 'hasPayment' | 'hasReason', boolean>>;

function useEntryColumns(
  shift: Shift,
  { hasName, hasPayment, hasReason }: ColumnChoice,
): readonly TableColumn<ShiftEntry>[] {
  const label = useLabel();
  const zone = shift.hotel.time_zone;
  // The day is above the tables, so it is repeated only where the shift has two.
  const isOneDay = dayAtHotel(shift.from, zone) === dayAtHotel(shift.to, zone);
  return [
    {
      key: 'member',
      heading: <Trans>Guest</Trans>,
      className: 'min-w-32',
      cell: ({ resource, id, member, number }) => (
        <Link to={resourcePath(resource, id)} className="font-medium hover:underline">
          {member?.name ?? number}
        </Link>
      ),
    },
    {
      key: 'at',
      heading: <Trans>Time</Trans>,
      className: 'whitespace-nowrap tabular',
      cell: ({ at }) => (isOneDay ? formatTime(at, zone) : formatDateTime(at, zone)),
    },
    { key: 'number', heading: <Trans>Number</Trans>, className: 'tabular', cell: ({ number }) => number },
    ...(hasName
      ? [
          {
            key: 'name',
            heading: <Trans>Entry</Trans>,
            className: 'min-w-32',
            cell: ({ name, name_id }: ShiftEntry) => label({ en: name, id: name_id }) || '–',
          },
        ]
      : []),
    ...(hasPayment
      ? [{ key: 'payment', heading: <Trans>Payment type</Trans>, cell: ({ payment }: ShiftEntry) => payment ?? '–' }]
      : []),
    ...(hasReason
      ? [
          {
            key: 'reason',
            heading: <Trans>Reason</Trans>,
            className: 'min-w-32',
            cell: ({ reason }: ShiftEntry) => reason ?? '–',
          },
        ]
      : []),
    ...(shift.user === null
      ? [
          {
            key: 'user',
            heading: <Trans>By</Trans>,
            className: 'min-w-28',
            cell: ({ user }: ShiftEntry) => user?.name ?? '–',
          },
        ]
      : []),
    {
      key: 'amount',
      heading: <Trans>Amount</Trans>,
      isNumber: true,
      cell: ({ amount, currency }) => (amount === null ? '–' : <Money amount={amount} currency={currency} isExact />),
    },
  ];
}
