import { type ResourceDefinition, permission, whyNot } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { currentLanguage } from '../../i18n/language.ts';
import { queryClient } from '../../session/query-client.ts';
import { can } from '../../session/user.ts';
import { confirm } from '../../ui/confirm.tsx';
import { showMessage } from '../../ui/message-store.ts';
import { deleteRecord, refreshResources, restoreRecord } from '../data/mutations.ts';
import { type ResourceRecord, displayName } from '../data/record.ts';
import { extensions } from '../form/extensions.ts';
import { askReason, reasonField } from './reason-dialog.tsx';

/** Asks, deletes and says so, with the way back. Resolves to whether it was deleted; failures have been shown. */
export async function deleteWithQuestion(d: ResourceDefinition, record: ResourceRecord): Promise<boolean> {
  const name = displayName(d, record);
  const question = {
    title: t`Delete ${name}?`,
    message: t`It moves to the trash and can be restored.`,
    confirmLabel: t`Delete`,
  };
  const asked = reasonField(d);
  const own = extensions().ownQuestions[d.key]?.one;
  const answer = own
    ? await own(d, record, 'delete')
    : await (asked ? askReason({ ...question, ...asked }) : confirm({ ...question, danger: true }));
  if (answer === false || answer === undefined) return false;
  return deleteAtOnce(d, record, answer === true ? {} : { reason: answer });
}

/** Deletes a record written a moment ago without a question, and says so, in words of its own where its name says little, with the way back. */
export async function deleteAtOnce(
  d: ResourceDefinition,
  record: ResourceRecord,
  { reason, said }: { readonly reason?: string; readonly said?: string } = {},
): Promise<boolean> {
  const name = displayName(d, record);
  const deleted = await written(() => deleteRecord(d, record, reason));
  if (!deleted) return false;
  const kind = d.label[currentLanguage()];
  showMessage({
    message: said ?? t`${kind} ${name} was deleted.`,
    variant: 'success',
    ...(can(permission('DELETE', d.permission)) &&
      whyNot(d, deleted, 'restore') === null && {
        action: { label: t`Undo`, onClick: () => void restoreAtOnce(d, deleted) },
      }),
  });
  return true;
}

/** Restores and says so; where others come back with the record, that is asked first. Resolves to whether it was restored; failures have been shown. */
export async function restoreWithMessage(d: ResourceDefinition, record: ResourceRecord): Promise<boolean> {
  const own = extensions().ownQuestions[d.key]?.one;
  if (own && !(await own(d, record, 'restore'))) return false;
  return restoreAtOnce(d, record);
}

async function restoreAtOnce(d: ResourceDefinition, record: ResourceRecord): Promise<boolean> {
  const name = displayName(d, record);
  const restored = await written(() => restoreRecord(d, record));
  const kind = d.label[currentLanguage()];
  if (restored) showMessage({ message: t`${kind} ${name} was restored.`, variant: 'success' });
  return restored !== undefined;
}

/**
 * The record as it was written; undefined if the write was refused, which has announced itself. The lists are fetched again
 * either way, because a list that is out of date may be the cause.
 */
async function written(write: () => Promise<ResourceRecord>): Promise<ResourceRecord | undefined> {
  const record = await write().catch(() => undefined);
  await refreshResources(queryClient);
  return record;
}
