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

const { note: noteField } = resources.flagged_activity.fields;

/** Prompts for the finding on a flagged activity and saves it. */
export async function reviewActivity({ id }: ResourceRecord): Promise<void> {
  const note = await promptReason({
    title: t`Finding`,
    message: t`Saved with your name and the time. You cannot change it later.`,
    label: noteField.label[currentLanguage()],
    max: noteField.max,
    confirmLabel: t`Save finding`,
  });
  if (note === undefined) return;
  try {
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    await sendRequest('POST /api/flagged_activity/{id}/review', { path: { id }, body: { note } }, { headers });
    showMessage({ message: t`Finding saved.`, variant: 'success' });
  } catch (error) {
    if (!isApiError(error)) throw error; // already shown by the API client
  } finally {
    await refreshResources(queryClient);
  }
}
