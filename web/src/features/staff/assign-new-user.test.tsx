import { ACCESS_LEVEL } from '@innkeeper/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { mockResponse, setRecords } from '../../testing/mock-server.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { waitForRequest } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';

// Preloaded, so that tests wait for the page and not for its modules.
beforeAll(() => import('./assign-new-user.tsx'));

const dialog = page.getByRole('dialog', { name: 'Where does Dewi work?' });

/** Creates a user of a role group of this access level. */
async function createUser(level: string): Promise<void> {
  const access_type = { id: 1, name: 'Level', code: level };
  setRecords('role_group', [row('role_group', 3, { name: 'Front desk', access_type })]);
  mockResponse('POST /api/users', { data: row('users', 8, { name: 'Dewi', role_group_id: 3 }) });
  await openConsole('/others/users/new');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Dewi');
  await page.getByRole('textbox', { name: 'User name' }).fill('dewi');
  await page.getByRole('textbox', { name: 'Email' }).fill('dewi@example.test');
  await page.getByLabelText('Password', { exact: true }).fill('nine green turtles');
  await page.getByRole('combobox', { name: 'Role group' }).click();
  await page.getByRole('option', { name: /Front desk/ }).click();
  await page.getByRole('button', { name: 'Save' }).first().click();
  await waitForRequest('POST /api/users');
}

describe('a new user', () => {
  test('is assigned to a hotel or region right after they are created', async () => {
    await createUser(ACCESS_LEVEL.property);
    await expect.element(dialog).toBeVisible();
    await expectAccessible();
    await dialog.getByRole('combobox', { name: 'Region' }).click();
    await page.getByRole('option', { name: /Java/ }).click();
    await dialog.getByRole('combobox', { name: 'Hotel' }).click();
    await page
      .getByRole('option', { name: /Jakarta/ })
      .first()
      .click();
    await dialog.getByRole('button', { name: 'Assign' }).click();
    const { body } = await waitForRequest('POST /api/region_users');
    expect(body).toMatchObject({ user_id: '8', region_id: '1', restrict_hotel_id: '1' });
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('of a role group for all hotels needs no assignment', async () => {
    await createUser(ACCESS_LEVEL.group);
    await expect.element(page.getByText('Saved.')).toBeVisible();
    await waitForRequest('GET /api/role_group/3');
    await expect.element(dialog).not.toBeInTheDocument();
  });
});
