import { createContext } from 'react';

/** The contents of a choice button, for the list that opens from it. */
export interface ChoiceHandle {
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onValueChange: (value: string) => void;
}

export const ChoiceContext = createContext<ChoiceHandle | null>(null);
