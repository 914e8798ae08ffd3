import { useCallback, useEffect, useRef, useState } from 'react';
import { useDebounce } from '../../ui/use-debounce.ts';

export interface Typing {
  readonly value: string;
  readonly set: (value: string) => void;
  /** Commits the text immediately. */
  readonly flush: () => void;
}

/** Input text that is committed when the user pauses typing. A value changed elsewhere replaces it. */
export function useTyping(value: string, commit: (value: string) => void): Typing {
  const [inputText, setInput] = useState(value);
  const sent = useRef(value);
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setInput(value);
  }, [value]);

  const { set: wait, flush } = useDebounce((next: string) => {
    sent.current = next;
    commit(next);
  });
  const set = useCallback(
    (next: string) => {
      setInput(next);
      wait(next);
    },
    [wait],
  );
  return { value: inputText, set, flush };
}
