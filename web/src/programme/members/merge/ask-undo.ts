import type { ResourceDefinition } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { refreshResources } from '../../../engine/data/mutations.ts';
import { type ResourceRecord, displayName } from '../../../engine/data/record.ts';
import type { RecordAction } from '../../../engine/form/extensions.ts';
import { queryClient } from '../../../session/query-client.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { showMessage } from '../../../ui/message-store.ts';
import { mergesQuery, undoMerge } from './merge-calls.ts';

/**
 * The question before a member is deleted or restored. A merged member is not restored: the merge is undone instead, while that
 * can be.
 */
export async function askMember(d: ResourceDefinition, record: ResourceRecord, action: RecordAction): Promise<boolean> {
  const name = displayName(d, record);
  if (action === 'delete')
    return confirm({
      title: t`Delete ${name}?`,
      message: t`It moves to the trash and can be restored.`,
      confirmLabel: t`Delete`,
      danger: true,
    });
  if ((record['merged_into_id'] ?? null) === null) return true;
  const merges = await queryClient.fetchQuery(mergesQuery(record.id));
  const merge = merges.find(({ absorbed, can_undo }) => absorbed.id === record.id && can_undo);
  // The server says why it cannot be.
  if (!merge || merge.id === null) return true;
  const one = merge.kept.name;
  const two = name;
  const isMeant = await confirm({
    title: t`Undo the merge?`,
    message: t`${two} was merged into ${one}. Undoing the merge brings both back as they were, with what belonged to each.`,
    confirmLabel: t`Undo the merge`,
  });
  if (!isMeant) return false;
  await undoMerge(merge.kept.id, merge.id).then(
    () => showMessage({ variant: 'success', message: t`${one} and ${two} are two members again.` }),
    () => undefined,
  );
  await refreshResources(queryClient);
  return false;
}
