import type { SavedView } from '@innkeeper/contract/calls';

/** How a view is called in an address: "Sales by hotel" is `sales-by-hotel`. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

/** The view that an address names. Of several alike the reader's own one is meant: views come with the own ones first. */
export const findNamedView = (views: readonly SavedView[], menu: string): SavedView | undefined =>
  views.find(({ name }) => slugOf(name) === slugOf(menu));
