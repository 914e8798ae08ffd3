import { type RefObject, useLayoutEffect } from 'react';

/** One that is on its way out, as that of the camera that has just read a card, is in nobody's way. */
const OPEN_DIALOG = '[role=dialog]:not([data-closed]), [role=alertdialog]:not([data-closed])';

/** Whether something that has just come may take the focus: not where a dialog was opened meanwhile, and is typed in. */
export function canTakeFocus(target: Element | null): boolean {
  const dialog = document.activeElement?.closest(OPEN_DIALOG);
  return !dialog || dialog.contains(target);
}

/**
 * Gives the focus to the main part of a page as soon as it has come; while `isEnabled` is false, not yet. If the focused part of a
 * dialog goes, the dialog takes the focus on the next frame, even from the part that came in its place: then the focus is given
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
