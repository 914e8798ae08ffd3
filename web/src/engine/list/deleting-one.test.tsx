import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { expectRows, gridRows } from '../../testing/lists.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, answer, refusal } from '../../testing/played-server.ts';
import { requests, sent } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';

const question = () => page.getByRole('alertdialog');

async function askToDelete(): Promise<void> {
  await expectRows(2);
  await gridRows().first().hover();
  await gridRows().first().getByRole('button', { name: 'Delete Java' }).click();
  await expect.element(question()).toMatchTextContent('Delete Java?');
}

const seen = async (call: string) => (await sent(call)).headers.get('If-Unmodified-Since-Version');

test('a record is deleted after a question and comes back by Undo, each as it was last seen', async () => {
  await openConsole('/system/region');
  await askToDelete();
  await expectAccessible();
  expect(await requests('DELETE /api/region/1')).toEqual([]);
  await question().getByRole('button', { name: 'Delete' }).click();
  expect(await seen('DELETE /api/region/1')).toBe('1');
  await expectRows(1);
  await expect.element(page.getByText('Region Java was deleted.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(await seen('POST /api/region/1/restore')).toBe('2');
  await expectRows(2);
  await expect.element(page.getByText('Region Java was restored.')).toBeVisible();
});

test('a record is kept where the question is answered by Escape', async () => {
  await openConsole('/system/region');
  await askToDelete();
  await userEvent.keyboard('{Escape}');
  await expect.element(question()).not.toBeInTheDocument();
  await expectRows(2);
  expect(await requests('DELETE /api/region/1')).toEqual([]);
});

test('a record that others need stays, and the refusal is said in the words of the server', async () => {
  answer('DELETE /api/region/1', () => refusal(409, 'in_use', { message: 'It is used by 2 countries.' }));
  await openConsole('/system/region');
  await askToDelete();
  await question().getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByRole('alert').getByText('It is used by 2 countries.')).toBeVisible();
  await expectRows(2);
});

test('the acts of a row stand at the one under the pointer, also when the list changes beneath it', async () => {
  await openConsole('/system/region');
  await expectRows(2);
  await gridRows().first().hover();
  await expect.element(gridRows().first().getByRole('button', { name: 'Delete Java' })).toBeVisible();
  const found = [row('region', 9, { name: 'Sumatra' })];
  answer('GET /api/region', () => HttpResponse.json({ data: found, meta: { page: 1, per_page: 25, total: 1 } }));
  await page.getByRole('searchbox', { name: 'Search this list' }).fill('sum');
  await expectRows(1);
  await expect.element(gridRows().first().getByRole('button', { name: 'Delete Sumatra' })).toBeVisible();
});
