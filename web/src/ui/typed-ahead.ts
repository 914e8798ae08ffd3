import { dialogs } from './dialog-store.ts';

/** Excludes closing dialogs, such as the camera's after it has read a card. */
export const OPEN_DIALOG = '[role=dialog]:not([data-closed]), [role=alertdialog]:not([data-closed])';

/** Keys that a page or a field acts on, besides characters. */
const COMMAND_KEYS = new Set('Enter Escape Tab Backspace Delete ArrowUp ArrowDown Home End'.split(' '));

/**
 * The frames for which keys are held once the code has loaded, if no dialog opens: a second at the usual rate. Frames and
 * not time, so that a slow computer has as many chances to open it.
 */
const MAX_FRAMES = 60;

interface Hold {
  readonly keys: string[];
  /** The dialogs that were open before. */
  readonly dialogsBelow: ReadonlySet<Element>;
  /** The dialogs with higher ids have opened since. */
  readonly lastIdBelow: number;
  pendingLoads: number;
  framesLeft: number;
}

let hold: Hold | undefined;

/**
 * Holds the keys that are typed while a dialog opens, and passes them to its first field once that has the focus. Typed
 * onto the page below, they would run its shortcuts. Keys for a dialog without a field do nothing, except Escape.
 *
 * @param loading what happens before the dialog opens, usually the import of its code; it is returned. Omitted when the
 *   dialog is already opening
 */
export function holdKeys(): undefined;
export function holdKeys<T>(loading: Promise<T>): Promise<T>;
export function holdKeys<T>(loading?: Promise<T>): Promise<T> | undefined {
  if (!hold) {
    hold = {
      keys: [],
      dialogsBelow: new Set(document.querySelectorAll(OPEN_DIALOG)),
      lastIdBelow: dialogs.get().at(loading ? -1 : -2)?.id ?? 0,
      pendingLoads: 0,
      framesLeft: MAX_FRAMES,
    };
    addEventListener('keydown', holdKey, true);
    requestAnimationFrame(watch);
  }
  const current = hold;
  const postpone = (loads: number) => {
    current.pendingLoads += loads;
    current.framesLeft = MAX_FRAMES;
  };
  postpone(loading ? 1 : 0);
  loading?.then(
    () => postpone(-1),
    () => hold === current && releaseKeys(),
  );
  return loading;
}

/** Stops holding keys. Those held so far are lost. */
export function releaseKeys(): void {
  hold = undefined;
  removeEventListener('keydown', holdKey, true);
}

/** The dialog that the keys are for, if it has the focus already. */
function findFocusedDialog({ dialogsBelow }: Hold): Element | null {
  const dialog = document.activeElement?.closest(OPEN_DIALOG) ?? null;
  return dialog && dialogsBelow.has(dialog) ? null : dialog;
}

/** Whether a dialog has opened that may not have the focus yet. */
const isOpening = ({ lastIdBelow }: Hold): boolean => dialogs.get().some(({ id, open }) => open && id > lastIdBelow);

const isWaiting = (dialog: Element): boolean => dialog.querySelector('[data-waiting]') !== null;

function holdKey(event: KeyboardEvent): void {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  // A message is above every dialog, so keys that are typed in it are its own.
  if (isRepeatedKey(event) || (target instanceof Element && target.closest('[data-message]'))) return;
  // On some keyboards AltGr, which browsers report as Ctrl with Alt, types characters.
  const isCommand = (ctrlKey || metaKey || altKey) && !event.getModifierState('AltGraph');
  if (!hold || isCommand || event.isComposing || !(key.length === 1 || COMMAND_KEYS.has(key))) return;
  const dialog = findFocusedDialog(hold);
  const isReady = dialog !== null && (key === 'Escape' || (!isWaiting(dialog) && hold.keys.length === 0));
  if (isReady) return releaseKeys();
  event.preventDefault();
  event.stopImmediatePropagation();
  // A key that is held down is one decision.
  if (!event.repeat) hold.keys.push(key);
}

function watch(): void {
  if (!hold) return;
  const dialog = findFocusedDialog(hold);
  if (dialog && !isWaiting(dialog)) {
    const { keys } = hold;
    releaseKeys();
    void typeKeys(keys, dialog);
  } else if (hold.framesLeft <= 0) releaseKeys();
  else {
    // An open dialog almost certainly takes the focus, but keys must not be lost for ever if it does not.
    if (hold.pendingLoads === 0) hold.framesLeft -= isOpening(hold) ? 0.1 : 1;
    requestAnimationFrame(watch);
  }
}

const repeatedKeys = new WeakSet<Event>();

/** Whether a key event is one of `typeKeys`, so that it is not held again. */
export const isRepeatedKey = (event: Event): boolean => repeatedKeys.has(event);

/** Types keys that were held into the focused element, as long as that is within `scope`. */
export async function typeKeys(keys: readonly string[], scope: Element): Promise<void> {
  for (const key of keys) {
    const target = document.activeElement;
    if (!target || !scope.contains(target)) return;
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    repeatedKeys.add(event);
    // The browser edits the focused field as if the key had been typed, and the field's component learns of it.
    if (target.dispatchEvent(event)) {
      if (key.length === 1) document.execCommand('insertText', false, key);
      else if (key === 'Backspace') document.execCommand('delete');
      else if (key === 'Enter' && target instanceof HTMLInputElement) target.form?.requestSubmit();
    }
    // React renders the change in a microtask.
    await Promise.resolve();
  }
}
