import { useCallback, useEffect, useRef, useState } from 'react';
import { usePause } from '../../ui/use-pause.ts';

export interface Typing {
  readonly value: string;
  readonly set: (value: string) => void;
  /** Hands on the typed text at once. */
  readonly flush: () => void;
}

/** Text that is being typed and handed on when the typing pauses. A value that changes elsewhere takes its place. */
export function useTyping(value: string, commit: (value: string) => void): Typing {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setTyped(value);
  }, [value]);

  const { set: wait, flush } = usePause((next: string) => {
    sent.current = next;
    commit(next);
  });
  const set = useCallback(
    (next: string) => {
      setTyped(next);
      wait(next);
    },
    [wait],
  );
  return { value: typed, set, flush };
}
