import type { ResourceDefinition } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { formatNumber } from '../../format/number.ts';
import { showMessage } from '../../ui/message-store.ts';
import { type BulkResult, type BulkTarget, tryWrite, undoBulk } from '../data/mutations.ts';
import { holdKeys } from '../../ui/typed-ahead.ts';

export interface BulkActions {
  readonly edit: () => Promise<void>;
  readonly remove: () => Promise<void>;
  readonly restore: () => Promise<void>;
}

/** The actions on the selected records. Each asks for confirmation, reports its result, and then calls `onDone`. */
export function bulkActions(definition: ResourceDefinition, target: () => BulkTarget, onDone: () => void): BulkActions {
  const runAction = async (run: () => Promise<BulkResult | undefined>, describeDone: (count: string) => string) => {
    const result = await run();
    if (result === undefined) return;
    onDone();
    announceBulkResult(definition, result, describeDone(formatNumber(result.affected)));
  };
  return {
    edit: () =>
      runAction(
        async () => (await holdKeys(import('./bulk-edit-dialog.tsx'))).openBulkEdit(definition, target()),
        (count) => t`${count} changed.`,
      ),
    remove: () =>
      runAction(
        async () => (await holdKeys(import('./bulk-dialog.tsx'))).confirmBulk(definition, 'destroyBulk', target()),
        (count) => t`${count} deleted.`,
      ),
    restore: () =>
      runAction(
        async () => (await holdKeys(import('./bulk-dialog.tsx'))).confirmBulk(definition, 'restoreBulk', target()),
        (count) => t`${count} restored.`,
      ),
  };
}

/** Shows that a bulk action is done, with an undo. */
export const announceBulkResult = (definition: ResourceDefinition, result: BulkResult, message: string): void =>
  void showMessage({
    message,
    variant: 'success',
    action: { label: t`Undo`, onClick: () => void undo(definition, result) },
  });

/** Reverts the action and reports the result; a rejection has already been announced. */
async function undo(definition: ResourceDefinition, result: BulkResult): Promise<void> {
  await tryWrite(async () => {
    await undoBulk(definition, result);
    const count = formatNumber(result.affected);
    showMessage({ message: t`Undone: ${count} restored to previous values.`, variant: 'success' });
  });
}
