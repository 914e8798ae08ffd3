import type { SavedView } from '@innkeeper/contract/calls';

/** The slug of a view in an address: "Sales by hotel" becomes `sales-by-hotel`. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

/**
 * The view that an address names. If several share a name, the reader's own view wins, because `views` lists own views
 * first.
 */
export const findNamedView = (views: readonly SavedView[], menu: string): SavedView | undefined =>
  views.find(({ name }) => slugOf(name) === slugOf(menu));
