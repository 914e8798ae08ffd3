import { type NavigationItem, menuLabels } from '@innkeeper/contract';
import { currentUser, useUser } from './user.ts';
import { useLanguage } from '../i18n/use-label.ts';

const NO_ITEMS: readonly NavigationItem[] = [];

/**
 * The menu as pruned by the server, with titles in the current language. Groups and sections without children are
 * omitted.
 */
export function useNavigation(): readonly NavigationItem[] {
  const language = useLanguage();
  const user = useUser();
  const translate = (items: readonly NavigationItem[]): NavigationItem[] =>
    items.flatMap((item) => {
      const children = item.children && translate(item.children);
      if ((item.type === 'group' || item.type === 'collapse') && !children?.length) return [];
      return [{ ...item, title: menuLabels.get(item.id)?.[language] ?? item.title, children }];
    });
  return user ? translate(user.navigation) : NO_ITEMS;
}

/**
 * Whether a path belongs to an item: it is the item's own path or below it. A path below does not match if the item is
 * `exact`, or if another menu page is a closer match.
 */
export function isActiveItem(item: NavigationItem, path: string): boolean {
  const { url, exact } = item;
  if (!url || path === url) return path === url;
  return (
    !exact && path.startsWith(`${url}/`) && !listPages(currentUser()?.navigation ?? []).some(isCloserMatch(url, path))
  );
}

const isCloserMatch =
  (url: string, path: string) =>
  ({ url: otherUrl = '' }: NavigationItem): boolean =>
    otherUrl.startsWith(`${url}/`) && `${path}/`.startsWith(`${otherUrl}/`);

/** Whether a path matches the item or one of its descendants. */
export const containsPath = (item: NavigationItem, path: string): boolean =>
  isActiveItem(item, path) || (item.children?.some((child) => containsPath(child, path)) ?? false);

/** The items from the top of the menu down to the page at this path; empty if the menu has no such page. */
export function findBreadcrumb(items: readonly NavigationItem[], path: string): readonly NavigationItem[] {
  for (const item of items) {
    const descendants = item.children ? findBreadcrumb(item.children, path) : [];
    if (descendants.length > 0) return [item, ...descendants];
    if (isActiveItem(item, path)) return [item];
  }
  return [];
}

/** All pages of the menu, in order. */
export const listPages = (items: readonly NavigationItem[]): readonly NavigationItem[] =>
  items.flatMap((item) => [...(item.type === 'item' && item.url ? [item] : []), ...listPages(item.children ?? [])]);
