import { useCallback, useEffect, useRef, useState } from 'react';
import { useDebounce } from '../../ui/use-debounce.ts';

export interface TypedInput {
  readonly value: string;
  readonly set: (value: string) => void;
  /** Commits the text immediately. */
  readonly flush: () => void;
}

/** Input text that is committed when the user pauses typing. A value that changes from outside replaces it. */
export function useTypedInput(value: string, commit: (value: string) => void): TypedInput {
  const [inputText, setInputText] = useState(value);
  const lastValue = useRef(value);
  useEffect(() => {
    if (value === lastValue.current) return;
    lastValue.current = value;
    setInputText(value);
  }, [value]);

  const { set: scheduleCommit, flush } = useDebounce((next: string) => {
    lastValue.current = next;
    commit(next);
  });
  const set = useCallback(
    (next: string) => {
      setInputText(next);
      scheduleCommit(next);
    },
    [scheduleCommit],
  );
  return { value: inputText, set, flush };
}
