import type { MergeEntry } from '@innkeeper/contract/calls';
import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { tryWrite } from '../../../engine/data/mutations.ts';
import { showMessage } from '../../../ui/message-store.ts';
import { undoMerge } from './merge-calls.ts';

/** Undoes a merge and shows a message. If the server rejects it, the server's reason is shown. */
export function useUndoMerge({ id, retained, absorbed }: MergeEntry, onUndone?: () => void) {
  const { t } = useLingui();
  const { isPending: isUndoing, mutate: undo } = useMutation({
    mutationFn: () =>
      tryWrite(async () => {
        if (id === null) return;
        await undoMerge(retained.id, id);
        const [retainedName, absorbedName] = [retained.name, absorbed.name];
        showMessage({
          variant: 'success',
          message: t`${retainedName} and ${absorbedName} are separate members again.`,
        });
        onUndone?.();
      }),
  });
  return { isUndoing, undo };
}
