import { type RefObject, useLayoutEffect } from 'react';
import { OPEN_DIALOG } from './typed-ahead.ts';

/** Whether a new element may take the focus: not while another dialog has it. */
export function canTakeFocus(target: Element | null): boolean {
  const dialog = document.activeElement?.closest(OPEN_DIALOG);
  return !dialog || dialog.contains(target);
}

/**
 * Focuses the main part of a page when it is mounted, if `isEnabled`. When the focused part of a dialog is removed, the
 * dialog takes the focus on the next frame, even from the part that replaced it, so the focus is set again.
 */
export function useFocusOnMount(target: RefObject<HTMLElement | null>, isEnabled = true): void {
  useLayoutEffect(() => {
    const element = target.current;
    if (!isEnabled || !element || !canTakeFocus(element)) return undefined;
    element.focus();
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === element.closest(OPEN_DIALOG)) element.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [target, isEnabled]);
}
