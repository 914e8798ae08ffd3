import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectRows } from '../../testing/lists.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { answer, broken, refusal } from '../../testing/played-server.ts';

const again = () => page.getByRole('main').getByRole('button', { name: 'Try again' });

test('a list that failed says why in the words of the server, and is there after another try', async () => {
  let isWell = false;
  answer('GET /api/region', () => (isWell ? undefined : refusal(500, 'internal_error')));
  await openConsole('/system/region');
  await expect.element(page.getByRole('main').getByText('The server says internal_error.')).toBeVisible();
  isWell = true;
  await again().click();
  await expectRows(2);
  await expect.element(again()).not.toBeInTheDocument();
});

test('rows that are there stay when they cannot be fetched again, and the failure stands above them', async () => {
  await openConsole('/system/region');
  await expectRows(2);
  let isWell = false;
  answer('GET /api/region', (info) => (isWell ? undefined : broken(info)));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.element(again()).toBeVisible();
  await expectRows(2);
  isWell = true;
  await again().click();
  await expect.element(again()).not.toBeInTheDocument();
});
