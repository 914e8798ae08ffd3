import type { ResourceDefinition } from '@innkeeper/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useUser } from '../../session/user.ts';
import { useDebounce } from '../../ui/use-debounce.ts';
import { type Draft, combineDrafts, draftKey, findDraft, hasNewChanges, saveDraft } from './draft.ts';
import type { FormValues } from './form-values.ts';

/** Milliseconds without typing after which the draft is stored. Closing the page stores it immediately. */
const SAVE_DELAY = 400;

export interface FormDraft {
  /** A draft of an earlier visit, to be resumed or discarded. */
  readonly offeredDraft: Draft | null;
  readonly withdrawOffer: () => void;
  /** Stores the unsaved values; null if there are none left. */
  readonly persist: (draft: Draft | null) => void;
  /** Deletes the draft immediately. */
  readonly deleteDraft: () => void;
}

/** The draft of one form, stored in this browser for the user who types it. */
export function useFormDraft(definition: ResourceDefinition, id: number | null, saved: FormValues): FormDraft {
  const user = useUser()?.id;
  // The key is computed once: after the session has expired there is no user, but the draft still belongs to them.
  const [key] = useState(() => draftKey(user ?? 0, definition.key, id));
  const [offeredDraft, setOfferedDraft] = useState<Draft | null>(() => {
    const storedDraft = findDraft(localStorage, key, definition, Date.now());
    return storedDraft && hasNewChanges(definition, storedDraft, saved) ? storedDraft : null;
  });
  const offeredRef = useRef(offeredDraft);
  const { set, flush } = useDebounce((draft: Draft | null) => saveDraft(localStorage, key, draft), SAVE_DELAY);

  useEffect(() => {
    addEventListener('pagehide', flush);
    return () => removeEventListener('pagehide', flush);
  }, [flush]);

  const persist = useCallback((draft: Draft | null) => set(combineDrafts(offeredRef.current, draft)), [set]);

  const withdrawOffer = useCallback(() => {
    offeredRef.current = null;
    setOfferedDraft(null);
  }, []);

  const deleteDraft = useCallback(() => {
    withdrawOffer();
    persist(null);
    flush();
  }, [withdrawOffer, persist, flush]);

  return { offeredDraft, withdrawOffer, persist, deleteDraft };
}
