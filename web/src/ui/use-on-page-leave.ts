import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** Calls `onLeave` when the current page is left, so that a dialog does not remain open on the next one. */
export function useOnPageLeave(onLeave: () => void): void {
  const path = useLocation({ select: (l) => l.pathname });
  const initialPath = useRef(path);
  const latestOnLeave = useRef(onLeave);
  useEffect(() => {
    latestOnLeave.current = onLeave;
  });
  useEffect(() => {
    if (path !== initialPath.current) latestOnLeave.current();
  }, [path]);
}
