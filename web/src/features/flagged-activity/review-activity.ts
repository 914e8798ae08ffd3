import { resources } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { refreshResources } from '../../engine/data/mutations.ts';
import type { ResourceRecord } from '../../engine/data/record.ts';
import { promptReason } from '../../engine/list/reason-dialog.tsx';
import { currentLanguage } from '../../i18n/language.ts';
import { isApiError } from '../../session/api-error.ts';
import { sendRequest } from '../../session/request.ts';
import { queryClient } from '../../session/query-client.ts';
import { showMessage } from '../../ui/message-store.ts';

const { note: field } = resources.flagged_activity.fields;

/** Prompts for the finding on a flagged activity and saves it. */
export async function reviewActivity({ id }: ResourceRecord): Promise<void> {
  const note = await promptReason({
    title: t`Finding`,
    message: t`Saved with your name and the time. You cannot change it later.`,
    label: field.label[currentLanguage()],
    max: field.max,
    confirmLabel: t`Save finding`,
  });
  if (note === undefined) return;
  try {
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    await sendRequest('POST /api/flagged_activity/{id}/review', { path: { id }, body: { note } }, { headers });
    showMessage({ message: t`Finding saved.`, variant: 'success' });
  } catch (error) {
    if (!isApiError(error)) throw error; // the call has announced it
  } finally {
    await refreshResources(queryClient);
  }
}
