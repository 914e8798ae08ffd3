import type { Label } from './field.ts';
import { permission } from './permission.ts';
import { type ResourceKey, getResource } from './resources.ts';

/** An entry of the menu, as `GET /api/user` answers it: pruned to the user's rights. */
export interface NavigationItem {
  readonly id: string;
  readonly type: 'group' | 'collapse' | 'item' | 'link' | 'divider';
  readonly title: string;
  readonly icon?: string;
  readonly url?: string;
  readonly exact?: boolean;
  /** Codes of which any one shows the entry; nothing: everybody sees it. */
  readonly auth?: readonly string[];
  readonly target?: '_blank';
  readonly badge?: { readonly title: string; readonly bg?: string; readonly fg?: string };
  readonly children?: readonly NavigationItem[];
}

interface Page {
  readonly id: string;
  readonly label: Label;
  readonly icon: string;
  readonly url: string;
  readonly auth: readonly string[];
}

interface Section {
  readonly id: string;
  readonly label: Label;
  readonly icon: string;
  readonly entries: readonly (ResourceKey | Page)[];
}

const dashboard: Page = {
  id: 'dashboard',
  label: { en: 'Dashboard', id: 'Dasbor' },
  icon: 'layout-dashboard',
  url: '/company/dashboard',
  auth: [permission('VIEW', 'DASHBOARD')],
};

/** The menu: sections in order, each with the pages and resource lists that stand in it. */
export const menu: readonly Section[] = [
  { id: 'company', label: { en: 'Company', id: 'Perusahaan' }, icon: 'briefcase', entries: [dashboard, 'member'] },
  {
    id: 'system',
    label: { en: 'System', id: 'Sistem' },
    icon: 'settings',
    entries: ['hotel', 'region', 'region_users', 'country', 'membership'],
  },
  {
    id: 'others',
    label: { en: 'Others', id: 'Lainnya' },
    icon: 'sliders-horizontal',
    entries: ['option', 'option_detail', 'type_input', 'users', 'role_group', 'module_group', 'module'],
  },
];

const toItem = (entry: ResourceKey | Page): NavigationItem & { label: Label } => {
  if (typeof entry !== 'string') return { ...entry, type: 'item', title: entry.label.en };
  const d = getResource(entry);
  return {
    id: d.key,
    type: 'item',
    title: d.labels.en,
    label: d.labels,
    icon: d.icon,
    url: d.path,
    auth: [permission('VIEW', d.permission)],
  };
};

/** The label of every entry and section by id: the console translates the menu with it. */
export const menuLabels: ReadonlyMap<string, Label> = new Map(
  menu.flatMap((s) => [[s.id, s.label] as const, ...s.entries.map(toItem).map((i) => [i.id, i.label] as const)]),
);

/** The menu for whoever holds these codes; sections without entries vanish. */
export function navigationFor(permits: (auth: readonly string[]) => boolean): NavigationItem[] {
  return menu.flatMap((section) => {
    const children = section.entries
      .map(toItem)
      .filter((item) => permits(item.auth ?? []))
      .map(({ label: _, ...item }) => item);
    return children.length === 0
      ? []
      : [{ id: section.id, type: 'group' as const, title: section.label.en, icon: section.icon, children }];
  });
}
