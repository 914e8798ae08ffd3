import { plural, t } from '@lingui/core/macro';
import { getResource } from '@innkeeper/contract';
import { deleteRecord, tryWrite } from '../engine/data/mutations.ts';
import type { ResourceRecord } from '../engine/data/record.ts';
import { isOwnRecentRecord } from '../engine/data/revert.ts';
import { promptReason, reasonField } from '../engine/list/reason-dialog.tsx';
import { requestData } from '../session/request.ts';
import { showMessage } from '../ui/message-store.ts';

/**
 * Prompts for a reason and voids redemptions that were made in one go, all or none; true if they were voided. A
 * rejection shows its own message.
 */
export async function voidRedemptions(records: readonly ResourceRecord[]): Promise<boolean> {
  const definition = getResource('voucher_redeem');
  const [record, ...others] = records;
  const reasonInput = reasonField(definition);
  if (!record || !reasonInput) return false;
  const number = String(record['redeem_no']);
  const isSingle = others.length === 0;
  const count = records.length;
  const reason = await promptReason({
    title: isSingle ? t`Void ${number}?` : plural(count, { one: 'Void # redemption?', other: 'Void # redemptions?' }),
    message: isSingle
      ? t`The voucher can be redeemed again. The history keeps this redemption and your reason.`
      : t`The vouchers can be redeemed again. The history keeps these redemptions and your reason.`,
    confirmLabel: isSingle ? t`Void redemption` : t`Void redemptions`,
    proposed: records.every(isOwnRecentRecord) ? t`Undone immediately` : undefined,
    ...reasonInput,
  });
  if (reason === undefined) return false;
  const isVoided = await tryWrite(async () => {
    if (isSingle) await deleteRecord(definition, record, reason);
    else
      await requestData(
        'POST /api/voucher_redeem/counter/void',
        { body: { ids: records.map(({ id }) => id), reason } },
        { idempotencyKey: crypto.randomUUID() },
      );
    showMessage({
      message: isSingle
        ? t`Redemption ${number} voided.`
        : plural(count, { one: '# redemption voided.', other: '# redemptions voided.' }),
      variant: 'success',
    });
    return true;
  });
  return isVoided === true;
}
