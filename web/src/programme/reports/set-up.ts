import type { SavedView } from '@innkeeper/contract/calls';

/** How a set-up is called in an address: "Sales by hotel" is `sales-by-hotel`. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

/** The set-up that an address names. Of several alike the reader's own one is meant: views come with the own ones first. */
export const findSetUp = (views: readonly SavedView[], menu: string): SavedView | undefined =>
  views.find(({ name }) => slugOf(name) === slugOf(menu));
