import { resources } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import type { ResourceRecord } from '../../engine/data/record.ts';
import { mayTakeBack } from '../../engine/data/take-back.ts';
import { deleteAtOnce } from '../../engine/list/record-actions.tsx';
import { showMessage } from '../../ui/message-store.ts';

/** Says that a call is written down, with the way back for users who may take it back. */
export function sayNoted(name: string, call: ResourceRecord): void {
  const d = resources.member_call;
  const undo = {
    label: t`Undo`,
    onClick: () => void deleteAtOnce(d, call, { said: t`The call with ${name} was deleted.` }),
  };
  showMessage({
    message: t`The call with ${name} is noted.`,
    variant: 'success',
    ...(mayTakeBack(d, call) && { action: undo }),
  });
}
