import { FRAME_CLASS, Table, type TableColumn, type TableProps } from '../../ui/table.tsx';
import { usePhone } from '../../ui/use-phone.ts';
import { usePrinting } from '../../ui/use-printing.ts';

type ShiftTableProps<R> = Pick<TableProps<R>, 'label' | 'columns' | 'rows' | 'rowKey' | 'totals'>;

/** A table of a shift, on a phone as cards: its columns would scroll sideways there. */
export function ShiftTable<R>(props: ShiftTableProps<R>) {
  const isPhone = usePhone();
  // A sheet is wide enough for all columns.
  const isPrinting = usePrinting();
  return isPhone && !isPrinting ? <Cards {...props} /> : <Table {...props} className={FRAME_CLASS} />;
}

function Cards<R>({ label, columns, rows, rowKey, totals = [] }: ShiftTableProps<R>) {
  return (
    <ul aria-label={label} className={`${FRAME_CLASS} divide-y divide-border overflow-hidden`}>
      {rows.map((row) => (
        <Card key={rowKey(row)} columns={columns} row={row} />
      ))}
      {totals.map((row) => (
        <Card key={rowKey(row)} columns={columns} row={row} className="bg-sunken font-semibold" />
      ))}
    </ul>
  );
}

interface CardProps<R> {
  readonly columns: readonly TableColumn<R>[];
  readonly row: R;
  readonly className?: string;
}

/** The first column names the card, the last one is its amount; the others are below, numbers with their headings. */
function Card<R>({ columns, row, className = 'font-medium' }: CardProps<R>) {
  const [name, amount] = [columns[0], columns.at(-1)];
  return (
    // A link covers the whole card.
    <li className={`relative px-4 py-2.5 [&_a]:after:absolute [&_a]:after:inset-0 ${className}`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="min-w-0">{name?.cell(row)}</span>
        <span className="ml-auto tabular">
          <span className="sr-only">{amount?.heading} </span>
          {amount?.cell(row)}
        </span>
      </div>
      <p className="flex flex-wrap gap-x-4 text-sm font-normal text-muted tabular">
        {columns.slice(1, -1).map(({ key, heading, isNumber, cell }) => {
          const value = cell(row);
          return (
            value !== '–' && (
              <span key={key}>
                {isNumber ? heading : <span className="sr-only">{heading}</span>} <span translate="no">{value}</span>
              </span>
            )
          );
        })}
      </p>
    </li>
  );
}
