import type { ResourceDefinition } from '@innkeeper/contract';
import { createContext } from 'react';

/** A list as it is shown, for the menu that exports it. */
export interface ExchangeHandle {
  readonly definition: ResourceDefinition;
  readonly query: readonly (readonly [string, string])[];
  readonly columns: readonly string[];
  /** The way to the import stands in the menu, for want of room beside it. */
  readonly offersImport: boolean;
}

export const ExchangeContext = createContext<ExchangeHandle | null>(null);
