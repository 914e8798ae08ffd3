import { approvalReason } from '@innkeeper/contract';
import type { ApprovableCall } from '@innkeeper/contract/calls';
import { t } from '@lingui/core/macro';
import { promptReason, reasonInputOf } from '../engine/list/reason-dialog.tsx';
import { isApiError } from '../session/api-error.ts';
import { sendRequest } from '../session/request.ts';
import { showMessage } from '../ui/message-store.ts';

/** Unlike the other calls, these also take the reason. */
const CALLS_WITH_REASON: ReadonlySet<ApprovableCall> = new Set([
  'POST /api/month_close/{id}/reopen',
  'POST /api/transaction/{id}/cancel',
]);

interface ApprovalRequest {
  readonly call: ApprovableCall;
  readonly path?: Readonly<Record<string, number>>;
  readonly body: object;
}

/**
 * Prompts for the reason of an action that exceeds a limit, and requests its approval. Returns whether the request is
 * now waiting.
 */
export async function requestApproval(
  { call, path = {}, body }: ApprovalRequest,
  explanation: string,
): Promise<boolean> {
  const reason = await promptReason({
    title: t`Request approval?`,
    message: explanation,
    ...reasonInputOf(approvalReason.fields.reason),
    confirmLabel: t`Request approval`,
  });
  if (reason === undefined) return false;
  try {
    await sendRequest(
      'POST /api/approval',
      { body: { call, path, body: { ...body, ...(CALLS_WITH_REASON.has(call) && { reason }) }, reason } },
      { idempotencyKey: crypto.randomUUID() },
    );
  } catch (error) {
    if (!isApiError(error)) throw error; // already shown by the API client
    return false;
  }
  showMessage({ variant: 'success', message: t`Sent for approval.` });
  return true;
}
