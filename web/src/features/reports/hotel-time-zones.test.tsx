import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openConsole } from '../../testing/open-console.tsx';
import { mockSalesReport } from '../../testing/report-run.ts';

// The browser of these tests is in Jakarta, and the second row is of a hotel in Singapore.
test('a row of a report has its moments in its hotel’s zone, named if it differs from the reader’s', async () => {
  mockSalesReport(2);
  await openConsole('/report/plus');
  await expect.element(page.getByText('01 Mar 2026 - 11:15', { exact: true })).toBeVisible();
  await expect.element(page.getByText('02 Mar 2026 - 12:15 GMT+8')).toBeVisible();
});
