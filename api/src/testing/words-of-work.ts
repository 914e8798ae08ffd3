import { type NavigationItem, WORK_LISTS } from '@innkeeper/contract';
import type { Approval } from '@innkeeper/contract/calls';
import { type Door, listed } from './doors.ts';
import type { Words } from './word.ts';

/** Words about waiting work: members to call, and the counts of the menu's badges. */
export const workWords: Words = {
  ...Object.fromEntries(WORK_LISTS.map((key) => [key, workList(key)])),
  'users who wait for a role group': {
    badge: badge('users', 'UPDATE_USERS'),
    list: listed({
      resource: 'users',
      where: [
        { column: 'role_group.name', operator: 'null', value: '1' },
        { column: 'is_active', operator: 'eq', value: '1' },
      ],
    }),
  },
  'approvals that wait': {
    badge: badge('approvals', null),
    list: async ({ get }) => {
      const { data } = await get<{ data: readonly Approval[] }>('/api/approval?per_page=100');
      return String(data.filter(({ may_decide }) => may_decide).length);
    },
  },
};

/** The badge of a menu entry: nothing where nothing waits. */
function badge(id: string, right: string | null): Door {
  return async ({ may, get }) => {
    if (right !== null && !may(right)) return null;
    const { data } = await get<{ data: { navigation: readonly NavigationItem[] } }>('/api/user');
    const found = (items: readonly NavigationItem[]): NavigationItem[] =>
      items.flatMap((item) => [...(item.id === id ? [item] : []), ...found(item.children ?? [])]);
    return found(data.navigation)[0]?.badge?.title ?? '0';
  };
}

/** How many a work list says that it has: where all are counted, and on its own page. */
function workList(key: (typeof WORK_LISTS)[number]): Record<string, Door> {
  return {
    'counts of the work lists': async ({ may, get }) => {
      if (!may('VIEW_MEMBER')) return null;
      const { data } = await get<{ data: readonly { key: string; total: number }[] }>('/api/work_list');
      return String(data.find((count) => count.key === key)?.total);
    },
    'work list': workPage(key),
  };
}

export function workPage(key: string, query = ''): Door {
  return async ({ may, get }) =>
    may('VIEW_MEMBER')
      ? String((await get<{ meta: { total: number } }>(`/api/work_list/${key}?${query}`)).meta.total)
      : null;
}
