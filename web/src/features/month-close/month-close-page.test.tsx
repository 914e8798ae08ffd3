import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { expectTextsToFit } from '../../testing/text-fit.ts';
import { monthClosing, mockMonths } from '../../testing/month-close.ts';
import { testInEveryVariant } from '../../testing/variants.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, mockResponse, neverResponds, rejection } from '../../testing/mock-server.ts';
import { waitForRequest } from '../../testing/requests.ts';
import { stories } from './month-close-page.stories.ts';

const PATH = '/finance/month-close';

describe('month close', () => {
  testInEveryVariant(stories);

  test('links from the list of months to one of them, and back', async () => {
    mockMonths();
    await openConsole(PATH);
    await page.getByRole('link', { name: /October 2026/ }).click();
    await expect.element(page.getByRole('heading', { name: 'Checklist' })).toBeVisible();
    expect(location.search).toBe('?country_id=1&month=2026-10');
    await page.getByRole('link', { name: 'All months' }).click();
    await expect.element(page.getByRole('link', { name: /October 2026/ })).toBeVisible();
  });

  test('shows the user names of those who closed, reopened and changed a month', async () => {
    const reopenedBy = { id: 2, name: 'Made Wirawan', username: 'made.wirawan' };
    mockMonths([{ ...monthClosing, reopened_at: '2026-11-05 02:00:00', reopened_by: reopenedBy }]);
    await openConsole(PATH);
    await expect.element(page.getByText(/^Reopened by Made Wirawan · made\.wirawan on /)).toBeVisible();
    mockMonths();
    await openConsole(`${PATH}?country_id=1&month=2026-09`);
    await expect.element(page.getByText(/^Closed by Sari Wulandari · sari\.wulandari on /)).toBeVisible();
    await expect.element(page.getByText(/^Sari Wulandari · sari\.wulandari · /)).toBeVisible();
  });

  test('links from the checklist to a bill on hold', async () => {
    mockMonths();
    await openConsole(`${PATH}?country_id=1&month=2026-10`);
    await expect.element(page.getByText('Bills on hold from hotel systems')).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: /POS-1188/ }))
      .toHaveAttribute('href', '/finance/held-posting/4');
  });

  test('shows all countries at a glance, if there are several', async () => {
    const indonesia = { id: 1, name: 'Indonesia', currency: 'IDR', decimals: 0, month: '2026-10' };
    mockMonths();
    mockResponse('GET /api/month_close', {
      data: [monthClosing, { ...monthClosing, id: 2, country: { id: 2, name: 'Thailand' }, month: '2026-10' }],
      countries: [indonesia, { ...indonesia, id: 2, name: 'Thailand' }, { ...indonesia, id: 3, name: 'Singapore' }],
      meta: { page: 1, per_page: 500, total: 2 },
    });
    await openConsole(PATH);
    const countries = page.getByRole('list', { name: 'Countries' }).getByRole('listitem');
    await expect.element(countries.nth(0)).toMatchTextContent('Closed until September 2026');
    await expect.element(countries.nth(0)).toMatchTextContent('1 month open');
    await expect.element(countries.nth(1)).toMatchTextContent('Nothing to close');
    await expect.element(countries.nth(2)).toMatchTextContent('No month is closed yet');
    await expectAccessible();
    await expectTextsToFit();
    await countries.nth(1).getByRole('link').click();
    await expect.element(page.getByRole('list', { name: 'Months' })).toBeVisible();
    await page.getByRole('link', { name: 'All countries' }).click();
    await expect.element(countries.nth(2)).toBeVisible();
  });

  test('warns before a month is closed while earlier ones are open', async () => {
    mockMonths();
    await openConsole(`${PATH}?country_id=1&month=2026-10`);
    const warning = page.getByText(/^Earlier months are open:/);
    await expect.element(warning).toMatchTextContent('August 2026, July 2026, June 2026 and 7 more');
    await expectAccessible();
    await warning.getByRole('link', { name: 'August 2026' }).click();
    await expect.element(page.getByRole('heading', { name: /August 2026/ })).toBeVisible();
  });

  test('adds up the hotels of a country by kind, and shows the name of each once', async () => {
    mockMonths();
    const amountOf = (id: number, name: string, amount: string, usd: string | null, resource = 'visit') => ({
      hotel: { id, name, code: name },
      resource,
      part: null,
      currency: 'IDR',
      number: 2,
      amount,
      amount_usd: usd,
      without_rate: usd === null ? 2 : 0,
    });
    mockResponse('GET /api/month_close/check', {
      data: {
        country: { id: 1, name: 'Indonesia' },
        month: '2026-10',
        is_over: true,
        closing: null,
        checks: [],
        amounts: [
          amountOf(1, 'Menteng', '150000.500', '9.68'),
          amountOf(1, 'Menteng', '90000.000', null, 'voucher_redeem'),
          amountOf(2, 'Ubud', '49999.500', null),
        ],
      },
    });
    await openConsole(`${PATH}?country_id=1&month=2026-10`);
    const table = page.getByRole('table', { name: 'Totals' });
    const total = table.getByRole('row', { name: /^All hotels.*Visits/ });
    await expect.element(total).toMatchTextContent(/Visits.*4.*200,000.*9\.68.*2 without a rate/);
    const namedRows = table.getByText('Menteng', { exact: true }).elements();
    expect(namedRows.map((name) => name.getBoundingClientRect().width > 1)).toEqual([true, false]);
  });

  test("links to the month's takings in its country", async () => {
    mockMonths();
    mockResponse('GET /api/report/run/takings-report', neverResponds);
    await openConsole(`${PATH}?country_id=1&month=2026-10`);
    await page.getByRole('main').getByRole('link', { name: 'Takings report' }).click();
    const { query } = await waitForRequest('GET /api/report/run/takings-report');
    expect(query).toMatchObject({
      'filter[transaction.transaction_date][date_between]': '2026-10,2026-10',
      'filter[country.name][exact]': 'Indonesia',
    });
  });

  test('shows the value of outstanding vouchers and how many have no rate', async () => {
    mockMonths();
    await openConsole(`${PATH}?country_id=1&month=2026-09`);
    const table = page.getByRole('table', { name: 'Voucher liability' });
    await expect.element(table.getByText('612.90')).toBeVisible();
    await expect.element(table.getByText('2 without a rate')).toBeVisible();
    const { query } = await waitForRequest('GET /api/month_close/liability');
    expect(query).toEqual({ from: '2026-09-01', to: '2026-09-30', country_id: '1' });
  });

  test('shows the number of records without a rate for each sum, with a link to them', async () => {
    mockMonths();
    await openConsole(`${PATH}?country_id=1&month=2026-10`);
    const table = page.getByRole('table', { name: 'Totals' });
    await expect.element(table.getByText('967.74')).toBeVisible();
    const link = table.getByRole('link', { name: '2 without a rate' });
    await expect
      .element(link)
      .toHaveAttribute('href', expect.stringMatching(/^\/finance\/transaction\?.*transaction_date.*usd_rate/));
  });

  test('shows the fees of a month by sale and by month of service', async () => {
    mockMonths();
    await openConsole(`${PATH}?country_id=1&month=2026-09`);
    const table = page.getByRole('table', { name: 'Fees by month of service' });
    await expect.element(table.getByText('1,064.52')).toBeVisible();
    await expect.element(table.getByText('806.45')).toBeVisible();
    await expect.element(table.getByText('4 without a rate')).toBeVisible();
    const link = table.getByRole('link', { name: '1 without a rate' });
    await expect
      .element(link)
      .toHaveAttribute('href', expect.stringMatching(/^\/finance\/transaction\?.*transaction_date.*usd_rate/));
    const { query } = await waitForRequest('GET /api/month_close/fees');
    expect(query).toEqual({ from: '2026-09', to: '2026-09', country_id: '1' });
  });

  test.each([
    ['fees', 'Fees by month of service', { from: '2026-09', to: '2026-09' }],
    ['liability', 'Voucher liability', { from: '2026-09-01', to: '2026-09-30' }],
  ])('saves the $0 of a month as a file', async (reportName, title, period) => {
    mockMonths();
    mockResponse(`GET /api/month_close/${reportName}/export`, () => new HttpResponse('xlsx'));
    await openConsole(`${PATH}?country_id=1&month=2026-09`);
    await page.getByRole('group', { name: title }).getByRole('button', { name: 'Save as Excel' }).click();
    const { query } = await waitForRequest(`GET /api/month_close/${reportName}/export`);
    expect(query).toEqual({ ...period, country_id: '1', format: 'xlsx' });
  });

  test.each([
    ['an open month', '2026-10', 'Totals'],
    ['a closed month', '2026-09', 'At close and now'],
  ])('saves the totals of $0 as a file', async (_, month, title) => {
    mockMonths();
    mockResponse('GET /api/month_close/check/export', () => new HttpResponse('csv'));
    await openConsole(`${PATH}?country_id=1&month=${month}`);
    const files = page.getByRole('group', { name: title });
    await files.getByRole('button', { name: 'Save as CSV' }).click();
    const { query } = await waitForRequest('GET /api/month_close/check/export');
    expect(query).toEqual({ country_id: '1', month, format: 'csv' });
    await expect.element(files.getByRole('button', { name: 'Save as CSV' })).toBeEnabled();
    await expectTextsToFit();
  });

  test('closes a month, and shows where a remark is missing', async () => {
    mockMonths();
    mockResponse('POST /api/month_close', () =>
      rejection(422, 'validation_failed', {
        errors: { remark: ['The checklist has open items. Add a reason for closing.'] },
      }),
    );
    await openConsole(`${PATH}?country_id=1&month=2026-10`);
    await page.getByRole('button', { name: 'Close month' }).click();
    await expect.element(page.getByText('The checklist has open items. Add a reason for closing.')).toBeVisible();
    await page.getByRole('textbox', { name: 'Remark' }).fill(' Looked at ');
    mockResponse('POST /api/month_close', { data: { ...monthClosing, month: '2026-10' } });
    await page.getByRole('button', { name: 'Close month' }).click();
    await expect.element(page.getByText('October 2026 closed.')).toBeVisible();
    expect((await waitForRequest('POST /api/month_close')).body).toEqual({
      country_id: 1,
      month: '2026-10',
      remark: 'Looked at',
    });
  });

  test('leads by keyboard from the top of the checklist to the remark', async () => {
    mockMonths();
    await openConsole(`${PATH}?country_id=1&month=2026-10`);
    const goToRemark = page.getByRole('button', { name: 'Go to remark and closing' });
    await expect.element(goToRemark).toBeVisible();
    page.getByRole('main').getByRole('link', { name: 'Takings report' }).element().focus();
    await userEvent.keyboard('{Tab}');
    await expect.element(goToRemark).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('textbox', { name: 'Remark' })).toHaveFocus();
  });

  test('has its links at the left edge of a phone', async () => {
    await page.viewport(390, 844);
    mockMonths();
    await openConsole(`${PATH}?country_id=1&month=2026-10`);
    const main = page.getByRole('main');
    const lines = [
      main.getByRole('link', { name: 'All months' }),
      main.getByRole('heading', { name: /October 2026/ }),
      main.getByRole('link', { name: 'Takings report' }),
    ];
    for (const line of lines) await expect.element(line).toBeVisible();
    const edges = lines.map((line) => Math.round(line.element().getBoundingClientRect().left));
    expect(new Set(edges).size).toBe(1);
  });

  test("requests another user's approval to reopen a month, with the reason", async () => {
    mockMonths();
    mockResponse('POST /api/approval', { data: {} });
    await openConsole(`${PATH}?country_id=1&month=2026-09`);
    await page.getByRole('button', { name: 'Reopen…' }).click();
    await page.getByRole('textbox', { name: 'Reason' }).fill('A bill is missing');
    await page.getByRole('button', { name: 'Request approval' }).click();
    await expect.element(page.getByText(/^Sent for approval/)).toBeVisible();
    expect((await waitForRequest('POST /api/approval')).body).toEqual({
      call: 'POST /api/month_close/{id}/reopen',
      path: { id: 1 },
      body: { reason: 'A bill is missing' },
      reason: 'A bill is missing',
    });
  });

  test('offers neither closing nor reopening to a user with read access only', async () => {
    mockMonths();
    await openConsole(`${PATH}?country_id=1&month=2026-09`, { user: { roles: ['VIEW_MONTH_CLOSE'] } });
    await expect.element(page.getByText('T00000009')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Reopen…' })).not.toBeInTheDocument();
  });

  test('hides the takings link without the permission for the report', async () => {
    mockMonths();
    await openConsole(`${PATH}?country_id=1&month=2026-09`, { user: { roles: ['VIEW_MONTH_CLOSE'] } });
    await expect.element(page.getByText('T00000009')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Takings report' })).not.toBeInTheDocument();
  });
});
