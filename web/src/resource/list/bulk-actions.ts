import type { ResourceDefinition } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { formatNumber } from '../../format/number.ts';
import { showMessage } from '../../ui/message-store.ts';
import type { BulkTarget } from '../data/mutations.ts';

export interface BulkActions {
  readonly edit: () => Promise<void>;
  readonly remove: () => Promise<void>;
  readonly restore: () => Promise<void>;
}

/** What is done with the selected records: each asks first, says what it did, and then calls `onDone`. */
export function bulkActions(d: ResourceDefinition, target: () => BulkTarget, onDone: () => void): BulkActions {
  const act = async (ask: () => Promise<number | undefined>, say: (count: string) => string) => {
    const affected = await ask();
    if (affected === undefined) return;
    onDone();
    showMessage({ message: say(formatNumber(affected)), variant: 'success' });
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
