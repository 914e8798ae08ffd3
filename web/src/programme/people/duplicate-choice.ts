import type { Duplicate } from '@innkeeper/contract/calls';
import { createContext } from 'react';

/** The action on a member who turns out to have the same email, phone or identity number. */
export interface DuplicateChoiceValue {
  /** "Sell to this member". */
  readonly label: string;
  readonly onChoose: (found: Pick<Duplicate, 'id' | 'name' | 'hotel' | 'is_elsewhere'>) => void;
}

/** In forms that provide it, a duplicate is chosen instead of opened; a deleted one is restored first. */
export const DuplicateChoice = createContext<DuplicateChoiceValue | null>(null);
