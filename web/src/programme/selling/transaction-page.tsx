import { Trans, useLingui } from '@lingui/react/macro';
import Receipt from 'lucide-react/icons/receipt';
import type { RecordPageProps, RecordPartProps } from '../../engine/form/extensions.ts';
import { RecordScreen } from '../../engine/record/record-screen.tsx';
import { Button } from '../../ui/button.tsx';
import { askReceipt, mayPrintReceipt } from '../desk/receipt-dialog.tsx';

/** A transaction, of which a receipt is printed; of one that was cancelled, too. */
export function TransactionPage({ definition, id }: RecordPageProps) {
  return <RecordScreen definition={definition} id={id} Actions={ReceiptAction} />;
}

function ReceiptAction({ record }: RecordPartProps) {
  const { t } = useLingui();
  if (!mayPrintReceipt()) return null;
  const sold = {
    id: record.id,
    transaction_no: String(record['transaction_no']),
    hasMember: record['member_id'] !== null,
  };
  return (
    <Button
      aria-label={t`Receipt…`}
      className="max-sm:w-(--control) max-sm:px-0!"
      icon={<Receipt size={16} aria-hidden="true" />}
      onClick={() => void askReceipt(sold)}
    >
      <span className="max-sm:hidden">
        <Trans>Receipt…</Trans>
      </span>
    </Button>
  );
}
