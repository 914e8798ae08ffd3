import type { Cancellation } from '@innkeeper/contract/calls';
import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { resources } from '@innkeeper/contract';
import { refreshResources } from '../../engine/data/mutations.ts';
import { useIdempotentSend } from '../../engine/data/idempotent-send.ts';
import { ReasonForm, reasonField } from '../../engine/list/reason-dialog.tsx';
import { longMonth } from '../../format/month.ts';
import { requestData } from '../../session/request.ts';
import { queryClient } from '../../session/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { openDialog } from '../../ui/dialog-store.ts';
import { DialogFrame } from '../../ui/dialog.tsx';
import { showMessage } from '../../ui/message-store.ts';
import { Consequences, BlockingRedemptions } from './cancellation-dialog.tsx';

interface ReversibleSale {
  readonly id: number;
  readonly name: string;
  readonly cancellation: Cancellation;
}

/** Dialog that reverses a transaction of a closed month: shows the effect and requires a reason. */
export const openReversalDialog = (sale: ReversibleSale): Promise<void> =>
  openDialog((onClose) => <ReversalDialog {...sale} onClose={onClose} />, { alert: true, width: '29rem' });

function ReversalDialog({ id, name, cancellation, onClose }: ReversibleSale & { onClose: () => void }) {
  const { t: translate } = useLingui();
  const form = useId();
  const { isSending, send } = useIdempotentSend([]);
  const isBlocked = cancellation.redeemed.length > 0;
  const reasonInput = reasonField(resources.transaction);
  const month = longMonth(cancellation.closed_month ?? '');
  const reverse = (reason: string) =>
    send({ reason }, async (body, key) => {
      const data = await requestData(
        'POST /api/transaction/{id}/reversal',
        { path: { id }, body },
        { idempotencyKey: key },
      );
      const number = data.transaction_no;
      showMessage({ message: t`${name} reversed: ${number}.`, variant: 'success' });
      onClose();
      await refreshResources(queryClient);
    });
  return (
    <DialogFrame
      title={isBlocked ? translate`${name} cannot be reversed` : translate`Reverse ${name}?`}
      footer={
        <>
          <Button data-first-focus onClick={onClose}>
            {isBlocked ? <Trans>Close</Trans> : <Trans>Cancel</Trans>}
          </Button>
          {!isBlocked && (
            <Button variant="danger" type="submit" form={form} pending={isSending}>
              <Trans>Reverse</Trans>
            </Button>
          )}
        </>
      }
    >
      {isBlocked ? (
        <BlockingRedemptions redeemed={cancellation.redeemed} />
      ) : (
        <div className="flex flex-col gap-3">
          <p>
            <Trans>
              {month} is closed. A reversing entry will be posted today and linked to this one. This cannot be undone.
            </Trans>
          </p>
          {cancellation.cards.length + cancellation.vouchers > 0 && (
            <Consequences cancellation={cancellation} isFinal />
          )}
          {reasonInput && <ReasonForm id={form} {...reasonInput} onReason={(reason) => void reverse(reason)} />}
        </div>
      )}
    </DialogFrame>
  );
}
