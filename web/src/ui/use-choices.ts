import { useCallback, useEffect, useRef, useState } from 'react';
import type { ChoiceItem } from '@innkeeper/contract';

/** Finds the choices of a combobox for the text typed so far; an empty text asks for the first ones. */
export type LoadChoices = (search: string, signal: AbortSignal) => Promise<readonly ChoiceItem[]>;

export interface Choices {
  items: readonly ChoiceItem[];
  state: 'idle' | 'loading' | 'ready' | 'failed';
  /** Asks for the choices of a text; at once, or when the typing pauses. */
  ask: (search: string, when: 'now' | 'pause') => void;
}

/** Long enough to let a word be typed, short enough not to be felt. */
const PAUSE = 180;

/** Choices from the server: only the answer to the last question counts. */
export function useChoices(load: LoadChoices): Choices {
  const [items, setItems] = useState<readonly ChoiceItem[]>([]);
  const [state, setState] = useState<Choices['state']>('idle');
  const running = useRef<AbortController | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latestLoad = useRef(load);
  useEffect(() => {
    latestLoad.current = load;
  });

  const stop = useCallback(() => {
    clearTimeout(timer.current);
    running.current?.abort();
  }, []);
  useEffect(() => stop, [stop]);

  const ask = useCallback(
    (search: string, when: 'now' | 'pause') => {
      stop();
      setState('loading');
      const controller = new AbortController();
      running.current = controller;
      const run = () => {
        latestLoad.current(search, controller.signal).then(
          (found) => {
            if (controller.signal.aborted) return;
            setItems(found);
            setState('ready');
          },
          () => {
            if (!controller.signal.aborted) setState('failed');
          },
        );
      };
      if (when === 'now') run();
      else timer.current = setTimeout(run, PAUSE);
    },
    [stop],
  );

  return { items, state, ask };
}
