import { VERBS } from '@innkeeper/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { ALL_CODES } from '../../../testing/house.ts';
import { openConsole } from '../../../testing/open-console.tsx';
import { keepRecords } from '../../../testing/played-server.ts';
import { sent } from '../../../testing/requests.ts';
import { row } from '../../../testing/rows.ts';

const MODULES = [
  { id: 1, name: 'Hotel', key: 'HOTEL', group: { id: 1, name: 'System' } },
  { id: 2, name: 'Region', key: 'REGION', group: { id: 1, name: 'System' } },
];
const RIGHTS = MODULES.flatMap(({ key, ...module }, m) =>
  VERBS.map((verb, v) => row('roles', m * 4 + v + 1, { name: `${verb}_${key}`, module_id: module.id, module })),
);

const tick = (name: string) => page.getByRole('checkbox', { name, exact: true });

describe('the rights of a role group', () => {
  beforeEach(() => {
    keepRecords('roles', RIGHTS);
    keepRecords('role_group', [row('role_group', 1, { rolesId: [5] })]);
  });

  it('are ticked in a table, counted, and sent as the list of all that are given', async () => {
    await openConsole('/others/role-group/1');
    await expect.element(page.getByText('1 of 8 rights')).toBeVisible();
    await tick('Hotel: View').click();
    await tick('Hotel: Edit').click();
    await expect.element(tick('Hotel: Delete')).not.toBeChecked();
    await expect.element(tick('Region: View')).toBeChecked();
    await expect.element(page.getByText('3 of 8 rights')).toBeVisible();
    await expectAccessible();
    await userEvent.keyboard('{Control>}s{/Control}');
    const { body } = await sent('POST /api/role_group/1');
    expect(body).toMatchObject({ 'rolesId[]': expect.arrayContaining(['1', '3', '5']) as unknown });
  });

  it('are named in Indonesian where every database begins with them', async () => {
    await openConsole('/others/role-group/1', { language: 'id' });
    await expect.element(tick('Wilayah: Lihat')).toBeVisible();
    await expect.element(page.getByRole('rowheader', { name: 'Sistem' })).toBeVisible();
  });

  it('are reached by arrows with one tab stop, and ticked by the space bar', async () => {
    await openConsole('/others/role-group/1');
    await tick('Hotel: View').click();
    await expect.element(tick('Hotel: View')).toBeChecked();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(tick('Hotel: Create')).toHaveFocus();
    await userEvent.keyboard('{ArrowDown} ');
    await expect.element(tick('Region: Create')).toBeChecked();
    await userEvent.keyboard('{Home}');
    await expect.element(tick('Region: all rights')).toHaveFocus();
    const stops = [...document.querySelectorAll('[role=grid] [data-cell]')].filter(
      (cell) => cell.getAttribute('tabindex') === '0',
    );
    expect(stops).toHaveLength(1);
  });

  it('of a whole module are given at once', async () => {
    await openConsole('/others/role-group/1');
    await tick('Region: all rights').click();
    for (const verb of ['View', 'Create', 'Edit', 'Delete'])
      await expect.element(tick(`Region: ${verb}`)).toBeChecked();
  });

  it('that one does not hold are greyed out, which is said', async () => {
    await openConsole('/others/role-group/1', { user: { roles: ALL_CODES.filter((code) => code !== 'DELETE_HOTEL') } });
    await expect.element(tick('Hotel: Delete')).toBeDisabled();
    await expect.element(page.getByText('Rights that you do not hold yourself are greyed out')).toBeVisible();
  });
});
