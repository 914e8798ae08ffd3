import type { Cancellation } from '@innkeeper/contract/calls';
import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { resources } from '@innkeeper/contract';
import { refreshResources } from '../../engine/data/mutations.ts';
import { useSendOnce } from '../../engine/data/send-once.ts';
import { ReasonForm, reasonField } from '../../engine/list/reason-dialog.tsx';
import { longMonth } from '../../format/month.ts';
import { ask } from '../../session/ask.ts';
import { queryClient } from '../../session/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { openDialog } from '../../ui/dialog-store.ts';
import { DialogFrame } from '../../ui/dialog.tsx';
import { showMessage } from '../../ui/message-store.ts';
import { Consequences, Redeemed } from './cancellation-dialog.tsx';

interface Reversed {
  readonly id: number;
  readonly name: string;
  readonly cancellation: Cancellation;
}

/** Says what the reversal of a transaction of a closed month does, asks why, and reverses it. */
export const askReversal = (reversed: Reversed): Promise<void> =>
  openDialog((close) => <ReversalDialog {...reversed} close={close} />, { alert: true, width: '29rem' });

function ReversalDialog({ id, name, cancellation, close }: Reversed & { close: () => void }) {
  const { t: translate } = useLingui();
  const form = useId();
  const { isSending, send } = useSendOnce([]);
  const isRefused = cancellation.redeemed.length > 0;
  const asked = reasonField(resources.transaction);
  const month = longMonth(cancellation.closed_month ?? '');
  const reverse = (reason: string) =>
    send({ reason }, async (body, key) => {
      const { data } = await ask(
        'POST /api/transaction/{id}/reversal',
        { path: { id }, body },
        { headers: { 'Idempotency-Key': key } },
      );
      const number = data.transaction_no;
      showMessage({ message: t`${name} is reversed by ${number}.`, variant: 'success' });
      close();
      await refreshResources(queryClient);
    });
  return (
    <DialogFrame
      title={isRefused ? translate`${name} cannot be reversed` : translate`Reverse ${name}?`}
      footer={
        <>
          <Button data-first-focus onClick={close}>
            {isRefused ? <Trans>Close</Trans> : <Trans>Cancel</Trans>}
          </Button>
          {!isRefused && (
            <Button variant="danger" type="submit" form={form} pending={isSending}>
              <Trans>Reverse</Trans>
            </Button>
          )}
        </>
      }
    >
      {isRefused ? (
        <Redeemed redeemed={cancellation.redeemed} />
      ) : (
        <div className="flex flex-col gap-3">
          <p>
            <Trans>
              {month} is closed: this transaction stands in its figures. A transaction of today carries minus its
              amounts and points to it. A reversal cannot be undone.
            </Trans>
          </p>
          {cancellation.cards.length + cancellation.vouchers > 0 && (
            <Consequences cancellation={cancellation} isFinal />
          )}
          {asked && <ReasonForm id={form} {...asked} onReason={(reason) => void reverse(reason)} />}
        </div>
      )}
    </DialogFrame>
  );
}
