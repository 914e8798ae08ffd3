import { permission, resources } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import type { ResourceRecord } from '../../engine/data/record.ts';
import { deleteAtOnce } from '../../engine/list/record-actions.tsx';
import { can } from '../../session/user.ts';
import { showMessage } from '../../ui/message-store.ts';

/** Says that a call is written down, with the way back for whoever may delete it. */
export function sayNoted(name: string, call: ResourceRecord): void {
  const d = resources.member_call;
  const undo = { label: t`Undo`, onClick: () => void deleteAtOnce(d, call) };
  showMessage({
    message: t`The call with ${name} is noted.`,
    variant: 'success',
    ...(can(permission('DELETE', d.permission)) && { action: undo }),
  });
}
