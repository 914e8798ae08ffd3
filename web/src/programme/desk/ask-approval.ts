import type { AskedCall } from '@innkeeper/contract/calls';
import { t } from '@lingui/core/macro';
import { askReason } from '../../engine/list/reason-dialog.tsx';
import { isApiError } from '../../session/api-error.ts';
import { ask } from '../../session/ask.ts';
import { showMessage } from '../../ui/message-store.ts';

/** Takes the reason itself, too. */
const REOPEN: AskedCall = 'POST /api/month_close/{id}/reopen';

interface AskedFor {
  readonly call: AskedCall;
  readonly path?: Readonly<Record<string, number>>;
  readonly body: object;
}

/** Asks for the reason of an act that exceeds a limit, and requests its approval. Returns whether it waits now. */
export async function askApproval({ call, path = {}, body }: AskedFor, why: string): Promise<boolean> {
  const reason = await askReason({
    title: t`Ask for approval?`,
    message: why,
    label: t`Reason`,
    max: 500,
    confirmLabel: t`Ask for approval`,
  });
  if (reason === undefined) return false;
  try {
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    await ask(
      'POST /api/approval',
      { body: { call, path, body: { ...body, ...(call === REOPEN && { reason }) }, reason } },
      { headers },
    );
  } catch (error) {
    if (!isApiError(error)) throw error; // the call has announced it
    return false;
  }
  showMessage({ variant: 'success', message: t`You have asked for it. It waits for somebody else to approve.` });
  return true;
}
