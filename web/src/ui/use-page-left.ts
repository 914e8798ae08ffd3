import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** Calls back when the page that something was opened on is left: a dialog does not stay behind on the next one. */
export function usePageLeft(onLeft: () => void): void {
  const path = useLocation({ select: (l) => l.pathname });
  const opened = useRef(path);
  const latest = useRef(onLeft);
  useEffect(() => {
    latest.current = onLeft;
  });
  useEffect(() => {
    if (path !== opened.current) latest.current();
  }, [path]);
}
