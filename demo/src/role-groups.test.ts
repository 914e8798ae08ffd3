import { type NavigationItem, buildNavigation, hasAnyPermission, roleGroupLabel } from '@innkeeper/contract';
import { expect, it } from 'vitest';
import { DEMO_ROLE_GROUPS, HEAD_OFFICE, permissionsOf } from './role-groups.ts';

it('every role group has a name in both languages', () => {
  const names = [HEAD_OFFICE, ...DEMO_ROLE_GROUPS.map(({ name }) => name)];
  expect(names.filter((name) => roleGroupLabel(name) === undefined)).toEqual([]);
});

const getPermissionCodes = (group: (typeof DEMO_ROLE_GROUPS)[number]): readonly string[] =>
  permissionsOf(group).map(([slug, verb]) => `${verb}_${slug.toUpperCase().replaceAll('-', '_')}`);
const listIds = (items: readonly NavigationItem[]): readonly string[] =>
  items.flatMap(({ id, children = [] }) => [id, ...listIds(children)]);

/** The pages for closing a month, making decisions or reviewing activity. */
const PAGES = [
  'month_close',
  'term_end',
  'approvals',
  'audit_entry',
  'export_entry',
  'books',
  'manual_change',
  'held_posting',
  'receipt',
  'webhook',
];

it.each([
  [
    'Head office reporting',
    ['month_close', 'term_end', 'audit_entry', 'export_entry', 'books', 'manual_change', 'held_posting', 'receipt'],
    [],
  ],
  [
    'Programme finance',
    PAGES.filter((id) => id !== 'webhook'),
    ['STORE_MONTH_CLOSE', 'UPDATE_MONTH_CLOSE', 'STORE_TRANSACTION', 'DELETE_TRANSACTION'],
  ],
  [
    'Regional manager',
    PAGES.filter((id) => id !== 'webhook'),
    ['UPDATE_TERM_END', 'STORE_TRANSACTION', 'UPDATE_MEMBER', 'UPDATE_MEMBER_CARD', 'UPDATE_MEMBER_VOUCHER'],
  ],
  [
    'Front desk',
    ['term_end', 'approvals', 'manual_change', 'held_posting', 'receipt'],
    ['STORE_TRANSACTION', 'UPDATE_MEMBER'],
  ],
  ['Restaurant outlet', ['held_posting'], ['STORE_VISIT']],
])('%s of the demonstration can open its pages and act there', (name, pages, permissionCodes) => {
  const group = DEMO_ROLE_GROUPS.find((roleGroup) => roleGroup.name === name);
  const codes = group ? getPermissionCodes(group) : [];
  const menu = listIds(buildNavigation((auth) => hasAnyPermission(codes, auth)));
  expect(menu.filter((id) => PAGES.includes(id)).toSorted()).toEqual(pages.toSorted());
  const subjects = ['MONTH_CLOSE', 'TERM_END', 'TRANSACTION', 'MEMBER', 'MEMBER_CARD', 'MEMBER_VOUCHER', 'VISIT'];
  expect(codes.filter((code) => subjects.some((key) => code.endsWith(`_${key}`)))).toEqual(
    expect.arrayContaining(permissionCodes),
  );
  if (permissionCodes.length === 0) expect(codes.filter((code) => !code.startsWith('VIEW_'))).toEqual([]);
});

it('a higher access level includes all rights of the levels below, so it may grant them', () => {
  const [manager, frontDesk, outlet] = ['Regional manager', 'Front desk', 'Restaurant outlet'].map((name) =>
    DEMO_ROLE_GROUPS.find((group) => group.name === name),
  );
  const managerCodes = new Set(manager && getPermissionCodes(manager));
  for (const subordinate of [frontDesk, outlet])
    expect(subordinate && getPermissionCodes(subordinate).filter((code) => !managerCodes.has(code))).toEqual([]);
});
