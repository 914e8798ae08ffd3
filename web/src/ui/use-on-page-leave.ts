import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** Calls back when the page that something was opened on is left: a dialog does not stay behind on the next one. */
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
