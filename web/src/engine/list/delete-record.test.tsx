import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { expectRows, gridRows } from '../../testing/lists.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, mockResponse, rejection } from '../../testing/mock-server.ts';
import { findRequests, waitForRequest } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';

const confirmation = () => page.getByRole('alertdialog');

async function openDeleteDialog(): Promise<void> {
  await expectRows(2);
  await gridRows().first().hover();
  await gridRows().first().getByRole('button', { name: 'Delete Java' }).click();
  await expect.element(confirmation()).toMatchTextContent('Delete Java?');
}

const sentVersion = async (call: string) => (await waitForRequest(call)).headers.get('If-Unmodified-Since-Version');

test('a record is deleted after confirmation and restored by Undo, each with the version shown', async () => {
  await openConsole('/system/region');
  await openDeleteDialog();
  await expectAccessible();
  expect(await findRequests('DELETE /api/region/1')).toEqual([]);
  await confirmation().getByRole('button', { name: 'Delete' }).click();
  expect(await sentVersion('DELETE /api/region/1')).toBe('1');
  await expectRows(1);
  await expect.element(page.getByText('Region Java deleted.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(await sentVersion('POST /api/region/1/restore')).toBe('2');
  await expectRows(2);
  await expect.element(page.getByText('Region Java restored.')).toBeVisible();
});

test('a record is not deleted if Escape closes the confirmation', async () => {
  await openConsole('/system/region');
  await openDeleteDialog();
  await userEvent.keyboard('{Escape}');
  await expect.element(confirmation()).not.toBeInTheDocument();
  await expectRows(2);
  expect(await findRequests('DELETE /api/region/1')).toEqual([]);
});

test("the server's message is shown when a record in use cannot be deleted", async () => {
  mockResponse('DELETE /api/region/1', () => rejection(409, 'in_use', { message: 'It is used by 2 countries.' }));
  await openConsole('/system/region');
  await openDeleteDialog();
  await confirmation().getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByRole('alert').getByText('It is used by 2 countries.')).toBeVisible();
  await expectRows(2);
});

test('row actions are shown under the pointer, also when the list changes beneath it', async () => {
  await openConsole('/system/region');
  await expectRows(2);
  await gridRows().first().hover();
  await expect.element(gridRows().first().getByRole('button', { name: 'Delete Java' })).toBeVisible();
  const searchResults = [row('region', 9, { name: 'Sumatra' })];
  mockResponse('GET /api/region', () =>
    HttpResponse.json({ data: searchResults, meta: { page: 1, per_page: 25, total: 1 } }),
  );
  await page.getByRole('searchbox', { name: 'Search this list' }).fill('sum');
  await expectRows(1);
  await expect.element(gridRows().first().getByRole('button', { name: 'Delete Sumatra' })).toBeVisible();
});
