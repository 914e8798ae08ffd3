import { type RefObject, useLayoutEffect } from 'react';

/** Excludes closing dialogs, such as the camera's after it has read a card. */
const OPEN_DIALOG = '[role=dialog]:not([data-closed]), [role=alertdialog]:not([data-closed])';

/** Whether a new element may take the focus: not while a dialog that it is not part of has the focus. */
export function canTakeFocus(target: Element | null): boolean {
  const dialog = document.activeElement?.closest(OPEN_DIALOG);
  return !dialog || dialog.contains(target);
}

/**
 * Focuses the main part of a page when it is mounted and `isEnabled` is true. If the focused part of a dialog is
 * removed, the dialog takes the focus on the next frame, even from the part that replaced it. The focus is then set
 * again.
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
