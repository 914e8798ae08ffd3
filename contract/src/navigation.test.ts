import { describe, expect, test } from 'vitest';
import { APPROVALS } from './approval.ts';
import { type NavigationItem, menuLabels, navigationFor } from './navigation.ts';
import { permits } from './permission.ts';

const flatten = (items: readonly NavigationItem[]): readonly NavigationItem[] =>
  items.flatMap((item) => [item, ...flatten(item.children ?? [])]);

const everything = navigationFor(() => true);
const menuOf = (...codes: readonly string[]) => navigationFor((auth) => permits(codes, auth));

test('no two entries of the menu share an id, and each names itself in both languages', () => {
  const items = flatten(everything);
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
  for (const { id, type } of items) {
    if (type === 'divider') continue;
    expect(menuLabels.get(id)?.en.trim(), `${id} in English`).toBeTruthy();
    expect(menuLabels.get(id)?.id.trim(), `${id} in Indonesian`).toBeTruthy();
  }
});

describe('an entry shows only if the user’s role permits it', () => {
  test('nobody without a right sees anything, not even the groups', () => {
    expect(menuOf()).toEqual([]);
  });

  test('one right shows its page, with the groups and sections around it', () => {
    expect(menuOf('VIEW_COUNTRY')).toMatchObject([
      { id: 'system', type: 'group', children: [{ id: 'places', type: 'collapse', children: [{ id: 'country' }] }] },
    ]);
    expect(flatten(menuOf('VIEW_COUNTRY'))).toHaveLength(3);
  });

  test('the right to change a record does not show its list', () => {
    expect(menuOf('UPDATE_VOUCHER', 'STORE_VOUCHER')).toEqual([]);
  });

  test.each(Object.entries(APPROVALS))(
    'who decides approvals of the kind %s has them in the menu',
    (_kind, { needs }) => {
      expect(flatten(menuOf(needs)).map(({ id }) => id)).toContain('approvals');
    },
  );

  test('a divider stands only between entries', () => {
    const types = (items: readonly NavigationItem[]) => flatten(items).map(({ type }) => type);
    expect(types(everything)).toContain('divider');
    expect(types(menuOf('VIEW_INTEGRATION'))).toEqual(['group', 'item', 'item', 'group', 'link']);
    expect(types(menuOf('VIEW_USERS'))).toEqual(['group', 'item']);
    expect(types(menuOf('VIEW_USERS', 'VIEW_INTEGRATION'))).toEqual([
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

test('the documentation of the API opens beside the console', () => {
  expect(flatten(everything).find(({ id }) => id === 'api_documentation')).toMatchObject({
    type: 'link',
    url: '/docs',
    target: '_blank',
  });
});

test('a badge stands at its entry, however deep, and nowhere else', () => {
  const badge = { title: '3', bg: 'warning-soft', fg: 'warning-text' } as const;
  const items = flatten(navigationFor(() => true, new Map([['hotel', badge]])));
  expect(items.filter((item) => item.badge)).toMatchObject([{ id: 'hotel', badge }]);
});

test('the dashboard, the search and members are one click away: they stand in no group', () => {
  expect(everything.slice(0, 3).map(({ id, type }) => [id, type])).toEqual([
    ['dashboard', 'item'],
    ['search', 'item'],
    ['member', 'item'],
  ]);
});
