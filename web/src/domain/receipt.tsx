import { Trans } from '@lingui/react/macro';
import Printer from 'lucide-react/icons/printer';
import { createPortal } from 'react-dom';
import { splitMoney } from '../format/number.ts';
import { decimalsOf } from '../session/currencies.ts';
import { Button } from '../ui/button.tsx';

/** The receipt a guest gets after an action at the front desk. */
export interface ReceiptFacts {
  /** The action: a sale, a redemption, a visit. */
  readonly title: string;
  readonly number: string;
  readonly hotel: string;
  /** The lines of the receipt; empty ones are omitted. */
  readonly lines: readonly (readonly [label: string, value: string | null | undefined])[];
  readonly total?: readonly [label: string, value: string] | null;
}

/** An amount as printed: with the decimals of its currency. */
export const receiptAmount = (value: unknown, currency: unknown): string | null =>
  typeof value === 'string' && typeof currency === 'string'
    ? splitMoney(value, currency, decimalsOf(currency))[0]
    : null;

/** Prints the receipt, which exists in print only: the page shows the same on screen. */
export function PrintReceipt({ receipt, className }: { receipt: ReceiptFacts; className?: string }) {
  return (
    <>
      <Button
        className={className}
        icon={<Printer size={16} />}
        // The browser's print dialog can also create a PDF.
        onClick={() => window.print()}
      >
        <Trans>Print receipt</Trans>
      </Button>
      {createPortal(<Receipt {...receipt} />, document.body)}
    </>
  );
}

function Receipt({ title, number, hotel, lines, total }: ReceiptFacts) {
  return (
    <article className="receipt">
      <p className="text-center text-lg font-semibold">{hotel}</p>
      <p className="text-center">{title}</p>
      <p className="mb-3 text-center tabular">{number}</p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 border-y border-current py-3">
        {lines
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <div key={`${label} ${value}`} className="contents">
              <dt>{label}</dt>
              <dd className="text-right break-words tabular">{value}</dd>
            </div>
          ))}
      </dl>
      {total && (
        <p className="mt-3 flex justify-between gap-4 text-lg font-semibold tabular">
          <span>{total[0]}</span>
          <span>{total[1]}</span>
        </p>
      )}
      <p className="mt-6 text-center text-sm">
        <Trans>Thank you, and see you again.</Trans>
      </p>
    </article>
  );
}
