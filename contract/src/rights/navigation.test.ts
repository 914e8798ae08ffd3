import { describe, expect, test } from 'vitest';
import { APPROVALS } from './approval.ts';
import { type NavigationItem, menuLabels, navigationFor } from './navigation.ts';
import { permits } from './permission.ts';

const flatten = (items: readonly NavigationItem[]): readonly NavigationItem[] =>
  items.flatMap((item) => [item, ...flatten(item.children ?? [])]);

const everything = navigationFor(() => true);
const menuOf = (...codes: readonly string[]) => navigationFor((auth) => permits(codes, auth));

test('menu entries have unique ids and names in both languages', () => {
  const items = flatten(everything);
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
  for (const { id, type } of items) {
    if (type === 'divider') continue;
    expect(menuLabels.get(id)?.en.trim(), `${id} in English`).toBeTruthy();
    expect(menuLabels.get(id)?.id.trim(), `${id} in Indonesian`).toBeTruthy();
  }
});

describe('an entry shows only if the user’s role permits it', () => {
  test('shows nothing to a user without rights, not even groups', () => {
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

  test.each(Object.entries(APPROVALS))('shows approvals to users who may decide the kind %s', (_kind, { needs }) => {
    expect(flatten(menuOf(needs)).map(({ id }) => id)).toContain('approvals');
  });

  test('shows dividers only between entries', () => {
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

test('the API documentation opens in a new tab', () => {
  expect(flatten(everything).find(({ id }) => id === 'api_documentation')).toMatchObject({
    type: 'link',
    url: '/docs',
    target: '_blank',
  });
});

test('a badge is shown only at its entry, at any depth', () => {
  const badge = { title: '3', bg: 'warning-soft', fg: 'warning-text' } as const;
  const items = flatten(navigationFor(() => true, new Map([['hotel', badge]])));
  expect(items.filter((item) => item.badge)).toMatchObject([{ id: 'hotel', badge }]);
});

test('the dashboard, the search and members are outside any group, one click away', () => {
  expect(everything.slice(0, 3).map(({ id, type }) => [id, type])).toEqual([
    ['dashboard', 'item'],
    ['search', 'item'],
    ['member', 'item'],
  ]);
});
