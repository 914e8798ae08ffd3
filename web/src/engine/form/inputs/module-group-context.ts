import { createContext } from 'react';

/** The module group that a table of rights shows, and how another one is chosen; null where the table keeps it to itself. */
export interface ModuleGroupChoice {
  readonly group: number | null;
  readonly choose: (group: number | null) => void;
}

export const ModuleGroupContext = createContext<ModuleGroupChoice | null>(null);
