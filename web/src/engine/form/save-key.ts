import type { KeyboardEvent } from 'react';
import type { ResourceForm } from './use-resource-form.ts';

/** Saves on Ctrl+S or Ctrl+Enter (⌘ on a Mac). Returns true if the key was handled. */
export function handleSaveKey(
  event: KeyboardEvent | globalThis.KeyboardEvent,
  form: Pick<ResourceForm, 'submit'>,
): boolean {
  const isSaveShortcut =
    (event.ctrlKey || event.metaKey) &&
    !event.altKey &&
    !event.shiftKey &&
    (event.key === 'Enter' || event.key.toLowerCase() === 's');
  if (!isSaveShortcut) return false;
  event.preventDefault();
  commitFocusedInput();
  void form.submit();
  return true;
}

/** Commits a date that is being typed by taking the focus away from its input and back: inputs commit on blur. */
function commitFocusedInput(): void {
  const focusedInput = document.activeElement;
  if (!(focusedInput instanceof HTMLInputElement)) return;
  focusedInput.blur();
  focusedInput.focus();
}
