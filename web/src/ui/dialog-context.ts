import { createContext } from 'react';

/** The surrounding dialog, for the parts inside it. */
export interface DialogContextValue {
  readonly titleId: string;
  readonly descriptionId: string;
  /** Closes the dialog as Esc does: without a result, and only if `canClose` allows it. */
  readonly dismiss: () => void;
}

export const DialogContext = createContext<DialogContextValue | null>(null);
