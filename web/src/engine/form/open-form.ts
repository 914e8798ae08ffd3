import type { ResourceDefinition } from '@innkeeper/contract';
import { createContext } from 'react';
import type { ResourceRecord } from '../data/record.ts';
import type { WireRecord } from './form-values.ts';

export interface OpenFormOptions {
  readonly definition: ResourceDefinition;
  /** The record to edit; undefined creates a new one. */
  readonly id?: number;
  /** The initial values of a new record. */
  readonly defaults?: WireRecord;
}

/**
 * Opens the form of a resource in a dialog. Resolves with the record as saved, or undefined if it was closed without
 * saving.
 */
export type OpenForm = (options: OpenFormOptions) => Promise<ResourceRecord | undefined>;

/**
 * A reference input creates records through a form, but the form renders the input. The context avoids the circular
 * import.
 */
export const OpenFormContext = createContext<OpenForm | null>(null);
