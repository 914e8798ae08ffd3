import type { ReactNode } from 'react';
import { createStore } from './store.ts';

/** Renders the content of a dialog; `close` closes it with a result. */
export type DialogContent<T> = (close: (response?: T) => void) => ReactNode;

export interface DialogOptions {
  /** `dialog`: centred. `top`: near the upper edge, and the full screen on phones. Drawers: full height at a side. */
  placement?: 'dialog' | 'top' | 'drawer-right' | 'drawer-left';
  /** Called before Esc, the backdrop or the close button closes it; false leaves it open. */
  canClose?: () => boolean | Promise<boolean>;
  /** Announces it as an alert dialog; a click outside does not close it. */
  alert?: boolean;
  /** Any CSS length; 32rem by default. */
  width?: string;
}

export interface DialogEntry {
  readonly id: number;
  readonly open: boolean;
  readonly content: ReactNode;
  readonly options: DialogOptions;
  /** The element that had the focus when it was opened. */
  readonly opener: Element | null;
  /** Closes the dialog without a result, unless `canClose` prevents it. */
  readonly dismiss: () => Promise<void>;
}

/** The dialogs on screen, the bottom one first. */
export const dialogs = createStore<readonly DialogEntry[]>([]);

let lastDialogId = 0;

/**
 * Opens a dialog from anywhere. Resolves to the result that it was closed with, or undefined if it was dismissed; never
 * resolves after `closeAllDialogs`. Dialogs stack, and the focus returns to the opener.
 * See docs/decisions/0096-use-base-ui-for-dialogs-not-for-messages-and-tooltips.md.
 */
export function openDialog<T = void>(
  content: ReactNode | DialogContent<T>,
  options: DialogOptions = {},
): Promise<T | undefined> {
  lastDialogId += 1;
  const id = lastDialogId;
  return new Promise((resolve) => {
    const close = (response?: T) => {
      resolve(response);
      dialogs.set(dialogs.get().map((entry) => (entry.id === id ? { ...entry, open: false } : entry)));
    };
    const entry: DialogEntry = {
      id,
      open: true,
      content: typeof content === 'function' ? content(close) : content,
      options,
      opener: document.activeElement,
      dismiss: async () => {
        if (!options.canClose || (await options.canClose())) close();
      },
    };
    dialogs.set([...dialogs.get(), entry]);
  });
}

/** Closes every dialog without a result, because the session has ended or the page has changed. */
export function closeAllDialogs(): void {
  dialogs.set(dialogs.get().map((entry) => ({ ...entry, open: false })));
}

/** Removes a dialog after its closing animation. */
export function removeDialog(id: number): void {
  dialogs.set(dialogs.get().filter((entry) => entry.id !== id));
}
