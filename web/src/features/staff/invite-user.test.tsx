import { ACCESS_LEVEL } from '@innkeeper/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { mockResponse, rejection, setRecords } from '../../testing/mock-server.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { waitForRequest } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';

// Preloaded, so that tests wait for the page and not for its modules.
beforeAll(() => Promise.all([import('./invite-user.tsx'), import('./assign-new-user.tsx')]));

const dialog = page.getByRole('dialog', { name: 'New user' });
const fill = (label: string, text: string) => dialog.getByRole('textbox', { name: label, exact: true }).fill(text);

/** Opens the dialog of a new user from the list, and fills in everything. */
async function enterUser(level: string): Promise<void> {
  setRecords('role_group', [
    row('role_group', 3, { name: 'Front desk', access_type: { id: 1, name: 'Level', code: level } }),
  ]);
  await openConsole('/others/users');
  await page.getByRole('button', { name: 'New user' }).click();
  await fill('Name', 'Dewi');
  await fill('User name', 'dewi');
  await fill('Email', 'dewi@example.test');
  await dialog.getByRole('combobox', { name: 'Role group' }).click();
  await page.getByRole('option', { name: /Front desk/ }).click();
}

describe('a new user', () => {
  test('is invited by email without a password, and then assigned to a hotel', async () => {
    await enterUser(ACCESS_LEVEL.property);
    await expect.element(dialog.getByLabelText('Password')).not.toBeInTheDocument();
    await expectAccessible();
    const invited = row('users', 8, { name: 'Dewi', role_group_id: 3 });
    setRecords('users', [invited]);
    mockResponse('POST /api/users/invite', { data: invited });
    await dialog.getByRole('button', { name: 'Invite by email' }).click();
    const { body } = await waitForRequest('POST /api/users/invite');
    expect(body).toMatchObject({ name: 'Dewi', username: 'dewi', email: 'dewi@example.test', role_group_id: 3 });
    await expect.element(page.getByText('Invitation sent to dewi@example.test.')).toBeVisible();
    await expect.element(page.getByRole('dialog', { name: 'Where does Dewi work?' })).toBeVisible();
  });

  test('can get a password from the administrator instead, who need not enter anything twice', async () => {
    await enterUser(ACCESS_LEVEL.group);
    await dialog.getByRole('button', { name: 'Set a password instead' }).click();
    await expect.element(dialog.getByLabelText('Password', { exact: true })).toBeVisible();
    await dialog.getByLabelText('Password', { exact: true }).fill('nine green turtles');
    mockResponse('POST /api/users', { data: row('users', 8, { name: 'Dewi', role_group_id: 3 }) });
    await dialog.getByRole('button', { name: 'Save' }).click();
    const { body } = await waitForRequest('POST /api/users');
    expect(body).toMatchObject({ username: 'dewi', email: 'dewi@example.test', password: 'nine green turtles' });
    await expect.element(page.getByText('Saved.')).toBeVisible();
  });

  test('sees why an invitation is not possible, with the input still there', async () => {
    await enterUser(ACCESS_LEVEL.group);
    mockResponse('POST /api/users/invite', () =>
      rejection(422, 'validation_failed', { errors: { email: ['This email is taken.'] } }),
    );
    await dialog.getByRole('button', { name: 'Invite by email' }).click();
    await expect.element(dialog.getByText('This email is taken.')).toBeVisible();
    await expect.element(dialog.getByRole('textbox', { name: 'User name' })).toHaveValue('dewi');
  });
});
