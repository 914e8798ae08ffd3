import { t } from '@lingui/core/macro';
import { getResource } from '@innkeeper/contract';
import { deleteRecord, refreshResources } from '../../engine/data/mutations.ts';
import type { ResourceRecord } from '../../engine/data/record.ts';
import { isOwnDeed } from '../../engine/data/take-back.ts';
import { askReason, reasonField } from '../../engine/list/reason-dialog.tsx';
import { isApiError } from '../../session/api-error.ts';
import { queryClient } from '../../session/query-client.ts';
import { showMessage } from '../../ui/message-store.ts';

/** Asks why a redemption is taken back, and takes it back; true once it is. A refusal announces itself. */
export async function askToVoid(record: ResourceRecord): Promise<boolean> {
  const d = getResource('voucher_redeem');
  const number = String(record['redeem_no']);
  const asked = reasonField(d);
  if (!asked) return false;
  const reason = await askReason({
    title: t`Void ${number}?`,
    message: t`The voucher can be redeemed again. The redemption stays in the history, with your reason.`,
    confirmLabel: t`Void the redemption`,
    proposed: isOwnDeed(record) ? t`Taken back at once` : undefined,
    ...asked,
  });
  if (reason === undefined) return false;
  try {
    await deleteRecord(d, record, reason);
    showMessage({ message: t`Redemption ${number} was voided.`, variant: 'success' });
    return true;
  } catch (error) {
    if (!isApiError(error)) throw error;
    return false;
  } finally {
    void refreshResources(queryClient);
  }
}
