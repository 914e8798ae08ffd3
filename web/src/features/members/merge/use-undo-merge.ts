import type { MergeEntry } from '@innkeeper/contract/calls';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refreshResources } from '../../../engine/data/mutations.ts';
import { isApiError } from '../../../session/api-error.ts';
import { showMessage } from '../../../ui/message-store.ts';
import { undoMerge } from './merge-calls.ts';

/** Undoes a merge and shows a message. If the server rejects it, the server's reason is shown. */
export function useUndoMerge({ id, retained, absorbed }: MergeEntry, onUndone?: () => void) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [isUndoing, setUndoing] = useState(false);
  const undo = async () => {
    if (id === null || isUndoing) return;
    setUndoing(true);
    const [retainedName, absorbedName] = [retained.name, absorbed.name];
    try {
      await undoMerge(retained.id, id);
      showMessage({ variant: 'success', message: t`${retainedName} and ${absorbedName} are separate members again.` });
      onUndone?.();
    } catch (error) {
      if (!isApiError(error)) throw error;
    } finally {
      setUndoing(false);
      await refreshResources(client);
    }
  };
  return { isUndoing, undo };
}
