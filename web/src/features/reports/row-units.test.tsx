import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mockResponse } from '../../testing/mock-server.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { mockSalesReport, salesRun } from '../../testing/report-run.ts';

// The browser of these tests is in Jakarta, and the second row is of a hotel in Singapore.
test('a row of a report has its moments in its hotel’s zone, named if it differs from the reader’s', async () => {
  mockSalesReport(2);
  await openConsole('/report/plus');
  await expect.element(page.getByText('01 Mar 2026 - 11:15', { exact: true })).toBeVisible();
  await expect.element(page.getByText('02 Mar 2026 - 12:15 GMT+8')).toBeVisible();
});

test('an amount of another record has the currency of that record, although no column shows it', async () => {
  const run = salesRun(1);
  const column = { key: 'membership.price', label: 'Price', type: 'money', align: 'left', formatter: null } as const;
  mockResponse('GET /api/report/run/sales-report', {
    ...run,
    data: [{ 'membership.price': '12.000' }],
    columns: [column],
    offered: [...run.offered, { ...column, is_usual: 0, is_sum: 0 }],
    rows_units: [{ 'membership.currency_country.currency': 'KWD' }],
  });
  await openConsole('/report/plus?columns=membership.price');
  await expect.element(page.getByRole('gridcell', { name: 'KWD 12', exact: true })).toBeVisible();
});
