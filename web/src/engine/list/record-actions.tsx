import { type ResourceDefinition, permission, lockReasonFor } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { currentLanguage } from '../../i18n/language.ts';
import { can } from '../../session/user.ts';
import { confirm } from '../../ui/confirm.tsx';
import { showMessage } from '../../ui/message-store.ts';
import { deleteRecord, restoreRecord, tryWrite } from '../data/mutations.ts';
import { type ResourceRecord, displayName } from '../data/record.ts';
import { getExtensions } from '../form/extensions.ts';
import { holdKeys } from '../../ui/typed-ahead.ts';
import { promptReason, reasonField } from './reason-dialog.tsx';

/**
 * Deletes a record after confirmation and shows a message with Undo. Resolves to whether the record was deleted; errors
 * have already been shown.
 */
export async function deleteWithConfirmation(definition: ResourceDefinition, record: ResourceRecord): Promise<boolean> {
  const name = displayName(definition, record);
  const promptTexts = {
    title: t`Delete ${name}?`,
    message: t`You can restore it from the trash.`,
    confirmLabel: t`Delete`,
  };
  const reasonInput = reasonField(definition);
  const customConfirm = getExtensions().confirmations[definition.key]?.confirmSingle;
  const confirmation = customConfirm
    ? await holdKeys(customConfirm(definition, record, 'delete'))
    : await (reasonInput
        ? promptReason({ ...promptTexts, ...reasonInput })
        : confirm({ ...promptTexts, danger: true }));
  if (confirmation === false || confirmation === undefined) return false;
  return deleteImmediately(definition, record, confirmation === true ? {} : { reason: confirmation });
}

/**
 * Deletes a record that was just created, without confirmation. `successMessage` replaces the default message if the
 * record's name is not helpful.
 */
export async function deleteImmediately(
  definition: ResourceDefinition,
  record: ResourceRecord,
  { reason, successMessage }: { readonly reason?: string; readonly successMessage?: string } = {},
): Promise<boolean> {
  const name = displayName(definition, record);
  const deletedRecord = await tryWrite(() => deleteRecord(definition, record, reason));
  if (!deletedRecord) return false;
  const resourceLabel = definition.label[currentLanguage()];
  showMessage({
    message: successMessage ?? t`${resourceLabel} ${name} deleted.`,
    variant: 'success',
    ...(can(permission('DELETE', definition.permission)) &&
      lockReasonFor(definition, deletedRecord, 'restore') === null && {
        action: { label: t`Undo`, onClick: () => void restoreImmediately(definition, deletedRecord) },
      }),
  });
  return true;
}

/**
 * Restores a record and shows a message. Asks for confirmation first if other records are restored with it. Resolves to
 * whether it was restored; errors have already been shown.
 */
export async function restoreWithMessage(definition: ResourceDefinition, record: ResourceRecord): Promise<boolean> {
  const customConfirm = getExtensions().confirmations[definition.key]?.confirmSingle;
  if (customConfirm && !(await customConfirm(definition, record, 'restore'))) return false;
  return restoreImmediately(definition, record);
}

async function restoreImmediately(definition: ResourceDefinition, record: ResourceRecord): Promise<boolean> {
  const name = displayName(definition, record);
  const restoredRecord = await tryWrite(() => restoreRecord(definition, record));
  const resourceLabel = definition.label[currentLanguage()];
  if (restoredRecord) showMessage({ message: t`${resourceLabel} ${name} restored.`, variant: 'success' });
  return restoredRecord !== undefined;
}
