import type { CurrencySums, FieldOf, ReportRow } from '@innkeeper/contract';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { type CSSProperties, type ReactNode, useState } from 'react';
import { renderCell, isNumeric } from '../../engine/data/cells.tsx';
import type { ArrangedColumn } from '../../engine/list/column-layout.ts';
import { formatNumber } from '../../format/number.ts';
import { Money } from '../../session/money.tsx';
import { hasUsd, usdKey, rowsIn, totalOf } from './add-sums.ts';

interface ReportSumsProps {
  columns: readonly ArrangedColumn[];
  styles: ReadonlyMap<string, CSSProperties>;
  /** Sums over all rows; empty until they are known. */
  all: readonly CurrencySums[];
  /** Sums over the selected rows; empty if none are selected. */
  selected: readonly CurrencySums[];
  /** Rendered beside the label of the sums. `isAll` is true for the sums of all rows, false for the selected ones. */
  renderExtra: (sums: readonly CurrencySums[], isAll: boolean) => ReactNode;
}

/** Currencies shown below the rows; with more, a click expands them. */
const MAX_CURRENCIES = 3;

/** The sums of a report under their columns: of the selected rows, and below them of all rows. */
export function ReportSums({ columns, styles, all, selected, renderExtra }: ReportSumsProps) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  if (!columns.some(({ column }) => isSummed(all, column))) return null;
  const line = (key: string, label: ReactNode, draw: (c: ArrangedColumn) => ReactNode, isApart = false) => {
    // The label takes the first column without a sum.
    const at = columns.findIndex(({ column }) => !isSummed(all, column));
    return (
      <div key={key} role="row" className={`list-foot-row${isApart ? ' is-apart' : ''}`}>
        <div role="gridcell" className="list-check" />
        {columns.map((c, index) => (
          <div
            key={c.column}
            role="gridcell"
            className={`list-cell${isNumeric(c.field.kind) ? ' is-number' : ''}${index === at ? ' is-label' : ''}`}
            style={styles.get(c.column)}
          >
            {isSummed(all, c.column) ? draw(c) : index === at ? label : null}
          </div>
        ))}
      </div>
    );
  };
  const block = (key: string, parts: readonly CurrencySums[], label: ReactNode, isShown: boolean) => [
    ...(isShown && hasSeveralCurrencies(parts, columns)
      ? parts.map((part) =>
          line(
            `${key} ${part.currency ?? ''}`,
            <span className="font-normal text-muted">
              {part.currency ?? t`No currency`} · {recordCount(part.rows)}
            </span>,
            ({ column, field }) => renderSum(field, column, part.currency, part.totals),
            true,
          ),
        )
      : []),
    line(key, label, ({ column, field }) => <Total field={field} column={column} parts={parts} />),
  ];
  const chosen = recordCount(rowsIn(selected));
  const isFolded = all.length > MAX_CURRENCIES && hasSeveralCurrencies(all, columns);
  const count = all.length;
  return (
    <div role="rowgroup" className="list-foot">
      {selected.length > 0 &&
        block(
          'selected',
          selected,
          <>
            <Trans>Total of {chosen} selected</Trans>
            {renderExtra(selected, false)}
          </>,
          true,
        )}
      {block(
        'all',
        all,
        <>
          <Trans>Total of all rows</Trans>
          {renderExtra(all, true)}
          {isFolded && (
            <button
              type="button"
              aria-expanded={isOpen}
              className="ml-2 inline-flex items-center gap-1 rounded-sm font-normal text-muted hover:text-text"
              onClick={() => setOpen(!isOpen)}
            >
              {plural(count, { one: '# currency', other: '# currencies' })}
              <ChevronDown size={14} aria-hidden="true" className={isOpen ? '' : 'rotate-180'} />
            </button>
          )}
        </>,
        !isFolded || isOpen,
      )}
    </div>
  );
}

export const isSummed = (parts: readonly CurrencySums[], column: string): boolean =>
  parts.some(({ totals }) => Object.hasOwn(totals, column));

/** Whether sums are listed per currency: there are several currencies, and some sums are in local money. */
export const hasSeveralCurrencies = (parts: readonly CurrencySums[], columns: readonly ArrangedColumn[]): boolean =>
  parts.length > 1 && columns.some(({ column, field }) => isLocal(field) && isSummed(parts, column));

const recordCount = (rows: number): string => {
  const count = formatNumber(rows);
  return plural(rows, { one: `${count} row`, other: `${count} rows` });
};

/** A sum in one currency. */
export function renderSum(
  field: ArrangedColumn['field'],
  column: string,
  currency: string | null,
  totals: ReportRow,
): ReactNode {
  const value = totals[column];
  if (field.kind === 'money')
    return (
      <Money amount={String(value)} currency={currency} {...(field.whole ? { decimals: 0 } : { isExact: true })} />
    );
  return renderCell(field, { record: totals, column });
}

interface SumProps {
  field: ArrangedColumn['field'];
  column: string;
  parts: readonly CurrencySums[];
}

/** The sums of a column, one line per currency. */
export const ByCurrency = ({ field, column, parts }: SumProps) =>
  parts.map(
    (part) =>
      Object.hasOwn(part.totals, column) && (
        <div key={part.currency}>{renderSum(field, column, part.currency, part.totals)}</div>
      ),
  );

/**
 * Sum over all currencies: in US dollars if the column has local money in several currencies and the records store
 * dollar amounts.
 */
export function Total({ field, column, parts }: SumProps) {
  const [first, second] = parts;
  if (!first) return null;
  if (!second) return renderSum(field, column, first.currency, first.totals);
  if (!isLocal(field)) return renderCell(field, { record: { [column]: totalOf(parts, column) }, column });
  if (hasUsd(parts, column))
    return <Money amount={String(totalOf(parts, usdKey(column)))} currency="USD" decimals={2} />;
  return (
    <span className="font-normal text-muted">
      <Trans>Several currencies</Trans>
    </span>
  );
}

const isLocal = (field: ArrangedColumn['field']): field is FieldOf<'money'> => field.kind === 'money';
