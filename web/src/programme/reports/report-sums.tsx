import type { CurrencySums, FieldOf, ReportRow } from '@innkeeper/contract';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { type CSSProperties, type ReactNode, useState } from 'react';
import { drawCell, isNumeric } from '../../engine/data/cells.tsx';
import type { ArrangedColumn } from '../../engine/list/column-layout.ts';
import { formatNumber } from '../../format/number.ts';
import { Money } from '../../session/money.tsx';
import { hasDollars, inDollars, rowsIn, totalOf } from './add-sums.ts';

interface ReportSumsProps {
  columns: readonly ArrangedColumn[];
  styles: ReadonlyMap<string, CSSProperties>;
  /** Over all rows. Empty until they are known. */
  all: readonly CurrencySums[];
  /** Over the rows that are selected; empty where none are. */
  selected: readonly CurrencySums[];
  /** Stands beside the label of these sums: `isAll` of all rows, otherwise of the selected ones. */
  beside: (sums: readonly CurrencySums[], isAll: boolean) => ReactNode;
}

/** So many currencies stand below the rows at once; more of them are opened by a click. */
const FEW = 3;

/** The sums of a report under their columns: of all rows, and above them of those that are selected. */
export function ReportSums({ columns, styles, all, selected, beside }: ReportSumsProps) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  if (!columns.some(({ column }) => isSummed(all, column))) return null;
  const line = (key: string, label: ReactNode, draw: (c: ArrangedColumn) => ReactNode, isApart = false) => {
    // The label takes the first place that no sum needs.
    const at = columns.findIndex(({ column }) => !isSummed(all, column));
    return (
      <div key={key} role="row" className={`list-foot-row${isApart ? ' is-apart' : ''}`}>
        <div role="gridcell" className="list-check" />
        {columns.map((c, place) => (
          <div
            key={c.column}
            role="gridcell"
            className={`list-cell${isNumeric(c.field.kind) ? ' is-number' : ''}${place === at ? ' is-label' : ''}`}
            style={styles.get(c.column)}
          >
            {isSummed(all, c.column) ? draw(c) : place === at ? label : null}
          </div>
        ))}
      </div>
    );
  };
  const block = (key: string, parts: readonly CurrencySums[], label: ReactNode, isShown: boolean) => [
    ...(isShown && isInSeveral(parts, columns)
      ? parts.map((part) =>
          line(
            `${key} ${part.currency ?? ''}`,
            <span className="font-normal text-muted">
              {part.currency ?? t`Without a currency`} · {recordCount(part.rows)}
            </span>,
            ({ column, field }) => drawSum(field, column, part.currency, part.totals),
            true,
          ),
        )
      : []),
    line(key, label, ({ column, field }) => <Total field={field} column={column} parts={parts} />),
  ];
  const chosen = recordCount(rowsIn(selected));
  const isFolded = all.length > FEW && isInSeveral(all, columns);
  const count = all.length;
  return (
    <div role="rowgroup" className="list-foot">
      {selected.length > 0 &&
        block(
          'selected',
          selected,
          <>
            <Trans>Sum of {chosen} selected</Trans>
            {beside(selected, false)}
          </>,
          true,
        )}
      {block(
        'all',
        all,
        <>
          <Trans>Sum of all rows</Trans>
          {beside(all, true)}
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

/** Whether sums stand apart for each currency: there are several, and some of the sums are local money. */
export const isInSeveral = (parts: readonly CurrencySums[], columns: readonly ArrangedColumn[]): boolean =>
  parts.length > 1 && columns.some(({ column, field }) => isLocal(field) && isSummed(parts, column));

const recordCount = (rows: number): string => {
  const count = formatNumber(rows);
  return plural(rows, { one: `${count} row`, other: `${count} rows` });
};

/** A sum in one currency. */
export function drawSum(
  field: ArrangedColumn['field'],
  column: string,
  currency: string | null,
  totals: ReportRow,
): ReactNode {
  const value = totals[column];
  if (field.kind === 'money')
    return <Money amount={String(value)} currency={currency} {...(field.whole ? { decimals: 0 } : { isKept: true })} />;
  return drawCell(field, { record: totals, column });
}

interface SumProps {
  field: ArrangedColumn['field'];
  column: string;
  parts: readonly CurrencySums[];
}

/** The sums of a column in each currency, one below the other. */
export const ByCurrency = ({ field, column, parts }: SumProps) =>
  parts.map(
    (part) =>
      Object.hasOwn(part.totals, column) && (
        <div key={part.currency}>{drawSum(field, column, part.currency, part.totals)}</div>
      ),
  );

/** A sum over currencies: in US dollars if it has local money of several, and the records keep its dollar amounts. */
export function Total({ field, column, parts }: SumProps) {
  const [first, second] = parts;
  if (!first) return null;
  if (!second) return drawSum(field, column, first.currency, first.totals);
  if (!isLocal(field)) return drawCell(field, { record: { [column]: totalOf(parts, column) }, column });
  if (hasDollars(parts, column))
    return <Money amount={String(totalOf(parts, inDollars(column)))} currency="USD" decimals={2} />;
  return (
    <span className="font-normal text-muted">
      <Trans>Several currencies</Trans>
    </span>
  );
}

const isLocal = (field: ArrangedColumn['field']): field is FieldOf<'money'> => field.kind === 'money';
