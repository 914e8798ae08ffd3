import { type NavigationItem, menuLabels } from '@innkeeper/contract';
import { currentUser, useUser } from './user.ts';
import { useLanguage } from '../i18n/use-label.ts';

const NOTHING: readonly NavigationItem[] = [];

/** The menu as the server pruned it, its titles in the language on screen. Groups and sections without children are gone. */
export function useNavigation(): readonly NavigationItem[] {
  const language = useLanguage();
  const user = useUser();
  const translate = (items: readonly NavigationItem[]): NavigationItem[] =>
    items.flatMap((item) => {
      const children = item.children && translate(item.children);
      if ((item.type === 'group' || item.type === 'collapse') && !children?.length) return [];
      return [{ ...item, title: menuLabels.get(item.id)?.[language] ?? item.title, children }];
    });
  return user ? translate(user.navigation) : NOTHING;
}

/** Whether a path stands at the item, or below it unless the item is `exact` or another page of the menu is closer. */
export function isActive(item: NavigationItem, path: string): boolean {
  const { url, exact } = item;
  if (!url || path === url) return path === url;
  return !exact && path.startsWith(`${url}/`) && !pagesOf(currentUser()?.navigation ?? []).some(isBetween(url, path));
}

const isBetween =
  (url: string, path: string) =>
  ({ url: other = '' }: NavigationItem): boolean =>
    other.startsWith(`${url}/`) && `${path}/`.startsWith(`${other}/`);

/** Whether a path stands at the item or anywhere within it. */
export const contains = (item: NavigationItem, path: string): boolean =>
  isActive(item, path) || (item.children?.some((child) => contains(child, path)) ?? false);

/** The items from the top of the menu to the page at this path; empty where the menu has no such page. */
export function trailTo(items: readonly NavigationItem[], path: string): readonly NavigationItem[] {
  for (const item of items) {
    const below = item.children ? trailTo(item.children, path) : [];
    if (below.length > 0) return [item, ...below];
    if (isActive(item, path)) return [item];
  }
  return [];
}

/** Every page of the menu, in its order. */
export const pagesOf = (items: readonly NavigationItem[]): readonly NavigationItem[] =>
  items.flatMap((item) => [...(item.type === 'item' && item.url ? [item] : []), ...pagesOf(item.children ?? [])]);
