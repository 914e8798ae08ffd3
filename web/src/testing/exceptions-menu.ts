import type { NavigationItem } from '@innkeeper/contract';

export const pageItem = (
  id: string,
  title: string,
  url: string,
  values: Partial<NavigationItem> = {},
): NavigationItem => ({ id, type: 'item', title, url, ...values });

/** A menu with every kind of entry, including empty groups, which are hidden. */
export const EXCEPTIONS_MENU: readonly NavigationItem[] = [
  pageItem('home', 'Lobby', '/dashboard'),
  pageItem('inbox', 'Inbox', '/company/member', { badge: { title: '12', bg: 'warning-soft', fg: 'warning-text' } }),
  { id: 'empty-group', type: 'group', title: 'Empty group', children: [] },
  {
    id: 'hollow',
    type: 'group',
    title: 'Hollow',
    children: [{ id: 'empty-section', type: 'collapse', title: 'Empty section', children: [] }],
  },
  {
    id: 'house',
    type: 'group',
    title: 'House',
    children: [
      {
        id: 'rooms',
        type: 'collapse',
        title: 'Rooms',
        children: [
          pageItem('inns', 'Inns', '/system/hotel'),
          pageItem('exact', 'Exactly', '/system/region', { exact: true }),
        ],
      },
      { id: 'line', type: 'divider', title: '' },
      { id: 'out', type: 'link', title: 'Handbook', url: '/docs', target: '_blank' },
    ],
  },
];
