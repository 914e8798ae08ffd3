import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { gridRows } from '../../testing/lists.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, mockResponse } from '../../testing/mock-server.ts';
import { mockSalesReport, mockFacts } from '../../testing/report-run.ts';
import { findRequests, waitForRequest } from '../../testing/requests.ts';

const RUN_CALL = 'GET /api/report/run/sales-report';
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name });
const linkTarget = (name: string) => {
  const { pathname, searchParams } = new URL(
    page.getByRole('link', { name, exact: true }).element().getAttribute('href') ?? '',
    location.origin,
  );
  return { pathname, ...Object.fromEntries(searchParams) };
};

describe('a grouped report', () => {
  test('is requested through the address, and has separate sums per currency', async () => {
    mockSalesReport(25);
    await openConsole('/report/plus?group=hotel.code,membership.name');
    await expect.element(page.getByRole('button', { name: 'SGS' })).toBeVisible();
    expect((await waitForRequest(RUN_CALL)).query['group']).toBe('hotel.code');
    await expect.element(rowOf('SGS')).toMatchTextContent('Rp. 1,500,000');
    await expect.element(rowOf('SGS')).toMatchTextContent('SGD 22,500,000');
    // The total of all currencies is only in US dollars.
    await expect.element(rowOf('Total of all rows')).toMatchTextContent('USD 2,692.20');
  });

  test('shows one count across currencies, and splits only money by currency', async () => {
    const key = 'benefit.issued';
    const createSums = (currency: string, rows: number) => ({ currency, rows, totals: { [key]: rows } });
    const column = { align: 'left', formatter: null, is_usual: 1 } as const;
    const sums = [createSums('IDR', 764), createSums('MYR', 112), createSums('SGD', 53)];
    mockResponse('GET /api/report/run/benefit-report', () =>
      HttpResponse.json({
        data: [{ 'voucher.name': 'Lunch for two', [key]: 929 }],
        columns: [],
        offered: [
          { ...column, key: 'voucher.name', label: 'Voucher', type: 'text', is_sum: 0 },
          { ...column, key, label: 'Issued', type: 'integer', is_sum: 1 },
        ],
        totals: { [key]: 929 },
        by_currency: sums,
        rows_by_currency: [sums],
        rows_units: [{}],
        facts: mockFacts(),
        meta: { page: 1, per_page: 25, total: 1, total_is_estimate: false },
      }),
    );
    await openConsole(`/report/database?group=voucher.name&columns=${key}`);
    await expect.element(rowOf('Lunch for two')).toMatchTextContent('Lunch for two929929');
    await expect.element(rowOf('Total of all rows')).toMatchTextContent('Total of all rows929929');
    await expect.element(rowOf('MYR')).not.toBeInTheDocument();
  });

  test('opens level by level, each requested with the conditions of its group', async () => {
    mockSalesReport(25);
    await openConsole('/report/plus?group=hotel.code,membership.name');
    await page.getByRole('button', { name: 'SGS' }).click();
    await expect.element(page.getByRole('button', { name: 'Laksmira Gold' })).toBeVisible();
    expect((await waitForRequest(RUN_CALL)).query).toMatchObject({
      group: 'membership.name',
      'filter[hotel.code][exact]': 'SGS',
    });
    await page.getByRole('button', { name: 'Empty' }).click();
    await expect.element(rowOf('T00001001')).toBeVisible();
    expect((await waitForRequest(RUN_CALL)).query).toEqual({
      'filter[hotel.code][exact]': 'SGS',
      'filter[membership.name][null]': '1',
    });
    await page.getByRole('button', { name: 'SGS' }).click();
    await expect.element(rowOf('T00001001')).not.toBeInTheDocument();
  });

  test('links each value to the rows it counts', async () => {
    mockSalesReport(25);
    await openConsole(
      `/report/plus?group=transaction.transaction_date&${encodeURIComponent('filter[transaction.transaction_date][date_between]')}=2026-02-10,2026-03-20`,
    );
    await expect.element(page.getByRole('button', { name: 'February 2026' })).toBeVisible();
    expect(linkTarget('February 2026: rows 8')).toEqual({
      pathname: '/report/plus',
      'filter[transaction.transaction_date][date_between]': '2026-02-10,2026-02-28',
    });
    await page.getByRole('link', { name: 'March 2026: rows 17' }).click();
    await expect
      .poll(async () => (await waitForRequest(RUN_CALL)).query)
      .toEqual({
        'filter[transaction.transaction_date][date_between]': '2026-03-01,2026-03-20',
      });
  });

  test('can be chosen from the rows, and switched back to them', async () => {
    mockSalesReport(5);
    await openConsole('/report/plus?sort=-transaction.transaction_no');
    await page.getByRole('radio', { name: 'Groups' }).click();
    await expect.element(page.getByRole('button', { name: 'JKS' })).toBeVisible();
    expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({ group: 'hotel.code' });
    await page.getByRole('radio', { name: 'Rows' }).click();
    await expect.poll(() => gridRows().elements().length).toBe(5);
    expect(location.search).toBe('?period=all');
  });
});

describe('the sums below the rows', () => {
  test('are shown per currency, and for all currencies in US dollars', async () => {
    mockSalesReport(8, true);
    await openConsole('/report/plus');
    await expect.element(rowOf('IDR · 4 rows')).toMatchTextContent('Rp. 6,000,000');
    await expect.element(rowOf('SGD · 4 rows')).toMatchTextContent('SGD 6,000,000');
    await expect.element(rowOf('Total of all rows')).toMatchTextContent('USD 769.20');
  });

  test('are also shown for the selected rows of any page', async () => {
    mockSalesReport(30, true);
    await openConsole('/report/plus');
    await expect.poll(() => gridRows().elements().length).toBeGreaterThan(20);
    await gridRows().nth(0).getByRole('checkbox').click();
    await expect.element(rowOf('Total of 1 row selected')).toMatchTextContent('Rp. 1,500,000');
    await gridRows().nth(1).getByRole('checkbox').click();
    await expect.element(rowOf('Total of 2 rows selected')).toMatchTextContent('USD 192.30');
    expect((await findRequests(RUN_CALL)).length).toBe(1);
  });
});
