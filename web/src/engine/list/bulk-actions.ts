import type { ResourceDefinition } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { formatNumber } from '../../format/number.ts';
import { showMessage } from '../../ui/message-store.ts';
import { isApiError } from '../../session/api-error.ts';
import { queryClient } from '../../session/query-client.ts';
import { type BulkResult, type BulkTarget, refreshResources, undoBulk } from '../data/mutations.ts';

export interface BulkActions {
  readonly edit: () => Promise<void>;
  readonly remove: () => Promise<void>;
  readonly restore: () => Promise<void>;
}

/** The actions on the selected records. Each asks for confirmation, reports its result, and then calls `onDone`. */
export function bulkActions(d: ResourceDefinition, target: () => BulkTarget, onDone: () => void): BulkActions {
  const act = async (perform: () => Promise<BulkResult | undefined>, describeDone: (count: string) => string) => {
    const done = await perform();
    if (done === undefined) return;
    onDone();
    showMessage({
      message: describeDone(formatNumber(done.affected)),
      variant: 'success',
      action: { label: t`Undo`, onClick: () => void undo(d, done) },
    });
  };
  return {
    edit: () =>
      act(
        async () => (await import('./bulk-edit-dialog.tsx')).openBulkEdit(d, target()),
        (count) => t`${count} changed.`,
      ),
    remove: () =>
      act(
        async () => (await import('./bulk-dialog.tsx')).confirmBulk(d, 'destroyBulk', target()),
        (count) => t`${count} deleted.`,
      ),
    restore: () =>
      act(
        async () => (await import('./bulk-dialog.tsx')).confirmBulk(d, 'restoreBulk', target()),
        (count) => t`${count} restored.`,
      ),
  };
}

/** Reverts the action and reports it; a rejection has already been announced. */
async function undo(d: ResourceDefinition, done: BulkResult): Promise<void> {
  try {
    await undoBulk(d, done);
    const count = formatNumber(done.affected);
    showMessage({ message: t`Undone: ${count} restored to previous values.`, variant: 'success' });
  } catch (error) {
    if (!isApiError(error)) throw error;
  } finally {
    await refreshResources(queryClient);
  }
}
