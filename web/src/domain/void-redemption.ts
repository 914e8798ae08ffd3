import { t } from '@lingui/core/macro';
import { getResource } from '@innkeeper/contract';
import { deleteRecord, tryWrite } from '../engine/data/mutations.ts';
import type { ResourceRecord } from '../engine/data/record.ts';
import { isOwnRecentRecord } from '../engine/data/revert.ts';
import { promptReason, reasonField } from '../engine/list/reason-dialog.tsx';
import { showMessage } from '../ui/message-store.ts';

/** Prompts for a reason and voids a redemption; true if it was voided. A rejection shows its own message. */
export async function voidRedemption(record: ResourceRecord): Promise<boolean> {
  const definition = getResource('voucher_redeem');
  const number = String(record['redeem_no']);
  const reasonInput = reasonField(definition);
  if (!reasonInput) return false;
  const reason = await promptReason({
    title: t`Void ${number}?`,
    message: t`The voucher can be redeemed again. The history keeps this redemption and your reason.`,
    confirmLabel: t`Void redemption`,
    proposed: isOwnRecentRecord(record) ? t`Undone immediately` : undefined,
    ...reasonInput,
  });
  if (reason === undefined) return false;
  const isVoided = await tryWrite(async () => {
    await deleteRecord(definition, record, reason);
    showMessage({ message: t`Redemption ${number} voided.`, variant: 'success' });
    return true;
  });
  return isVoided === true;
}
