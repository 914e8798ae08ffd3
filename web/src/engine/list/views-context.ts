import type { ResourceDefinition } from '@innkeeper/contract';
import type { SavedView } from '@innkeeper/contract/calls';
import { createContext } from 'react';
import type { ListState } from '../data/list-state.ts';

/** A list with its views, for the menu that selects one. */
export interface ViewsHandle {
  readonly definition: ResourceDefinition;
  readonly state: ListState;
  /** Visible columns in order. */
  readonly visibleColumns: readonly string[];
  /** Undefined while loading. */
  readonly views: readonly SavedView[] | undefined;
  /** The active view, or the one that was active before the list was modified. */
  readonly chosenView: SavedView | undefined;
  /** The list has been modified since the view was opened. */
  readonly isChanged: boolean;
  readonly open: (view: SavedView) => void;
  /** Opens the default list without a view. */
  readonly openDefault: () => void;
}

export const ViewsContext = createContext<ViewsHandle | null>(null);
