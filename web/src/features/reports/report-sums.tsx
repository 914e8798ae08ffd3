import type { CurrencySums, FieldOf, ReportRow } from '@innkeeper/contract';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { type CSSProperties, type ReactNode, useState } from 'react';
import { renderCell, isNumeric } from '../../engine/data/cells.tsx';
import type { ArrangedColumn } from '../../engine/list/column-layout.ts';
import { formatNumber } from '../../format/number.ts';
import { Money } from '../../session/money.tsx';
import { hasUsd, usdKey, countRows, totalOf } from './add-sums.ts';

interface ReportSumsProps {
  columns: readonly ArrangedColumn[];
  styles: ReadonlyMap<string, CSSProperties>;
  /** Sums over all rows; empty until they are known. */
  allSums: readonly CurrencySums[];
  /** Sums over the selected rows; empty if none are selected. */
  selectedSums: readonly CurrencySums[];
  /** Rendered beside the label of the sums. `isForAllRows` is false for the sums of the selected rows. */
  renderExtra: (sums: readonly CurrencySums[], isForAllRows: boolean) => ReactNode;
}

/** Currencies shown below the rows; with more, a click expands them. */
const MAX_CURRENCIES = 3;

/** The sums of a report under their columns: of the selected rows, and below them of all rows. */
export function ReportSums({ columns, styles, allSums, selectedSums, renderExtra }: ReportSumsProps) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  if (!columns.some(({ column }) => hasSum(allSums, column))) return null;
  const renderLine = (
    key: string,
    label: ReactNode,
    renderContent: (arranged: ArrangedColumn) => ReactNode,
    isSeparate = false,
  ) => {
    // The label takes the first column without a sum.
    const labelIndex = columns.findIndex(({ column }) => !hasSum(allSums, column));
    return (
      <div key={key} role="row" className={`list-foot-row${isSeparate ? ' is-apart' : ''}`}>
        <div role="gridcell" className="list-check" />
        {columns.map((arranged, index) => (
          <div
            key={arranged.column}
            role="gridcell"
            className={`list-cell${isNumeric(arranged.field.kind) ? ' is-number' : ''}${index === labelIndex ? ' is-label' : ''}`}
            style={styles.get(arranged.column)}
          >
            {hasSum(allSums, arranged.column) ? renderContent(arranged) : index === labelIndex ? label : null}
          </div>
        ))}
      </div>
    );
  };
  const renderBlock = (key: string, sums: readonly CurrencySums[], label: ReactNode, isShown: boolean) => [
    ...(isShown && hasSeveralCurrencies(sums, columns)
      ? sums.map((currencySums) =>
          renderLine(
            `${key} ${currencySums.currency ?? ''}`,
            <span className="font-normal text-muted">
              {currencySums.currency ?? t`No currency`} · {formatRowCount(currencySums.rows)}
            </span>,
            ({ column, field }) => renderSum(field, column, currencySums.currency, currencySums.totals),
            true,
          ),
        )
      : []),
    renderLine(key, label, ({ column, field }) => <TotalSum field={field} column={column} sums={sums} />),
  ];
  const selectedCount = formatRowCount(countRows(selectedSums));
  const isCollapsible = allSums.length > MAX_CURRENCIES && hasSeveralCurrencies(allSums, columns);
  const count = allSums.length;
  return (
    <div role="rowgroup" className="list-foot">
      {selectedSums.length > 0 &&
        renderBlock(
          'selected',
          selectedSums,
          <>
            <Trans>Total of {selectedCount} selected</Trans>
            {renderExtra(selectedSums, false)}
          </>,
          true,
        )}
      {renderBlock(
        'all',
        allSums,
        <>
          <Trans>Total of all rows</Trans>
          {renderExtra(allSums, true)}
          {isCollapsible && (
            <button
              type="button"
              aria-expanded={isOpen}
              className="ml-2 inline-flex items-center gap-1 rounded-sm font-normal text-muted hover:text-text"
              onClick={() => setOpen(!isOpen)}
            >
              {plural(count, { one: '# currency', other: '# currencies' })}
              <ChevronDown size={14} className={isOpen ? '' : 'rotate-180'} />
            </button>
          )}
        </>,
        !isCollapsible || isOpen,
      )}
    </div>
  );
}

export const hasSum = (sums: readonly CurrencySums[], column: string): boolean =>
  sums.some(({ totals }) => Object.hasOwn(totals, column));

/** Whether sums are listed per currency: there are several currencies, and some sums are in local money. */
export const hasSeveralCurrencies = (sums: readonly CurrencySums[], columns: readonly ArrangedColumn[]): boolean =>
  sums.length > 1 && columns.some(({ column, field }) => isLocal(field) && hasSum(sums, column));

const formatRowCount = (rows: number): string => {
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
  sums: readonly CurrencySums[];
}

/** The sums of a column, one line per currency. */
export const SumsByCurrency = ({ field, column, sums }: SumProps) =>
  sums.map(
    (currencySums) =>
      Object.hasOwn(currencySums.totals, column) && (
        <div key={currencySums.currency}>{renderSum(field, column, currencySums.currency, currencySums.totals)}</div>
      ),
  );

/**
 * Sum over all currencies: in US dollars if the column has local money in several currencies and the records store
 * dollar amounts.
 */
export function TotalSum({ field, column, sums }: SumProps) {
  const [first, second] = sums;
  if (!first) return null;
  if (!second) return renderSum(field, column, first.currency, first.totals);
  if (!isLocal(field)) return renderCell(field, { record: { [column]: totalOf(sums, column) }, column });
  if (hasUsd(sums, column)) return <Money amount={String(totalOf(sums, usdKey(column)))} currency="USD" decimals={2} />;
  return (
    <span className="font-normal text-muted">
      <Trans>Several currencies</Trans>
    </span>
  );
}

const isLocal = (field: ArrangedColumn['field']): field is FieldOf<'money'> => field.kind === 'money';
