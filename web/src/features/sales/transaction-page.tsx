import { permission } from '@innkeeper/contract';
import type { RefundPreview } from '@innkeeper/contract/calls';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import Pencil from 'lucide-react/icons/pencil';
import Receipt from 'lucide-react/icons/receipt';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Scale from 'lucide-react/icons/scale';
import Undo2 from 'lucide-react/icons/undo-2';
import type { ReactNode } from 'react';
import { type ResourceRecord, displayName, hotelZoneOf } from '../../engine/data/record.ts';
import { isOwnRecentRecord } from '../../engine/data/revert.ts';
import type { RecordPageProps, RecordPartProps } from '../../engine/form/extensions.ts';
import { recordPath } from '../../engine/form/record-path.ts';
import { RecordFacts } from '../../engine/record/record-facts.tsx';
import { RecordScreen } from '../../engine/record/record-screen.tsx';
import { dayAtHotel, formatDate } from '../../format/date.ts';
import { Money } from '../../session/money.tsx';
import { can, currentUser } from '../../session/user.ts';
import { Button } from '../../ui/button.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { openReceiptDialog, canPrintReceipt } from '../../domain/receipt-dialog.tsx';
import { reversibleQuery } from './cancellation-query.ts';
import { refundQuery } from './refund-query.ts';
import { holdKeys } from '../../ui/typed-ahead.ts';

/**
 * A transaction with a printable receipt, also if it is cancelled. A transaction of a closed month is reversed here.
 */
export function TransactionPage({ definition, id }: RecordPageProps) {
  return <RecordScreen definition={definition} id={id} Actions={TransactionActions} Summary={TransactionSummary} />;
}

const TransactionActions = (props: RecordPartProps) => (
  <>
    <RefundAction {...props} />
    <DisputeAction {...props} />
    <ReversalAction {...props} />
    <OwnSaleActions {...props} />
    <ReceiptAction {...props} />
  </>
);

/** Additional server data of the record: the reversal of it, its refunds, and the dispute of its payment. */
function TransactionSummary(props: RecordPartProps) {
  const { definition, record } = props;
  const { data } = useQuery(reversibleQuery(record.id));
  const { data: refund } = useQuery(refundQuery(record.id));
  return (
    <>
      {data?.reversal && (
        <p className="mb-5 rounded-lg border border-border bg-sunken px-4 py-3">
          <Trans>
            Reversed with{' '}
            <Link to={recordPath(definition, data.reversal.id)} className="font-medium tabular underline">
              {data.reversal.transaction_no}
            </Link>
          </Trans>
        </p>
      )}
      {refund && <RefundNotice definition={definition} refund={refund} />}
      <RecordFacts {...props} />
    </>
  );
}

/** The refunds of a sale, and the open dispute of its payment. */
function RefundNotice({ definition, refund }: Pick<RecordPartProps, 'definition'> & { refund: RefundPreview }) {
  const { refunds, disputes, currency, decimals } = refund;
  const dispute = disputes.find(({ resolved_on }) => resolved_on === null);
  if (refunds.length === 0 && !dispute) return null;
  return (
    <div className="mb-5 flex flex-col gap-1.5 rounded-lg border border-border bg-sunken px-4 py-3">
      {dispute && (
        <p>
          <Trans>
            Disputed on {formatDate(dispute.disputed_on)} by <PersonName person={dispute.disputed_by} />:{' '}
            {dispute.reason}
          </Trans>
        </p>
      )}
      {refunds.map(({ id, transaction_no, day, amount, refund_reason, ended }) => (
        <p key={id}>
          <Trans>
            Refunded on {formatDate(day)} with{' '}
            <Link to={recordPath(definition, id)} className="font-medium tabular underline">
              {transaction_no}
            </Link>
            : <Money amount={amount} currency={currency} decimals={decimals} />, {refund_reason}
          </Trans>
          {ended && (
            <>
              {' · '}
              <Trans>membership ended</Trans>
            </>
          )}
        </p>
      ))}
    </div>
  );
}

function RefundAction({ definition, record }: RecordPartProps) {
  const { t } = useLingui();
  const { data } = useQuery(refundQuery(record.id));
  if (!data?.may_keep || !can(permission('DELETE', definition.permission))) return null;
  const sale = { id: record.id, name: displayName(definition, record) };
  return (
    <LabelledButton
      label={t`Refund…`}
      icon={<Undo2 size={16} />}
      onClick={() =>
        void holdKeys(import('./refund-dialog.tsx')).then(({ openRefundDialog }) => openRefundDialog(sale))
      }
    />
  );
}

/** Opens or closes the dispute of a payment. */
function DisputeAction({ definition, record }: RecordPartProps) {
  const { t } = useLingui();
  const status = record['payment_status'] ?? null;
  if (status === null || !can(permission('UPDATE', definition.permission))) return null;
  const isDisputed = status === 'disputed';
  const sale = { id: record.id, name: displayName(definition, record) };
  return (
    <LabelledButton
      label={isDisputed ? t`Resolve dispute…` : t`Dispute…`}
      icon={<Scale size={16} />}
      onClick={() =>
        void holdKeys(import('./dispute-dialog.ts')).then(({ openDisputeDialog }) =>
          openDisputeDialog(sale, isDisputed),
        )
      }
    />
  );
}

function ReversalAction({ definition, record }: RecordPartProps) {
  const { t } = useLingui();
  const { data } = useQuery(reversibleQuery(record.id));
  const { data: refund } = useQuery(refundQuery(record.id));
  const isReversible = record.deleted_at === null && (record['reverses_id'] ?? null) === null;
  const isRefunded = (refund?.refunds.length ?? 0) > 0;
  if (
    !data?.closed_month ||
    data.reversal ||
    isRefunded ||
    !isReversible ||
    !can(permission('DELETE', definition.permission))
  )
    return null;
  const sale = { id: record.id, name: displayName(definition, record), cancellation: data };
  return (
    <LabelledButton
      label={t`Reverse…`}
      icon={<RotateCcw size={16} />}
      onClick={() =>
        void holdKeys(import('./reversal-dialog.tsx')).then(({ openReversalDialog }) => openReversalDialog(sale))
      }
    />
  );
}

/** What users without the rights to delete and update may do: undo or correct their own sale, or ask to cancel it. */
function OwnSaleActions({ definition, record }: RecordPartProps) {
  const { t } = useLingui();
  const { data } = useQuery(reversibleQuery(record.id));
  if (!data || data.closed_month || record.deleted_at !== null || !can(permission('STORE', definition.permission)))
    return null;
  const isLocked = (record['locked_reason'] ?? null) !== null;
  const isRecent = isOwnRecentRecord(record);
  return (
    <>
      {!can(permission('UPDATE', definition.permission)) && isOwnSaleOfToday(record) && (
        <LabelledButton
          label={t`Correct payment…`}
          icon={<Pencil size={16} />}
          onClick={() =>
            void holdKeys(import('./own-sale-dialogs.tsx')).then(({ correctPayment }) => correctPayment(record))
          }
        />
      )}
      {!can(permission('DELETE', definition.permission)) && !isLocked && (
        <LabelledButton
          label={isRecent ? t`Undo sale…` : t`Ask to cancel…`}
          icon={<RotateCcw size={16} />}
          onClick={() =>
            void holdKeys(import('./own-sale-dialogs.tsx')).then(({ undoSale, requestCancellation }) =>
              isRecent ? undoSale(record) : requestCancellation(record),
            )
          }
        />
      )}
    </>
  );
}

/** Whether the user entered the sale today, by the calendar of its hotel. */
function isOwnSaleOfToday(record: ResourceRecord): boolean {
  const zone = hotelZoneOf(record);
  const today = dayAtHotel(new Date().toISOString(), zone);
  return record.created_by?.id === currentUser()?.id && dayAtHotel(record.created_at, zone) === today;
}

interface LabelledButtonProps {
  label: string;
  icon: ReactNode;
  onClick: () => void;
}

const LabelledButton = ({ label, ...rest }: LabelledButtonProps) => <Button {...rest}>{label}</Button>;

function ReceiptAction({ record }: RecordPartProps) {
  const { t } = useLingui();
  if (!canPrintReceipt()) return null;
  const sale = {
    id: record.id,
    transaction_no: String(record['transaction_no']),
    hasMember: record['member_id'] !== null,
  };
  return (
    <LabelledButton label={t`Receipt…`} icon={<Receipt size={16} />} onClick={() => void openReceiptDialog(sale)} />
  );
}
