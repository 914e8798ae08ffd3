import { resources } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { refreshResources } from '../../engine/data/mutations.ts';
import type { ResourceRecord } from '../../engine/data/record.ts';
import { askReason } from '../../engine/list/reason-dialog.tsx';
import { currentLanguage } from '../../i18n/language.ts';
import { isApiError } from '../../session/api-error.ts';
import { ask } from '../../session/ask.ts';
import { queryClient } from '../../session/query-client.ts';
import { showMessage } from '../../ui/message-store.ts';

const { note: field } = resources.unusual_act.fields;

/** Asks what was found out about an unusual act, and writes it down. */
export async function lookInto({ id }: ResourceRecord): Promise<void> {
  const note = await askReason({
    title: t`What did you find out?`,
    message: t`It stands with your name and the time, and cannot be changed afterwards.`,
    label: field.label[currentLanguage()],
    max: field.max,
    confirmLabel: t`Write it down`,
  });
  if (note === undefined) return;
  try {
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    await ask('POST /api/unusual_act/{id}/look_into', { path: { id }, body: { note } }, { headers });
    showMessage({ message: t`Your note was written down.`, variant: 'success' });
  } catch (error) {
    if (!isApiError(error)) throw error; // the call has announced it
  } finally {
    await refreshResources(queryClient);
  }
}
