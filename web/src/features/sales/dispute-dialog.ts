import { disputeBody } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { tryWrite } from '../../engine/data/mutations.ts';
import { promptReason, reasonInputOf } from '../../engine/list/reason-dialog.tsx';
import { sendRequest } from '../../session/request.ts';
import { showMessage } from '../../ui/message-store.ts';

interface DisputedSale {
  readonly id: number;
  readonly name: string;
}

/** Dialog that records why the payment of a sale is disputed, or why it no longer is. */
export async function openDisputeDialog({ id, name }: DisputedSale, isDisputed: boolean): Promise<void> {
  const reason = await promptReason({
    title: isDisputed ? t`Resolve the dispute over ${name}?` : t`Mark ${name} as disputed?`,
    message: isDisputed
      ? t`This sale can be refunded again.`
      : t`The sale is marked as disputed. It cannot be refunded until the dispute is resolved.`,
    ...reasonInputOf(disputeBody.fields.reason),
    confirmLabel: isDisputed ? t`Resolve dispute` : t`Mark as disputed`,
  });
  if (reason === undefined) return;
  const request = { path: { id }, body: { reason } };
  const call = isDisputed ? 'POST /api/transaction/{id}/dispute/resolve' : 'POST /api/transaction/{id}/dispute';
  await tryWrite(async () => {
    await sendRequest(call, request, { idempotencyKey: crypto.randomUUID() });
    showMessage({
      message: isDisputed ? t`The dispute over ${name} is resolved.` : t`${name} is marked as disputed.`,
      variant: 'success',
    });
  });
}
