import { type NavigationItem, CALL_LISTS } from '@innkeeper/contract';
import type { Approval } from '@innkeeper/contract/calls';
import { type EntryPoint, listTotal } from './entry-points.ts';
import type { LabelledValues } from './labelled-value.ts';

/** Labelled values for pending work: members to call, and the badge counts of the menu. */
export const callListValues: LabelledValues = {
  ...Object.fromEntries(CALL_LISTS.map((key) => [key, callListEntries(key)])),
  'users who wait for a role group': {
    badge: menuBadge('users', 'UPDATE_USERS'),
    list: listTotal({
      resource: 'users',
      where: [
        { column: 'role_group.name', operator: 'null', value: '1' },
        { column: 'is_active', operator: 'eq', value: '1' },
      ],
    }),
  },
  'approvals that wait': {
    badge: menuBadge('approvals', null),
    list: async ({ get }) => {
      const { data } = await get<{ data: readonly Approval[] }>('/api/approval?per_page=100');
      return String(data.filter(({ may_decide }) => may_decide).length);
    },
  },
};

/** The badge of a menu entry, which is missing if nothing is pending. */
function menuBadge(id: string, right: string | null): EntryPoint {
  return async ({ may, get }) => {
    if (right !== null && !may(right)) return null;
    const { data } = await get<{ data: { navigation: readonly NavigationItem[] } }>('/api/user');
    const findItems = (items: readonly NavigationItem[]): NavigationItem[] =>
      items.flatMap((item) => [...(item.id === id ? [item] : []), ...findItems(item.children ?? [])]);
    return findItems(data.navigation)[0]?.badge?.title ?? '0';
  };
}

/** The total of a call list, from the counts of all lists and from its own page. */
function callListEntries(key: (typeof CALL_LISTS)[number]): Record<string, EntryPoint> {
  return {
    'counts of the work lists': async ({ may, get }) => {
      if (!may('VIEW_MEMBER')) return null;
      const { data } = await get<{ data: readonly { key: string; total: number }[] }>('/api/work_list');
      return String(data.find((count) => count.key === key)?.total);
    },
    'work list': callListPage(key),
  };
}

export function callListPage(key: string, query = ''): EntryPoint {
  return async ({ may, get }) =>
    may('VIEW_MEMBER')
      ? String((await get<{ meta: { total: number } }>(`/api/work_list/${key}?${query}`)).meta.total)
      : null;
}
