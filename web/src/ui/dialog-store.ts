import type { ReactNode } from 'react';
import { createStore } from './store.ts';

/** Draws the content of a dialog; `close` ends it with an answer. */
export type DialogContent<T> = (close: (response?: T) => void) => ReactNode;

export interface DialogOptions {
  /** `dialog` stands in the middle; `top` near the upper edge, on phones over everything; the drawers at the side, in full height. */
  placement?: 'dialog' | 'top' | 'drawer-right' | 'drawer-left';
  /** Asked before Esc, the backdrop or the close button end it: false keeps it open. */
  canClose?: () => boolean | Promise<boolean>;
  /** Announced as an alert that wants an answer; a click beside it does nothing. */
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
  /** Closes it without an answer, unless `canClose` keeps it open. */
  readonly dismiss: () => Promise<void>;
}

/** The dialogs on screen, the lowest first. */
export const dialogs = createStore<readonly DialogEntry[]>([]);

let lastId = 0;

/**
 * Opens a dialog from anywhere. The promise gives the answer it was closed with, undefined where it was dismissed.
 * Dialogs stack; the focus returns to where it was. Why not Base UI's handles:
 * docs/decisions/0110-use-base-ui-for-dialogs-not-for-messages-and-tooltips.md
 */
export function openDialog<T = void>(
  content: ReactNode | DialogContent<T>,
  options: DialogOptions = {},
): Promise<T | undefined> {
  lastId += 1;
  const id = lastId;
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

/** Closes every dialog without an answer: the session has ended, or the page has changed. */
export function closeAllDialogs(): void {
  dialogs.set(dialogs.get().map((entry) => ({ ...entry, open: false })));
}

/** Takes a dialog away once its closing has been seen. */
export function removeDialog(id: number): void {
  dialogs.set(dialogs.get().filter((entry) => entry.id !== id));
}
