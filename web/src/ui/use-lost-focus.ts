import { useEffect, useRef } from 'react';
import { dialogs } from './dialog-store.ts';
import { useStore } from './store.ts';

/**
 * Moves the focus when it is lost because the focused element was removed, at each change of `cause`. A dialog that
 * closes returns the focus first.
 */
export function useLostFocus(cause: unknown, isEnabled: boolean, moveFocus: () => void): void {
  const latest = useRef({ isEnabled, moveFocus });
  useEffect(() => {
    latest.current = { isEnabled, moveFocus };
  });
  const isDialogOpen = useStore(dialogs).length > 0;
  useEffect(() => {
    if (isDialogOpen || !latest.current.isEnabled) return undefined;
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) latest.current.moveFocus();
    });
    return () => cancelAnimationFrame(frame);
  }, [cause, isDialogOpen]);
}
