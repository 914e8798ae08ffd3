import type { ResourceDefinition } from '@innkeeper/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useUser } from '../../session/user.ts';
import { usePause } from '../../ui/use-pause.ts';
import { type Draft, combineDrafts, draftKey, findDraft, isStillNews, keepDraft } from './draft.ts';
import type { FormValues } from './form-values.ts';

/** Written when the typing pauses for this long, and when the page goes. Milliseconds. */
const PAUSE = 400;

export interface FormDraft {
  /** A draft of an earlier visit, to be taken up or thrown away. */
  readonly offered: Draft | null;
  readonly withdraw: () => void;
  /** Keeps the unsaved values; null: there is nothing to keep any more. */
  readonly keep: (draft: Draft | null) => void;
  /** Forgets all of it at once. */
  readonly forget: () => void;
}

/** The draft of one form, kept in this browser for the user who types it. */
export function useFormDraft(d: ResourceDefinition, id: number | null, saved: FormValues): FormDraft {
  const user = useUser()?.id;
  // A session that dies takes the user away; the draft still belongs to them.
  const [key] = useState(() => draftKey(user ?? 0, d.key, id));
  const [offered, setOffered] = useState<Draft | null>(() => {
    const found = findDraft(localStorage, key, d, Date.now());
    return found && isStillNews(d, found, saved) ? found : null;
  });
  const open = useRef(offered);
  const { set, flush } = usePause((draft: Draft | null) => keepDraft(localStorage, key, draft), PAUSE);

  useEffect(() => {
    addEventListener('pagehide', flush);
    return () => removeEventListener('pagehide', flush);
  }, [flush]);

  const keep = useCallback((draft: Draft | null) => set(combineDrafts(open.current, draft)), [set]);

  const withdraw = useCallback(() => {
    open.current = null;
    setOffered(null);
  }, []);

  const forget = useCallback(() => {
    withdraw();
    keep(null);
    flush();
  }, [withdraw, keep, flush]);

  return { offered, withdraw, keep, forget };
}
