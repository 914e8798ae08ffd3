import { useCallback, useEffect, useRef, useState } from 'react';
import type { ChoiceItem } from '@innkeeper/contract';
import { SHORT_DELAY, useDebounce } from './use-debounce.ts';

/** Loads the choices of a combobox for the entered text; for an empty text, the first ones. */
export type LoadChoices = (search: string, signal: AbortSignal) => Promise<readonly ChoiceItem[]>;

export interface Choices {
  items: readonly ChoiceItem[];
  state: 'idle' | 'loading' | 'ready' | 'failed';
  /** Requests the choices for a text, now or when the typing pauses. */
  requestItems: (search: string, when: 'now' | 'pause') => void;
}

interface ChoiceRequest {
  readonly search: string;
  readonly signal: AbortSignal;
}

/** Choices from the server. Only the response to the last request counts. */
export function useChoices(load: LoadChoices): Choices {
  const [items, setItems] = useState<readonly ChoiceItem[]>([]);
  const [state, setState] = useState<Choices['state']>('idle');
  const activeController = useRef<AbortController | null>(null);
  useEffect(() => () => activeController.current?.abort(), []);

  const { set, flush } = useDebounce(({ search, signal }: ChoiceRequest) => {
    if (signal.aborted) return;
    load(search, signal).then(
      (loadedItems) => {
        if (signal.aborted) return;
        setItems(loadedItems);
        setState('ready');
      },
      () => {
        if (!signal.aborted) setState('failed');
      },
    );
  }, SHORT_DELAY);

  const requestItems = useCallback(
    (search: string, when: 'now' | 'pause') => {
      activeController.current?.abort();
      setState('loading');
      const controller = new AbortController();
      activeController.current = controller;
      set({ search, signal: controller.signal });
      if (when === 'now') flush();
    },
    [set, flush],
  );

  return { items, state, requestItems };
}
