import { createContext } from 'react';

/** The surrounding dialog, for the parts inside it. */
export interface DialogContextValue {
  readonly titleId: string;
  readonly descriptionId: string;
  /** Closes it as Esc does: without an answer, and not before it has been asked whether it may. */
  readonly dismiss: () => void;
}

export const DialogContext = createContext<DialogContextValue | null>(null);
