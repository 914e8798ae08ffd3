import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openConsole } from '../../testing/open-console.tsx';
import { mockResponse, rejection, setRecords } from '../../testing/mock-server.ts';
import { findRequests, waitForRequest } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';

/** Users who may change or create integrations, but not view their list: the server rejects the list. */
const openWith = async (right: string, path: string) => {
  setRecords('integration', [row('integration', 1, { name: 'Kasir' })]);
  mockResponse('GET /api/integration', () => rejection(403, 'forbidden'));
  await openConsole(path, { user: { roles: [right] } });
};

test('a user with only the right to change integrations edits one on a page of its own', async () => {
  await openWith('UPDATE_INTEGRATION', '/system/integration/1');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Kasir' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Property name' }).fill('Kasir 2');
  await page.getByRole('button', { name: 'Save' }).click();
  expect((await waitForRequest('POST /api/integration/1')).body).toMatchObject({ name: 'Kasir 2' });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Kasir 2' })).toBeVisible();
  expect(location.pathname).toBe('/system/integration/1');
  expect(await findRequests('GET /api/integration')).toEqual([]);
});

test('a user with only the right to create integrations sees the new one on its page', async () => {
  await openWith('STORE_INTEGRATION', '/system/integration/new');
  await expect.element(page.getByRole('heading', { level: 1, name: 'New integration' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Hotel', exact: true }).fill('Menteng');
  await page.getByRole('option', { name: /Laksmira Jakarta Menteng/ }).click();
  await page.getByRole('textbox', { name: 'Property name' }).fill('Restoran');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Restoran' })).toBeVisible();
  expect(location.pathname).toBe('/system/integration/2');
  expect(await findRequests('GET /api/integration')).toEqual([]);
});
