import { createContext } from 'react';

/** The selected module group of a permission table and its setter. Null if the table stores the selection itself. */
export interface ModuleGroupChoice {
  readonly group: number | null;
  readonly choose: (group: number | null) => void;
}

export const ModuleGroupContext = createContext<ModuleGroupChoice | null>(null);
