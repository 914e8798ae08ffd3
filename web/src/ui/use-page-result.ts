import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Set by the page itself. An entry without it opens the page again. */
    ownId?: string;
  }
}

interface PageResult<T> {
  readonly id: string;
  /** The entry of the history that was current before it got the id. */
  readonly entry: string | undefined;
  readonly value: T;
}

/**
 * What a page shows once its work is done. Opening the page again ends it, also at the same address: by the menu, or by
 * the palette for the next guest. The address alone cannot tell, so the entry of the history has the id of the result.
 */
export function usePageResult<T>(): [T | null, (value: T | null) => void] {
  const navigate = useNavigate();
  const entry = useLocation({ select: ({ state }) => state.__TSR_key });
  const ownId = useLocation({ select: ({ state }) => state.ownId });
  const [result, setResult] = useState<PageResult<T> | null>(null);
  const isCurrent = result !== null && (result.id === ownId || result.entry === entry);
  const show = (value: T | null): void => {
    if (value === null) return setResult(null);
    const id = crypto.randomUUID();
    setResult({ id, entry, value });
    void navigate({
      to: '.',
      search: true,
      state: { ownId: id },
      replace: true,
      resetScroll: false,
      ignoreBlocker: true,
    });
  };
  return [isCurrent ? result.value : null, show];
}
