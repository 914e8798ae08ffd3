import { isRecentlyCreated } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { tryWrite } from '../engine/data/mutations.ts';
import { sendRequest } from '../session/request.ts';
import { onSessionEnd } from '../session/session-end.ts';
import { confirm } from '../ui/confirm.tsx';
import { showMessage } from '../ui/message-store.ts';

/** When cards were replaced in this session, by their id, in milliseconds. */
const replacedAt = new Map<number, number>();
onSessionEnd(() => replacedAt.clear());

export const rememberReplacement = (cardId: number): unknown => replacedAt.set(cardId, Date.now());

/** Whether the user replaced this card within the last few minutes, in this session. The server checks it again. */
export const canUndoReplacement = (cardId: number): boolean =>
  isRecentlyCreated(replacedAt.get(cardId) ?? Number.NEGATIVE_INFINITY, Date.now());

/** Asks for confirmation and gives a card its number back. A rejection shows its own message. */
export async function undoReplacement(cardId: number): Promise<void> {
  const isConfirmed = await confirm({
    title: t`Undo the replacement?`,
    message: t`The card gets its number back, and the new number stops working. A fee is deleted.`,
    confirmLabel: t`Undo replacement`,
    danger: true,
  });
  if (!isConfirmed) return;
  await tryWrite(async () => {
    const { data } = await sendRequest(
      'POST /api/member_card/{id}/replace/undo',
      { path: { id: cardId }, body: {} },
      { idempotencyKey: crypto.randomUUID() },
    );
    replacedAt.delete(cardId);
    const number = data.sbec_no;
    showMessage({ message: t`Replacement undone. Number: ${number}`, variant: 'success' });
  });
}
