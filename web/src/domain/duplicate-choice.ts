import type { Duplicate } from '@innkeeper/contract/calls';
import { createContext } from 'react';

/** The action offered on a member who has the same email, phone or identity number. */
export interface DuplicateChoiceValue {
  /** For example "Sell to this member". */
  readonly label: string;
  readonly onChoose: (duplicate: Pick<Duplicate, 'id' | 'name' | 'hotel' | 'is_elsewhere'>) => void;
}

/** Provided by forms in which the user picks a duplicate instead of opening it. A deleted duplicate must be restored first. */
export const DuplicateChoice = createContext<DuplicateChoiceValue | null>(null);
