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
 * Confirms before a member is deleted or restored. For a merged member it offers to undo the merge instead, while that
 * is possible.
 */
export async function confirmMemberAction(
  definition: ResourceDefinition,
  record: ResourceRecord,
  action: RecordAction,
): Promise<boolean> {
  const name = displayName(definition, record);
  if (action === 'delete')
    return confirm({
      title: t`Delete ${name}?`,
      message: t`You can restore it from the trash.`,
      confirmLabel: t`Delete`,
      danger: true,
    });
  if ((record['merged_into_id'] ?? null) === null) return true;
  const merges = await queryClient.fetchQuery(mergesQuery(record.id));
  const merge = merges.find(({ absorbed, can_undo }) => absorbed.id === record.id && can_undo);
  // The server returns the reason why it is not possible.
  if (!merge || merge.id === null) return true;
  const retainedName = merge.retained.name;
  const absorbedName = name;
  const isConfirmed = await confirm({
    title: t`Undo merge?`,
    message: t`${absorbedName} was merged into ${retainedName}. Undoing restores both members with their own records.`,
    confirmLabel: t`Undo merge`,
  });
  if (!isConfirmed) return false;
  await undoMerge(merge.retained.id, merge.id).then(
    () =>
      showMessage({ variant: 'success', message: t`${retainedName} and ${absorbedName} are separate members again.` }),
    () => undefined,
  );
  await refreshResources(queryClient);
  return false;
}
