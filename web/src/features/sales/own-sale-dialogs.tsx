import { cancelBody, paymentCorrectionBody, resources } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ResourceRecord, displayName } from '../../engine/data/record.ts';
import { openCallDialog } from '../../engine/form/call-dialog.tsx';
import { initialValues } from '../../engine/form/form-values.ts';
import { requestApproval } from '../../domain/request-approval.ts';
import { showMessage } from '../../ui/message-store.ts';
import { cancellationQuery } from './cancellation-query.ts';
import { BlockingRedemptions, Consequences } from './cancellation-dialog.tsx';

const { transaction } = resources;

/** Asks for the reason to undo one's own sale. Resolves to whether it was undone. */
export function undoSale(sale: Readonly<Record<string, unknown>> & { readonly id: number }): Promise<boolean> {
  const name = displayName(transaction, sale);
  return openCallDialog({
    call: 'POST /api/transaction/{id}/cancel',
    path: { id: sale.id },
    alert: true,
    width: '29rem',
    title: t`Undo ${name}?`,
    submitLabel: <Trans>Undo sale</Trans>,
    isDanger: true,
    fields: cancelBody,
    initial: { reason: t`Undone immediately` },
    children: <SaleConsequences id={sale.id} />,
    onSent: () => showMessage({ message: t`${name} undone.`, variant: 'success' }),
  });
}

/** What is deleted with a sale, or why it cannot be undone. */
function SaleConsequences({ id }: { id: number }) {
  const { data } = useQuery(cancellationQuery(id));
  if (!data) return <p className="min-h-20" />;
  if (data.redeemed.length > 0) return <BlockingRedemptions redeemed={data.redeemed} />;
  return (
    <>
      <Consequences cancellation={data} isFinal />
      <p className="mt-2 text-muted">
        <Trans>A member created by this sale is deleted too.</Trans>
      </p>
    </>
  );
}

/** Requests another user's approval to cancel a sale. */
export const requestCancellation = (sale: ResourceRecord): Promise<boolean> =>
  requestApproval(
    { call: 'POST /api/transaction/{id}/cancel', path: { id: sale.id }, body: {} },
    t`A user with the right to delete sales decides. Card and unused vouchers are cancelled with the sale.`,
  );

/** Corrects payment type and receipt number of one's own sale. */
export function correctPayment(sale: ResourceRecord): Promise<boolean> {
  const name = displayName(transaction, sale);
  return openCallDialog({
    call: 'POST /api/transaction/{id}/payment',
    path: { id: sale.id },
    width: '29rem',
    title: t`Correct the payment of ${name}`,
    submitLabel: <Trans>Save</Trans>,
    fields: paymentCorrectionBody,
    initial: { ...initialValues(paymentCorrectionBody, sale), correction_reason: null },
    onSent: () => showMessage({ message: t`${name} corrected.`, variant: 'success' }),
  });
}
