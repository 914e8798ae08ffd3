import type { ResourceDefinition } from '@innkeeper/contract';
import { createContext } from 'react';

/** The current list, for the menu that exports it. */
export interface ImportExportHandle {
  readonly definition: ResourceDefinition;
  readonly query: readonly (readonly [string, string])[];
  readonly columns: readonly string[];
  /** The menu contains the import, because there is no room for its own button. */
  readonly offersImport: boolean;
  /** Only the selected records. */
  readonly isSelection?: boolean;
}

export const ImportExportContext = createContext<ImportExportHandle | null>(null);
