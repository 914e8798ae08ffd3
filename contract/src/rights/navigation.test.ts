import { describe, expect, test } from 'vitest';
import { APPROVALS } from './approval.ts';
import { resources } from '../resources/by-key.ts';
import { type NavigationItem, createMenu, menuLabels, buildNavigation } from './navigation.ts';
import { hasAnyPermission } from './permission.ts';

const flatten = (items: readonly NavigationItem[]): readonly NavigationItem[] =>
  items.flatMap((item) => [item, ...flatten(item.children ?? [])]);

const fullMenu = buildNavigation(() => true);
const buildMenu = (...codes: readonly string[]) => buildNavigation((auth) => hasAnyPermission(codes, auth));

test('menu entries have unique ids and names in both languages', () => {
  const items = flatten(fullMenu);
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
  for (const { id, type } of items) {
    if (type === 'divider') continue;
    expect(menuLabels.get(id)?.en.trim(), `${id} in English`).toBeTruthy();
    expect(menuLabels.get(id)?.id.trim(), `${id} in Indonesian`).toBeTruthy();
  }
});

describe('an entry shows only if the user’s role permits it', () => {
  test('shows nothing to a user without rights, not even groups', () => {
    expect(buildMenu()).toEqual([]);
  });

  test('one right shows its page, with the groups and sections around it', () => {
    expect(buildMenu('VIEW_COUNTRY')).toMatchObject([
      { id: 'system', type: 'group', children: [{ id: 'places', type: 'collapse', children: [{ id: 'country' }] }] },
    ]);
    expect(flatten(buildMenu('VIEW_COUNTRY'))).toHaveLength(3);
  });

  test('the right to create records without that to see the list opens the form of a new one', () => {
    expect(flatten(buildMenu('STORE_VOUCHER'))).toMatchObject([
      { id: 'system' },
      { id: 'voucher', url: '/system/voucher/new', auth: ['STORE_VOUCHER'] },
    ]);
    expect(flatten(buildMenu('STORE_VOUCHER', 'VIEW_VOUCHER')).at(-1)).toMatchObject({ url: '/system/voucher' });
  });

  test('the right to change records without that to see the list opens the page that finds one', () => {
    expect(flatten(buildMenu('UPDATE_VOUCHER'))).toMatchObject([
      { id: 'system' },
      { id: 'voucher', url: '/system/voucher/find', auth: ['UPDATE_VOUCHER'] },
    ]);
    expect(flatten(buildMenu('UPDATE_VOUCHER', 'STORE_VOUCHER')).at(-1)).toMatchObject({ url: '/system/voucher/new' });
    expect(flatten(buildMenu('UPDATE_VOUCHER', 'VIEW_VOUCHER')).at(-1)).toMatchObject({ url: '/system/voucher' });
  });

  test.each(Object.entries(APPROVALS))('shows approvals to users who may decide the kind %s', (_kind, { needs }) => {
    expect(flatten(buildMenu(needs)).map(({ id }) => id)).toContain('approvals');
  });

  test('shows dividers only between entries', () => {
    const entryTypes = (items: readonly NavigationItem[]) => flatten(items).map(({ type }) => type);
    expect(entryTypes(fullMenu)).toContain('divider');
    expect(entryTypes(buildMenu('VIEW_INTEGRATION'))).toEqual(['group', 'item', 'item', 'group', 'link']);
    expect(entryTypes(buildMenu('VIEW_USERS'))).toEqual(['group', 'item']);
    expect(entryTypes(buildMenu('VIEW_USERS', 'VIEW_INTEGRATION'))).toEqual([
      'group',
      'item',
      'item',
      'group',
      'item',
      'divider',
      'link',
    ]);
  });
});

describe('a list without a place of its own', () => {
  const createMenuWith = (path: string): readonly NavigationItem[] =>
    createMenu([{ ...resources.region, key: 'added', path }]);
  const isAdded = ({ id }: NavigationItem) => id === 'added';

  test.each(['finance', 'system', 'others'])('follows the other entries of its group %s, before a divider', (group) => {
    const menu = createMenuWith(`/${group}/added`);
    expect(menu.some(isAdded)).toBe(false);
    const children = menu.find(({ id }) => id === group)?.children ?? [];
    expect(children.slice(children.findIndex(isAdded) + 1).filter(({ type }) => type !== 'link')).toMatchObject(
      group === 'others' ? [{ type: 'divider' }] : [],
    );
    expect(flatten(children).filter(isAdded)).toMatchObject([{ url: `/${group}/added`, title: 'Regions' }]);
  });

  test('is the last of the daily entries if its path names no group', () => {
    const ids = createMenuWith('/company/added').map(({ id, type }) => (type === 'group' ? 'group' : id));
    expect(ids.indexOf('added')).toBe(ids.indexOf('group') - 1);
  });

  test('has no entry if its records are reached through others', () => {
    const ids = flatten(fullMenu).map(({ id }) => id);
    expect(['roles', 'webhook_delivery', 'member_call'].filter((key) => ids.includes(key))).toEqual([]);
    expect(ids).toContain('webhook');
  });
});

test('the API documentation opens in a new tab', () => {
  expect(flatten(fullMenu).find(({ id }) => id === 'api_documentation')).toMatchObject({
    type: 'link',
    url: '/docs',
    target: '_blank',
  });
});

test('a badge is shown only at its entry, at any depth', () => {
  const badge = { title: '3', bg: 'warning-soft', fg: 'warning-text' } as const;
  const items = flatten(buildNavigation(() => true, new Map([['hotel', badge]])));
  expect(items.filter((item) => item.badge)).toMatchObject([{ id: 'hotel', badge }]);
});

test('the dashboard, the search and members are outside any group, one click away', () => {
  expect(fullMenu.slice(0, 3).map(({ id, type }) => [id, type])).toEqual([
    ['dashboard', 'item'],
    ['search', 'item'],
    ['member', 'item'],
  ]);
});
