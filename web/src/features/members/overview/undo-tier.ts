import type { Standing } from '@innkeeper/contract/calls';
import { t } from '@lingui/core/macro';
import { tryWrite } from '../../../engine/data/mutations.ts';
import { isOwnRecentRecord } from '../../../engine/data/revert.ts';
import { sendRequest } from '../../../session/request.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { showMessage } from '../../../ui/message-store.ts';

/** Whether the user set the tier within the last few minutes by a new card. The server checks it again. */
export const canUndoTier = ({ manual_tier: tier, card, day }: Standing): boolean =>
  tier !== null && card?.start_date === day && isOwnRecentRecord({ created_at: tier.at, created_by: tier.by });

/** Asks for confirmation and takes a tier back. A rejection shows its own message. */
export async function undoTier({ id, name }: Standing['member']): Promise<void> {
  const isConfirmed = await confirm({
    title: t`Undo the tier of ${name}?`,
    message: t`The card issued for it is deleted with its vouchers. The previous tier applies again.`,
    confirmLabel: t`Undo tier`,
    danger: true,
  });
  if (!isConfirmed) return;
  await tryWrite(async () => {
    await sendRequest(
      'POST /api/member/{id}/membership/undo',
      { path: { id }, body: {} },
      { idempotencyKey: crypto.randomUUID() },
    );
    showMessage({ message: t`Tier of ${name} undone.`, variant: 'success' });
  });
}
