import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectRows } from '../../testing/lists.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { mockResponse, networkError, rejection } from '../../testing/mock-server.ts';

const retryButton = () => page.getByRole('main').getByRole('button', { name: 'Try again' });

test("a failed list shows the server's message and loads on retry", async () => {
  let isHealthy = false;
  mockResponse('GET /api/region', () => (isHealthy ? undefined : rejection(500, 'internal_error')));
  await openConsole('/system/region');
  await expect.element(page.getByRole('main').getByText('The server says internal_error.')).toBeVisible();
  isHealthy = true;
  await retryButton().click();
  await expectRows(2);
  await expect.element(retryButton()).not.toBeInTheDocument();
});

test('a failed refetch keeps the loaded rows, and shows the error above them', async () => {
  await openConsole('/system/region');
  await expectRows(2);
  let isHealthy = false;
  mockResponse('GET /api/region', (info) => (isHealthy ? undefined : networkError(info)));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.element(retryButton()).toBeVisible();
  await expectRows(2);
  isHealthy = true;
  await retryButton().click();
  await expect.element(retryButton()).not.toBeInTheDocument();
});
