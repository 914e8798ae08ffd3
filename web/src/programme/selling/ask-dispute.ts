import { resources } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { refreshResources } from '../../engine/data/mutations.ts';
import { askReason } from '../../engine/list/reason-dialog.tsx';
import { isApiError } from '../../session/api-error.ts';
import { ask } from '../../session/ask.ts';
import { queryClient } from '../../session/query-client.ts';
import { showMessage } from '../../ui/message-store.ts';

interface Sale {
  readonly id: number;
  readonly name: string;
}

/** Asks why the payment of a sale is disputed, or no longer is, and writes it down. */
export async function askDispute({ id, name }: Sale, isDisputed: boolean): Promise<void> {
  const reason = await askReason({
    title: isDisputed ? t`Lift the dispute of ${name}?` : t`Mark ${name} as disputed?`,
    message: isDisputed
      ? t`The sale can be refunded again.`
      : t`The sale shows that its payment is disputed, and is not refunded until the dispute is lifted.`,
    label: t`Reason`,
    max: resources.transaction.fields.void_reason.max,
    confirmLabel: isDisputed ? t`Lift the dispute` : t`Mark as disputed`,
  });
  if (reason === undefined) return;
  const parts = { path: { id }, body: { reason } };
  const once = { headers: { 'Idempotency-Key': crypto.randomUUID() } };
  try {
    if (isDisputed) await ask('POST /api/transaction/{id}/dispute/lift', parts, once);
    else await ask('POST /api/transaction/{id}/dispute', parts, once);
    showMessage({
      message: isDisputed ? t`The dispute of ${name} is lifted.` : t`${name} is marked as disputed.`,
      variant: 'success',
    });
  } catch (error) {
    if (!isApiError(error)) throw error; // the call has announced it
  } finally {
    await refreshResources(queryClient);
  }
}
