import type { ResourceDefinition } from '@innkeeper/contract';
import type { SavedView } from '@innkeeper/contract/calls';
import { createContext } from 'react';
import type { ListState } from '../data/list-state.ts';

/** A list with its views, for the menu that chooses among them. */
export interface ViewsHandle {
  readonly definition: ResourceDefinition;
  readonly state: ListState;
  /** The columns shown, in their order. */
  readonly shown: readonly string[];
  /** Undefined until they are known. */
  readonly views: readonly SavedView[] | undefined;
  /** The view that is on, or was before the list was changed. */
  readonly chosen: SavedView | undefined;
  /** The list differs from the chosen view. */
  readonly isChanged: boolean;
  readonly open: (view: SavedView) => void;
  /** Opens the list as it is without a view. */
  readonly openUsual: () => void;
}

export const ViewsContext = createContext<ViewsHandle | null>(null);
