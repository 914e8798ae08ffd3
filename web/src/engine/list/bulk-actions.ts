import type { ResourceDefinition } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { formatNumber } from '../../format/number.ts';
import { showMessage } from '../../ui/message-store.ts';
import { isApiError } from '../../session/api-error.ts';
import { queryClient } from '../../session/query-client.ts';
import { type BulkDone, type BulkTarget, refreshResources, undoBulk } from '../data/mutations.ts';

export interface BulkActions {
  readonly edit: () => Promise<void>;
  readonly remove: () => Promise<void>;
  readonly restore: () => Promise<void>;
}

/** The actions on the selected records: each asks first, tells its result, and then calls `onDone`. */
export function bulkActions(d: ResourceDefinition, target: () => BulkTarget, onDone: () => void): BulkActions {
  const act = async (ask: () => Promise<BulkDone | undefined>, say: (count: string) => string) => {
    const done = await ask();
    if (done === undefined) return;
    onDone();
    showMessage({
      message: say(formatNumber(done.affected)),
      variant: 'success',
      action: { label: t`Undo`, onClick: () => void undo(d, done) },
    });
  };
  return {
    edit: () =>
      act(
        async () => (await import('./bulk-edit-dialog.tsx')).askBulkEdit(d, target()),
        (count) => t`${count} changed.`,
      ),
    remove: () =>
      act(
        async () => (await import('./bulk-dialog.tsx')).askBulk(d, 'destroyBulk', target()),
        (count) => t`${count} deleted.`,
      ),
    restore: () =>
      act(
        async () => (await import('./bulk-dialog.tsx')).askBulk(d, 'restoreBulk', target()),
        (count) => t`${count} restored.`,
      ),
  };
}

/** Takes it back and says so; a refusal has announced itself. */
async function undo(d: ResourceDefinition, done: BulkDone): Promise<void> {
  try {
    await undoBulk(d, done);
    const count = formatNumber(done.affected);
    showMessage({ message: t`Undone: ${count} as before.`, variant: 'success' });
  } catch (error) {
    if (!isApiError(error)) throw error;
  } finally {
    await refreshResources(queryClient);
  }
}
