import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** Calls `onLeave` when the current page is left, so that a dialog does not remain open on the next one. */
export function useOnPageLeave(onLeave: () => void): void {
  const path = useLocation({ select: (l) => l.pathname });
  const opened = useRef(path);
  const latest = useRef(onLeave);
  useEffect(() => {
    latest.current = onLeave;
  });
  useEffect(() => {
    if (path !== opened.current) latest.current();
  }, [path]);
}
