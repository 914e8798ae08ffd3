import type { ResourceDefinition } from '@innkeeper/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useUser } from '../../session/user.ts';
import { useDebounce } from '../../ui/use-debounce.ts';
import { type Draft, combineDrafts, draftKey, findDraft, hasNewChanges, saveDraft } from './draft.ts';
import type { FormValues } from './form-values.ts';

/** Milliseconds without typing after which the draft is stored. It is also stored when the page is closed. */
const PAUSE = 400;

export interface FormDraft {
  /** A draft of an earlier visit, to be resumed or discarded. */
  readonly offered: Draft | null;
  readonly withdraw: () => void;
  /** Stores the unsaved values; null if there are none left. */
  readonly persist: (draft: Draft | null) => void;
  /** Deletes the draft immediately. */
  readonly forget: () => void;
}

/** The draft of one form, stored in this browser for the user who types it. */
export function useFormDraft(d: ResourceDefinition, id: number | null, saved: FormValues): FormDraft {
  const user = useUser()?.id;
  // The user is gone when a session expires, but the draft still belongs to them.
  const [key] = useState(() => draftKey(user ?? 0, d.key, id));
  const [offered, setOffered] = useState<Draft | null>(() => {
    const found = findDraft(localStorage, key, d, Date.now());
    return found && hasNewChanges(d, found, saved) ? found : null;
  });
  const open = useRef(offered);
  const { set, flush } = useDebounce((draft: Draft | null) => saveDraft(localStorage, key, draft), PAUSE);

  useEffect(() => {
    addEventListener('pagehide', flush);
    return () => removeEventListener('pagehide', flush);
  }, [flush]);

  const persist = useCallback((draft: Draft | null) => set(combineDrafts(open.current, draft)), [set]);

  const withdraw = useCallback(() => {
    open.current = null;
    setOffered(null);
  }, []);

  const forget = useCallback(() => {
    withdraw();
    persist(null);
    flush();
  }, [withdraw, persist, flush]);

  return { offered, withdraw, persist, forget };
}
