import { resources } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import type { ResourceRecord } from '../../engine/data/record.ts';
import { canRevert } from '../../engine/data/revert.ts';
import { deleteImmediately } from '../../engine/list/record-actions.tsx';
import { showMessage } from '../../ui/message-store.ts';

/** Shows that a call was logged, with an undo for users who may delete it. */
export function announceCall(name: string, call: ResourceRecord): void {
  const definition = resources.member_call;
  const undoAction = {
    label: t`Undo`,
    onClick: () => void deleteImmediately(definition, call, { successMessage: t`Call with ${name} deleted.` }),
  };
  showMessage({
    message: t`Call with ${name} logged.`,
    variant: 'success',
    ...(canRevert(definition, call) && { action: undoAction }),
  });
}
