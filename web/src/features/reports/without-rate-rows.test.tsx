import type { CurrencySums, OfferedColumn, ReportRun } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openConsole } from '../../testing/open-console.tsx';
import { mockHotelGaps, overviewRun } from '../../testing/overview-run.ts';
import { HttpResponse, mockResponse } from '../../testing/mock-server.ts';
import { groupedSales, salesRun } from '../../testing/report-run.ts';

const RATE_COLUMN: OfferedColumn = {
  key: 'transaction.usd_rate',
  label: 'Rate to USD',
  type: 'decimal',
  align: 'left',
  formatter: null,
  is_usual: 0,
  is_sum: 0,
};
const setWithoutRate = (sums: readonly CurrencySums[], key: string, count: number): CurrencySums[] =>
  sums.map((sumsOfCurrency, index) => ({
    ...sumsOfCurrency,
    totals: { ...sumsOfCurrency.totals, [key]: index === 0 ? count : 0 },
  }));

/** Mocks sales of which three have no rate; `extraColumns` are additional columns of the report. */
function mockSalesReport(extraColumns: readonly OfferedColumn[]): void {
  mockResponse('GET /api/report/run/sales-report', ({ request }) => {
    const group = new URL(request.url).searchParams.get('group');
    const run: ReportRun = group ? groupedSales(group) : salesRun(5);
    const key = 'transaction.grand_total_without_rate';
    return HttpResponse.json({
      ...run,
      offered: [...run.offered, ...extraColumns],
      by_currency: setWithoutRate(run.by_currency, key, 3),
      rows_by_currency: run.rows_by_currency.map((sums) => setWithoutRate(sums, key, 2)),
    });
  });
}

const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name });
const linkTarget = (link: ReturnType<typeof page.getByRole>) => {
  const { pathname, searchParams } = new URL(link.element().getAttribute('href') ?? '', location.origin);
  return { pathname, ...Object.fromEntries(searchParams) };
};
const PATH = '/report/plus?period=all';

describe('a sum in US dollars', () => {
  test('shows the number of rows without a rate, with a link to them', async () => {
    mockSalesReport([RATE_COLUMN]);
    await openConsole(PATH);
    const link = rowOf('Total of all rows').getByRole('link', { name: '3 without a rate' });
    await expect.element(link).toBeVisible();
    expect(linkTarget(link)).toMatchObject({ pathname: '/report/plus', 'filter[transaction.usd_rate][null]': '1' });
  });

  test('shows that number without a link in a report that has no rate column', async () => {
    mockSalesReport([]);
    await openConsole(PATH);
    await expect.element(rowOf('Total of all rows')).toMatchTextContent('3 without a rate');
    await expect.element(page.getByRole('link', { name: 'without a rate' })).not.toBeInTheDocument();
  });

  test('shows that number for each group, with a link to its rows', async () => {
    mockSalesReport([RATE_COLUMN]);
    await openConsole(`${PATH}&group=hotel.code`);
    const link = rowOf('SGS').getByRole('link', { name: '2 without a rate' });
    await expect.element(link).toBeVisible();
    expect(linkTarget(link)).toMatchObject({
      'filter[hotel.code][exact]': 'SGS',
      'filter[transaction.usd_rate][null]': '1',
    });
  });

  test('shows that number for each row of the overview, with a link to the records of the row', async () => {
    mockResponse('GET /api/report/run/overview-report', () => {
      const run = overviewRun('overview.hotel');
      return HttpResponse.json({
        ...run,
        columns: [...run.offered.filter(({ key }) => key === 'overview.month'), ...run.columns],
        data: run.data.map((row) => ({ ...row, 'overview.month': '2026-03-01' })),
        rows_by_currency: run.rows_by_currency.map((sums, index) =>
          setWithoutRate(
            setWithoutRate(sums, 'overview.sales_without_rate', index),
            'overview.spend_without_rate_last_year',
            2 * index,
          ),
        ),
      });
    });
    await openConsole(
      '/report/overview?as=rows&columns=overview.month,overview.hotel,overview.sales_usd,overview.spend_usd_last_year',
    );
    const link = rowOf('Laksmira Singapore').getByRole('link', { name: '2 without a rate' });
    await expect.element(link).toBeVisible();
    expect(linkTarget(link)).toMatchObject({
      pathname: '/finance/transaction',
      'filter[hotel.name][exact]': 'Laksmira Singapore',
      'filter[transaction_date][date_between]': '2026-03,2026-03',
      'filter[usd_rate][null]': '1',
    });
    // There is no link for the year before, because no list can show its records for the month of the row.
    await expect.element(rowOf('Laksmira Singapore')).toMatchTextContent('4 without a rate');
    await expect.element(rowOf('Laksmira Jakarta')).not.toMatchTextContent('without a rate');
  });

  test('shows that number for each month in the table of the year, and on the tile of the year', async () => {
    mockResponse('GET /api/report/run/overview-report', ({ request }) => {
      const run = overviewRun(new URL(request.url).searchParams.get('group'));
      return HttpResponse.json({
        ...run,
        rows_by_currency: run.rows_by_currency.map((sums, index) =>
          setWithoutRate(sums, 'overview.spend_without_rate', index === 0 ? 3 : 0),
        ),
      });
    });
    mockHotelGaps({ from: '2026-01', to: null, hotels: [] });
    await openConsole('/report/overview?measure=overview.spend_usd');
    await expect.element(page.getByRole('radio', { name: /3 without a rate/ })).toBeVisible();
    await page.getByRole('button', { name: 'Table: By month' }).click();
    const link = rowOf('January').getByRole('link', { name: '3 without a rate' });
    const month = `${new Date().getFullYear()}-01`;
    expect(linkTarget(link)).toMatchObject({
      pathname: '/finance/visit',
      'filter[visit_date][date_between]': `${month},${month}`,
      'filter[usd_rate][null]': '1',
    });
  });

  test('shows that number for each value of a pivot table, with a link to its rows', async () => {
    mockSalesReport([RATE_COLUMN]);
    await openConsole(`${PATH}&group=hotel.code&as=pivot&measure=transaction.grand_total_usd`);
    const link = rowOf('SGS').getByRole('link', { name: '2 without a rate' });
    await expect.element(link).toBeVisible();
    expect(linkTarget(link)).toMatchObject({
      'filter[hotel.code][exact]': 'SGS',
      'filter[transaction.usd_rate][null]': '1',
    });
  });

  test('links from the overview to the records of its year', async () => {
    mockResponse('GET /api/report/run/overview-report', ({ request }) => {
      const run = overviewRun(new URL(request.url).searchParams.get('group'));
      return HttpResponse.json({
        ...run,
        by_currency: setWithoutRate(run.by_currency, 'overview.spend_without_rate', 4),
      });
    });
    mockHotelGaps({ from: '2026-01', to: null, hotels: [] });
    await openConsole('/report/overview?measure=overview.spend_usd');
    const link = page.getByRole('link', { name: '4 without a rate' });
    await expect.element(link).toBeVisible();
    expect(linkTarget(link)).toEqual({
      pathname: '/finance/visit',
      'filter[visit_date][preset]': 'this_year',
      'filter[usd_rate][null]': '1',
    });
  });
});
