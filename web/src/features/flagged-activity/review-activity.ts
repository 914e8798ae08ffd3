import { resources } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { tryWrite } from '../../engine/data/mutations.ts';
import type { ResourceRecord } from '../../engine/data/record.ts';
import { promptReason, reasonInputOf } from '../../engine/list/reason-dialog.tsx';
import { sendRequest } from '../../session/request.ts';
import { showMessage } from '../../ui/message-store.ts';

/** Prompts for the finding on a flagged activity and saves it. */
export async function reviewActivity({ id }: ResourceRecord): Promise<void> {
  const note = await promptReason({
    title: t`Finding`,
    message: t`Saved with your name and the time. You cannot change it later.`,
    ...reasonInputOf(resources.flagged_activity.fields.note),
    confirmLabel: t`Save finding`,
  });
  if (note === undefined) return;
  await tryWrite(async () => {
    const request = { path: { id }, body: { note } };
    await sendRequest('POST /api/flagged_activity/{id}/review', request, { idempotencyKey: crypto.randomUUID() });
    showMessage({ message: t`Finding saved.`, variant: 'success' });
  });
}
