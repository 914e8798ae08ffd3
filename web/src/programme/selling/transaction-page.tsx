import { permission } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import Receipt from 'lucide-react/icons/receipt';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { displayName } from '../../engine/data/record.ts';
import type { RecordPageProps, RecordPartProps } from '../../engine/form/extensions.ts';
import { recordPath } from '../../engine/form/record-path.ts';
import { RecordFacts } from '../../engine/record/record-facts.tsx';
import { RecordScreen } from '../../engine/record/record-screen.tsx';
import { can } from '../../session/user.ts';
import { Button } from '../../ui/button.tsx';
import { askReceipt, mayPrintReceipt } from '../desk/receipt-dialog.tsx';
import { reversibleQuery } from './cancellation-query.ts';

/** A transaction, with a receipt to print, of a cancelled one, too; one of a closed month is reversed here. */
export function TransactionPage({ definition, id }: RecordPageProps) {
  return <RecordScreen definition={definition} id={id} Actions={TransactionActions} Summary={TransactionSummary} />;
}

const TransactionActions = (props: RecordPartProps) => (
  <>
    <ReversalAction {...props} />
    <ReceiptAction {...props} />
  </>
);

/** The parts that the server adds to the record, and the reversal that took it back. */
function TransactionSummary(props: RecordPartProps) {
  const { definition, record } = props;
  const { data } = useQuery(reversibleQuery(record.id));
  return (
    <>
      {data?.reversal && (
        <p className="mb-5 rounded-lg border border-border bg-sunken px-4 py-3">
          <Trans>
            Reversed by{' '}
            <Link to={recordPath(definition, data.reversal.id)} className="font-medium tabular underline">
              {data.reversal.transaction_no}
            </Link>
          </Trans>
        </p>
      )}
      <RecordFacts {...props} />
    </>
  );
}

function ReversalAction({ definition, record }: RecordPartProps) {
  const { t } = useLingui();
  const { data } = useQuery(reversibleQuery(record.id));
  const isStanding = record.deleted_at === null && (record['reverses_id'] ?? null) === null;
  if (!data?.closed_month || data.reversal || !isStanding || !can(permission('DELETE', definition.permission)))
    return null;
  const reversed = { id: record.id, name: displayName(definition, record), cancellation: data };
  return (
    <Button
      aria-label={t`Reverse…`}
      className="max-sm:w-(--control) max-sm:px-0!"
      icon={<RotateCcw size={16} aria-hidden="true" />}
      onClick={() => void import('./reversal-dialog.tsx').then(({ askReversal }) => askReversal(reversed))}
    >
      <span className="max-sm:hidden">
        <Trans>Reverse…</Trans>
      </span>
    </Button>
  );
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
