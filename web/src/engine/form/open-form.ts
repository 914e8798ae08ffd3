import type { ResourceDefinition } from '@innkeeper/contract';
import { createContext } from 'react';
import type { ResourceRecord } from '../data/record.ts';
import type { WireRecord } from './form-values.ts';

export interface OpenFormOptions {
  readonly definition: ResourceDefinition;
  /** The record to edit; none makes a new one. */
  readonly id?: number;
  /** The first values of a new record. */
  readonly defaults?: WireRecord;
}

/** Opens the form of a resource in a dialog. Answers the record as saved, undefined where it was closed without saving. */
export type OpenForm = (options: OpenFormOptions) => Promise<ResourceRecord | undefined>;

/** An input makes records of another resource by a form of its own. The form draws the input, so it is handed down to it. */
export const OpenFormContext = createContext<OpenForm | null>(null);
