import { createContext } from 'react';

/** The value and options of a choice button, for the list that it opens. */
export interface ChoiceHandle {
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onValueChange: (value: string) => void;
}

export const ChoiceContext = createContext<ChoiceHandle | null>(null);
