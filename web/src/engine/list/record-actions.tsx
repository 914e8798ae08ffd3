import { type ResourceDefinition, permission, lockReasonFor } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { currentLanguage } from '../../i18n/language.ts';
import { queryClient } from '../../session/query-client.ts';
import { can } from '../../session/user.ts';
import { confirm } from '../../ui/confirm.tsx';
import { showMessage } from '../../ui/message-store.ts';
import { deleteRecord, refreshResources, restoreRecord } from '../data/mutations.ts';
import { type ResourceRecord, displayName } from '../data/record.ts';
import { extensions } from '../form/extensions.ts';
import { promptReason, reasonField } from './reason-dialog.tsx';

/**
 * Confirms, deletes and shows a message with Undo. Resolves to whether the record was deleted; errors have already been
 * shown.
 */
export async function deleteWithConfirmation(d: ResourceDefinition, record: ResourceRecord): Promise<boolean> {
  const name = displayName(d, record);
  const prompt = {
    title: t`Delete ${name}?`,
    message: t`You can restore it from the trash.`,
    confirmLabel: t`Delete`,
  };
  const reasonInput = reasonField(d);
  const own = extensions().confirmations[d.key]?.one;
  const confirmed = own
    ? await own(d, record, 'delete')
    : await (reasonInput ? promptReason({ ...prompt, ...reasonInput }) : confirm({ ...prompt, danger: true }));
  if (confirmed === false || confirmed === undefined) return false;
  return deleteImmediately(d, record, confirmed === true ? {} : { reason: confirmed });
}

/**
 * Deletes a record that was just created, without confirmation. Shows a message with Undo, with its own text if the
 * record's name is not helpful.
 */
export async function deleteImmediately(
  d: ResourceDefinition,
  record: ResourceRecord,
  { reason, successMessage }: { readonly reason?: string; readonly successMessage?: string } = {},
): Promise<boolean> {
  const name = displayName(d, record);
  const deleted = await written(() => deleteRecord(d, record, reason));
  if (!deleted) return false;
  const kind = d.label[currentLanguage()];
  showMessage({
    message: successMessage ?? t`${kind} ${name} deleted.`,
    variant: 'success',
    ...(can(permission('DELETE', d.permission)) &&
      lockReasonFor(d, deleted, 'restore') === null && {
        action: { label: t`Undo`, onClick: () => void restoreImmediately(d, deleted) },
      }),
  });
  return true;
}

/**
 * Restores and shows a message. Asks first if other records are restored with it. Resolves to whether it was restored;
 * errors have already been shown.
 */
export async function restoreWithMessage(d: ResourceDefinition, record: ResourceRecord): Promise<boolean> {
  const own = extensions().confirmations[d.key]?.one;
  if (own && !(await own(d, record, 'restore'))) return false;
  return restoreImmediately(d, record);
}

async function restoreImmediately(d: ResourceDefinition, record: ResourceRecord): Promise<boolean> {
  const name = displayName(d, record);
  const restored = await written(() => restoreRecord(d, record));
  const kind = d.label[currentLanguage()];
  if (restored) showMessage({ message: t`${kind} ${name} restored.`, variant: 'success' });
  return restored !== undefined;
}

/**
 * The saved record; undefined if the write was rejected, after the error was shown. Refetches the lists either way,
 * because an outdated list may be the cause.
 */
async function written(write: () => Promise<ResourceRecord>): Promise<ResourceRecord | undefined> {
  const record = await write().catch(() => undefined);
  await refreshResources(queryClient);
  return record;
}
