import { VERBS } from '@innkeeper/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { ALL_CODES } from '../../testing/fixtures.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { setRecords } from '../../testing/mock-server.ts';
import { waitForRequest } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';

const MODULES = [
  { id: 1, name: 'Hotel', key: 'HOTEL', group: { id: 1, name: 'System' } },
  { id: 2, name: 'Region', key: 'REGION', group: { id: 1, name: 'System' } },
];
const ROLE_ROWS = MODULES.flatMap(({ key, ...module }, moduleIndex) =>
  VERBS.map((verb, verbIndex) =>
    row('roles', moduleIndex * 4 + verbIndex + 1, { name: `${verb}_${key}`, module_id: module.id, module }),
  ),
);

const checkbox = (name: string) => page.getByRole('checkbox', { name, exact: true });

describe('rights of a role group', () => {
  beforeEach(() => {
    setRecords('roles', ROLE_ROWS);
    setRecords('role_group', [row('role_group', 1, { rolesId: [5] })]);
  });

  it('are checked in a table, counted, and sent as a complete list', async () => {
    await openConsole('/others/role-group/1');
    await expect.element(page.getByText('1 of 8 rights')).toBeVisible();
    await checkbox('Hotel: View').click();
    await checkbox('Hotel: Edit').click();
    await expect.element(checkbox('Hotel: Delete')).not.toBeChecked();
    await expect.element(checkbox('Region: View')).toBeChecked();
    await expect.element(page.getByText('3 of 8 rights')).toBeVisible();
    await expectAccessible();
    await userEvent.keyboard('{Control>}s{/Control}');
    const { body } = await waitForRequest('POST /api/role_group/1');
    expect(body).toMatchObject({ 'rolesId[]': expect.arrayContaining(['1', '3', '5']) as unknown });
  });

  it('have Indonesian names if they are built in', async () => {
    await openConsole('/others/role-group/1', { language: 'id' });
    await expect.element(checkbox('Wilayah: Lihat')).toBeVisible();
    await expect.element(page.getByRole('rowheader', { name: 'Sistem' })).toBeVisible();
  });

  it('are one tab stop, navigated by arrow keys and checked by the space bar', async () => {
    await openConsole('/others/role-group/1');
    await checkbox('Hotel: View').click();
    await expect.element(checkbox('Hotel: View')).toBeChecked();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(checkbox('Hotel: Create')).toHaveFocus();
    await userEvent.keyboard('{ArrowDown} ');
    await expect.element(checkbox('Region: Create')).toBeChecked();
    await userEvent.keyboard('{Home}');
    await expect.element(checkbox('Region: all rights')).toHaveFocus();
    const tabStops = [...document.querySelectorAll('[role=grid] [data-cell]')].filter(
      (cell) => cell.getAttribute('tabindex') === '0',
    );
    expect(tabStops).toHaveLength(1);
  });

  it('can be granted for a whole module', async () => {
    await openConsole('/others/role-group/1');
    await checkbox('Region: all rights').click();
    for (const verb of ['View', 'Create', 'Edit', 'Delete'])
      await expect.element(checkbox(`Region: ${verb}`)).toBeChecked();
  });

  it('are greyed out if the user does not hold them, with an explanation', async () => {
    await openConsole('/others/role-group/1', { user: { roles: ALL_CODES.filter((code) => code !== 'DELETE_HOTEL') } });
    await expect.element(checkbox('Hotel: Delete')).toBeDisabled();
    await expect.element(page.getByText('You can only grant rights you have.')).toBeVisible();
  });
});
