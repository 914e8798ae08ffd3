import type { ClosingFigures, ComparedFigures, MonthDifference } from '@innkeeper/contract/calls';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { getResource } from '@innkeeper/contract';
import { recordPath } from '../../engine/form/record-path.ts';
import { formatDateTime } from '../../format/date.ts';
import { formatNumber } from '../../format/number.ts';
import { Money } from '../../session/money.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { CELL, NAME, NUMBER, Table } from './month-table.tsx';
import { WHY, useKindName } from './month-words.tsx';

const keyOf = ({ hotel, resource, part, currency }: Omit<ClosingFigures, 'number' | 'amount' | 'amount_usd'>): string =>
  `${hotel.id} ${resource} ${part} ${currency}`;

/** The sums of a month, by hotel and kind. */
export function FiguresTable({ figures }: { figures: readonly ClosingFigures[] }) {
  const { t } = useLingui();
  const kindName = useKindName();
  return (
    <Table
      label={t`Figures`}
      head={[
        [t`Hotel`, false],
        [t`Of what`, false],
        [t`How many`, true],
        [t`Amount`, true],
        [t`In US dollars`, true],
      ]}
    >
      {figures.map((row) => (
        <tr key={keyOf(row)}>
          <td className={NAME}>{row.hotel.name}</td>
          <td className={CELL}>{kindName(row)}</td>
          <td className={NUMBER}>{formatNumber(row.number)}</td>
          <td className={NUMBER}>
            <Money amount={row.amount} currency={row.currency} />
          </td>
          <td className={NUMBER}>{row.amount_usd === null ? '–' : formatNumber(row.amount_usd, 2)}</td>
        </tr>
      ))}
    </Table>
  );
}

/** The sums of a month as it was closed, and as of today. */
export function ComparisonTable({ figures }: { figures: readonly ComparedFigures[] }) {
  const { t } = useLingui();
  const kindName = useKindName();
  return (
    <Table
      label={t`As closed and as of today`}
      head={[
        [t`Hotel`, false],
        [t`Of what`, false],
        [t`As closed`, true],
        [t`As of today`, true],
        [t`Difference`, true],
      ]}
    >
      {figures.map((row) => (
        <tr key={keyOf(row)}>
          <td className={NAME}>{row.hotel.name}</td>
          <td className={CELL}>{kindName(row)}</td>
          {[row.closed, row.today, row.difference].map(({ number, amount }, column) => (
            // The three stand in their order.
            <td key={column} className={NUMBER}>
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
export function DifferencesTable({ rows, more }: { rows: readonly MonthDifference[]; more: number }) {
  const { t } = useLingui();
  const kindName = useKindName();
  return (
    <>
      <Table
        label={t`Rows that make the difference`}
        head={[
          [t`Record`, false],
          [t`Why`, false],
          [t`As closed`, true],
          [t`As of today`, true],
          [t`Difference`, true],
        ]}
      >
        {rows.map((row) => (
          <tr key={`${row.resource} ${row.id}`}>
            <td className={CELL}>
              <Link to={recordPath(getResource(row.resource), row.id)} className="font-medium tabular hover:underline">
                {row.number}
              </Link>
              <span className="block text-muted">
                {kindName(row)} · {row.hotel.code}
              </span>
            </td>
            <td className={`${NAME} w-64`}>
              {t(WHY[row.why])}
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
            {[row.closed, row.today, row.difference].map((amount, column) => (
              <td key={column} className={NUMBER}>
                {amount === null ? '–' : <Money amount={amount} currency={row.currency} />}
              </td>
            ))}
          </tr>
        ))}
      </Table>
      {more > 0 && (
        <p className="text-sm text-muted">
          <Plural value={more} one="# more row is not shown." other="# more rows are not shown." />
        </p>
      )}
      {rows.length === 0 && (
        <p className="text-sm text-muted">
          <Trans>Nothing has changed since the month was closed.</Trans>
        </p>
      )}
    </>
  );
}
