import type { SavedView } from '@innkeeper/contract/calls';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { gridRows } from '../../testing/lists.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, mockResponse, rejection } from '../../testing/mock-server.ts';
import { mockSalesReport, salesRun } from '../../testing/report-run.ts';
import { expectQuery, findRequests, waitForRequest } from '../../testing/requests.ts';

const RUN_CALL = 'GET /api/report/run/sales-report';
const headingTexts = () =>
  page
    .getByRole('columnheader')
    .elements()
    .flatMap((heading) => heading.textContent || []);
const expectRowCount = (count: number) => expect.poll(() => gridRows().elements().length).toBe(count);
const requestedValue = async (name: string) => (await waitForRequest(RUN_CALL)).query[name];

const BY_HOTEL_VIEW: SavedView = {
  id: 7,
  resource: 'sales-report',
  name: 'Sales by hotel',
  state: { columns: 'hotel.code,transaction.grand_total', 'filter[hotel.code][exact]': 'JKS' },
  shared: 'everyone',
  owner: { id: 2, name: 'Made Wirawan' },
  is_mine: false,
  may_change: false,
};

async function openSalesReport(path = '/report/plus', count = 25): Promise<void> {
  mockResponse(RUN_CALL, ({ request }) => {
    const run = salesRun(count);
    const columns = new URL(request.url).searchParams.get('columns')?.split(',');
    return HttpResponse.json({
      ...run,
      ...(columns && { columns: run.offered.filter(({ key }) => columns.includes(key)) }),
    });
  });
  await openConsole(path);
  await expectRowCount(Math.min(25, count));
}

describe('a report', () => {
  test('opens with its configured columns and their sums below', async () => {
    await openSalesReport();
    expect(headingTexts()).toEqual([
      'Transaction No',
      'Transaction date',
      'Hotel code',
      'Membership',
      'Grand total',
      'Currency',
      'Grand total (USD)',
    ]);
    const totalsRow = page.getByRole('row').filter({ hasText: 'Total of all rows' });
    await expect.element(totalsRow).toMatchTextContent('Rp. 37,500,000');
    await expect.element(totalsRow).toMatchTextContent('2,403.75');
  });

  test('opens with the current month as a visible filter; removing it shows all, in the address', async () => {
    await openSalesReport();
    const periodParameter = 'filter[transaction.transaction_date][preset]';
    expect((await findRequests(RUN_CALL)).map(({ query }) => query)).toEqual([{ [periodParameter]: 'this_month' }]);
    await expect.element(page.getByText('Transaction date this month')).toBeVisible();
    await page.getByRole('button', { name: 'Remove filter: Transaction date this month' }).click();
    await expect.poll(async () => (await waitForRequest(RUN_CALL)).query).toEqual({});
    expect(location.search).toBe('?period=all');
  });

  test('opens with the reader’s default view', async () => {
    mockResponse('GET /api/saved_view', { data: [BY_HOTEL_VIEW] });
    mockResponse('POST /api/user/settings', { data: {} });
    mockSalesReport(5);
    await openConsole('/report/plus', { settings: { lists: { opening: { 'sales-report': BY_HOTEL_VIEW.id } } } });
    await expect.poll(() => requestedValue('filter[hotel.code][exact]')).toBe('JKS');
    expect(await findRequests(RUN_CALL)).toHaveLength(1);
    await page.getByRole('button', { name: 'Sales by hotel' }).click();
    await page.getByRole('menuitem', { name: 'Don’t use as default view' }).click();
    await page.getByRole('button', { name: 'Sales by hotel' }).click();
    await expect.element(page.getByRole('menuitem', { name: 'Use as default view' })).toBeVisible();
  });

  test('opens a view without a removed column, and shows the name of the column', async () => {
    mockResponse(RUN_CALL, ({ request }) => {
      const { searchParams } = new URL(request.url);
      const isRemoved = [...searchParams].some(([name, value]) => `${name} ${value}`.includes('region.name'));
      return isRemoved ? rejection(422, 'validation_failed') : HttpResponse.json(salesRun(3));
    });
    const removedColumnQuery = `columns=hotel.code,region.name&sort=-region.name&${encodeURIComponent('filter[region.name][exact]')}=Bali`;
    await openConsole(`/report/plus?${removedColumnQuery}`);
    await expectRowCount(3);
    await expect.element(page.getByRole('alert')).toMatchTextContent('no longer in this report: Region');
    expect((await waitForRequest(RUN_CALL)).query).toEqual({ columns: 'hotel.code' });
  });

  test('stores search text, columns and order in its address', async () => {
    await openSalesReport();
    await userEvent.keyboard('/gold{Enter}');
    await expect.poll(() => requestedValue('search')).toBe('gold');
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Notes' }).click();
    await expect.poll(() => requestedValue('columns')).toMatch(/total_usd,transaction\.remark$/);
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: 'Hotel code', exact: true }).click();
    await expect.poll(() => requestedValue('sort')).toBe('hotel.code');
    const search = new URLSearchParams(location.search);
    expect([search.get('search'), search.get('sort')]).toEqual(['gold', 'hotel.code']);
    expect(search.get('columns')).toMatch(/transaction\.remark$/);
  });

  test('can be filtered under its column headings, like a list', async () => {
    await openSalesReport(
      `/report/plus?${encodeURIComponent('filter[transaction.transaction_date][preset]')}=this_month`,
    );
    expect(await requestedValue('filter[transaction.transaction_date][preset]')).toBe('this_month');
    await expect.element(page.getByRole('list', { name: 'Active filters' })).toMatchTextContent('this month');
  });

  test('is exported as shown on screen', async () => {
    await openSalesReport('/report/plus?search=gold&columns=hotel.code,transaction.grand_total');
    mockResponse('GET /api/report/run/sales-report/export', () => new HttpResponse('Hotel\n', { status: 200 }));
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'CSV' }).first().click();
    const { query } = await waitForRequest('GET /api/report/run/sales-report/export');
    expect(query).toEqual({ format: 'csv', search: 'gold', columns: 'hotel.code,transaction.grand_total' });
  });

  test('can also be exported as pages to print', async () => {
    await openSalesReport();
    mockResponse('GET /api/report/run/sales-report/export', () => new HttpResponse('%PDF-', { status: 200 }));
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'PDF' }).first().click();
    await expectQuery('GET /api/report/run/sales-report/export').toMatchObject({ format: 'pdf' });
  });

  test('opens with the view in its address', async () => {
    mockResponse('GET /api/saved_view', { data: [BY_HOTEL_VIEW] });
    await openSalesReport('/report/plus/sales-by-hotel');
    await expect.poll(() => requestedValue('filter[hotel.code][exact]')).toBe('JKS');
    expect(await requestedValue('columns')).toBe('hotel.code,transaction.grand_total');
    await expect.poll(headingTexts).toEqual(['Hotel code', 'Grand total']);
    await expect.element(page.getByRole('button', { name: 'Sales by hotel' })).toBeVisible();
  });

  test('shows a message if the view does not exist, and opens normally', async () => {
    await openSalesReport('/report/plus/no-such-one');
    await expect.element(page.getByRole('alert')).toMatchTextContent('This report has no view “no-such-one”');
    expect(location.pathname).toBe('/report/plus');
  });

  test('is available at the address in the specification', async () => {
    mockResponse('GET /api/report/run/member-report', { ...salesRun(0) });
    await openConsole('/report/new member');
    await expect.element(page.getByRole('heading', { name: 'New member report', level: 1 })).toBeVisible();
  });

  test('is unavailable without its permission: no menu entry, no page, no request', async () => {
    await openConsole('/report/plus', { user: { roles: ['VIEW_VISIT_REPORT', 'VIEW_DASHBOARD'], role: 'staff' } });
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(location.pathname).not.toContain('/report');
    expect(await findRequests(RUN_CALL)).toEqual([]);
  });
});
