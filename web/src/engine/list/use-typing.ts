import { useCallback, useEffect, useRef, useState } from 'react';

/** Long enough to type on, short enough not to wait for. Milliseconds. */
export const TYPING_PAUSE = 250;

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
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; value: string } | null>(null);
  const latestCommit = useRef(commit);
  useEffect(() => {
    latestCommit.current = commit;
  });

  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setTyped(value);
  }, [value]);

  const flush = useCallback(() => {
    if (!waiting.current) return;
    clearTimeout(waiting.current.timer);
    sent.current = waiting.current.value;
    waiting.current = null;
    latestCommit.current(sent.current);
  }, []);
  useEffect(() => flush, [flush]);

  const set = useCallback(
    (next: string) => {
      setTyped(next);
      if (waiting.current) clearTimeout(waiting.current.timer);
      waiting.current = { timer: setTimeout(flush, TYPING_PAUSE), value: next };
    },
    [flush],
  );
  return { value: typed, set, flush };
}
