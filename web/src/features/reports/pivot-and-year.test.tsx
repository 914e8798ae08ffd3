import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { gridRows } from '../../testing/lists.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, mockResponse } from '../../testing/mock-server.ts';
import { mockHotelGaps, mockOverview, overviewRun } from '../../testing/overview-run.ts';
import { mockSalesReport } from '../../testing/report-run.ts';
import { findRequests, waitForRequest } from '../../testing/requests.ts';

const SALES_CALL = 'GET /api/report/run/sales-report';
const OVERVIEW_CALL = 'GET /api/report/run/overview-report';
const PIVOT_PATH = '/report/plus?as=pivot&group=hotel.code,transaction.transaction_date';
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name });
const focusButton = (button: ReturnType<typeof page.getByRole>) => {
  const element = button.element();
  if (element instanceof HTMLElement) element.focus();
};
const linkTarget = (link: ReturnType<typeof page.getByRole>) => {
  const { pathname, searchParams } = new URL(link.element().getAttribute('href') ?? '', location.origin);
  return { pathname, ...Object.fromEntries(searchParams) };
};

describe('a pivot table', () => {
  test('groups by two columns, and each value links to the rows of its row and column', async () => {
    mockSalesReport(5);
    await openConsole(PIVOT_PATH);
    await expect.element(rowOf('SGS')).toMatchTextContent('SGS13316');
    expect((await waitForRequest(SALES_CALL)).query).toEqual({
      group: 'hotel.code,transaction.transaction_date',
      columns: 'hotel.code',
      per_page: '500',
    });
    expect(linkTarget(rowOf('SGS').getByRole('link', { name: '13', exact: true }))).toEqual({
      pathname: '/report/plus',
      'filter[hotel.code][exact]': 'SGS',
      'filter[transaction.transaction_date][date_between]': '2026-03,2026-03',
    });
    expect(linkTarget(rowOf('SGS').getByRole('link', { name: '16', exact: true }))).toEqual({
      pathname: '/report/plus',
      'filter[hotel.code][exact]': 'SGS',
    });
    await rowOf('SGS').getByRole('link', { name: '13', exact: true }).click();
    await expect.poll(() => gridRows().elements().length).toBe(5);
  });

  test('sums a column per currency, and its chart is in US dollars', async () => {
    mockSalesReport(5);
    await openConsole(`${PIVOT_PATH}&measure=transaction.grand_total`);
    await expect.element(rowOf('SGS')).toMatchTextContent('Rp. 1,500,000.000SGD 18,000,000.000');
    const barTooltips = () =>
      [...document.querySelectorAll('[data-tooltip]')].map((bar) => bar.getAttribute('data-tooltip'));
    await expect.poll(barTooltips).toContain('SGS · March 2026 · USD 1,249.95');
  });

  test('stores its layout, measure, chart and comparison in the address', async () => {
    mockSalesReport(5);
    await openConsole(`/report/plus?${encodeURIComponent('filter[transaction.transaction_date][preset]')}=this_year`);
    await page.getByRole('radio', { name: 'Pivot' }).click();
    await page.getByRole('radio', { name: 'Lines' }).click();
    await page.getByRole('button', { name: /^Compare with/ }).click();
    await page
      .getByRole('option', { name: 'vs last year' })
      .or(page.getByRole('menuitemradio', { name: 'vs last year' }))
      .click();
    await expect.poll(() => new URLSearchParams(location.search).get('compare')).toBe('last_year');
    const search = Object.fromEntries(new URLSearchParams(location.search));
    expect(search).toMatchObject({ as: 'pivot', chart: 'line', group: 'hotel.code,transaction.transaction_date' });
    await expect
      .poll(async () => (await findRequests(SALES_CALL)).some(({ query }) => query['compare'] === 'last_year'))
      .toBe(true);
    // The mock server returns the same values for the previous year, so the differences are zero.
    await expect.element(rowOf('JKS')).toMatchTextContent('80%40%120%');
  });
});

describe('the overview of a year', () => {
  test('opens with the overview, comparing its metrics with the year before', async () => {
    mockOverview();
    await openConsole('/report/overview');
    await expect.element(page.getByRole('radio', { name: /^Joined/ })).toHaveAttribute('aria-checked', 'true');
    await expect.element(page.getByRole('region', { name: 'By hotel · Joined' })).toMatchTextContent('Laksmira Ubud');
    expect(
      (await findRequests(OVERVIEW_CALL))
        .map(({ query }) => query['group'] ?? '')
        .toSorted((first, second) => (first < second ? -1 : 1)),
    ).toEqual(['overview.hotel', 'overview.membership', 'overview.month']);
  });

  test('shows all months of a year on a phone without scrolling', async () => {
    await page.viewport(390, 844);
    mockOverview();
    await openConsole('/report/overview');
    const chart = page.getByRole('region', { name: 'By month · Joined' }).getByRole('group', { name: 'Chart' });
    await expect.element(chart).toBeVisible();
    const plot = chart.element().querySelector('.overflow-x-auto');
    expect(plot?.querySelectorAll('[title]').length).toBe(12);
    expect(plot?.scrollWidth).toBe(plot?.clientWidth);
  });

  test('switches to another metric, whose table links to the rows', async () => {
    mockOverview();
    await openConsole('/report/overview');
    await page.getByRole('radio', { name: /^Visits/ }).click();
    await page.getByRole('button', { name: 'Table: By hotel' }).click();
    const table = page.getByRole('table', { name: 'By hotel' });
    await expect.element(table).toBeVisible();
    const ubudLink = table.getByRole('row').filter({ hasText: 'Laksmira Ubud' }).getByRole('link');
    expect(linkTarget(ubudLink)).toEqual({
      pathname: '/report/overview',
      as: 'rows',
      'filter[overview.hotel][exact]': 'Laksmira Ubud',
    });
    expect(new URLSearchParams(location.search).get('measure')).toBe('overview.visits');
  });

  test('shows the change beside each bar, sorted by it, against the same months of the year before', async () => {
    mockOverview();
    await openConsole('/report/overview?measure=overview.visits');
    const hotels = page.getByRole('region', { name: 'By hotel · Visits' });
    await expect.element(hotels.getByRole('listitem').first()).toBeVisible();
    const lines = hotels.getByRole('group', { name: 'Chart' }).getByRole('listitem').elements();
    const changes = lines.map((line) => Number(/([+-]?\d+)%$/.exec(line.textContent)?.[1]));
    expect(changes).toHaveLength(4);
    expect(changes).toEqual(changes.toSorted((a, b) => b - a));
    const now = new Date();
    const year = now.getFullYear();
    const month = now.toLocaleDateString('en', { month: 'short' });
    await expect.element(hotels.getByRole('list', { name: 'Legend' })).toMatchTextContent(`by ${month} ${year - 1}`);
    const requests = await findRequests(OVERVIEW_CALL);
    const periods = requests
      .filter(({ query }) => query['group'] === 'overview.hotel')
      .map(({ query }) => query['filter[overview.month][date_between]']);
    expect(periods).toEqual([`${year}-01,${year}-${String(now.getMonth() + 1).padStart(2, '0')}`]);
  });

  test('opens the page of a hotel by its bar, where the bar leads to the rows', async () => {
    mockOverview();
    await openConsole('/report/overview?measure=overview.visits');
    const ubud = page
      .getByRole('region', { name: 'By hotel · Visits' })
      .getByRole('link', { name: /^Laksmira Ubud.*[+-]?\d+%$/ });
    await expect.element(ubud).toBeVisible();
    expect(linkTarget(ubud)).toEqual({
      pathname: '/report/overview',
      measure: 'overview.visits',
      'filter[overview.hotel][exact]': 'Laksmira Ubud',
    });
    await ubud.click();
    await expect.poll(() => new URLSearchParams(location.search).get('filter[overview.hotel][exact]')).not.toBeNull();
    await expect.poll(() => linkTarget(ubud)).toMatchObject({ as: 'rows' });
    await expect.element(page.getByRole('radio', { name: /^Visits/ })).toHaveAttribute('aria-checked', 'true');
  });

  test('says that a new programme has no sales yet', async () => {
    mockResponse(OVERVIEW_CALL, ({ request }) => {
      const run = overviewRun(new URL(request.url).searchParams.get('group'));
      const data = run.data.map((row) => ({
        ...row,
        'overview.new_members': 0,
        'overview.new_members_last_year': 0,
      }));
      return HttpResponse.json({ ...run, data });
    });
    mockHotelGaps({ from: '2026-01', to: null, hotels: [] });
    await openConsole('/report/overview?measure=overview.new_members');
    for (const region of [/^By month/, /^By hotel/, /^By membership/])
      await expect.element(page.getByRole('region', { name: region })).toMatchTextContent('No sales yet');
    await page.getByRole('radio', { name: /^Visits/ }).click();
    await expect.element(page.getByRole('region', { name: 'By hotel · Visits' })).toMatchTextContent('Laksmira Ubud');
  });

  test('is exported as the page that it is, with the chosen value', async () => {
    mockOverview();
    mockResponse('GET /api/report/run/overview-report/export', () => new HttpResponse('%PDF-', { status: 200 }));
    await openConsole('/report/overview?measure=overview.visits');
    await expect.element(page.getByText('By month')).toBeVisible();
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'PDF' }).first().click();
    const { query } = await waitForRequest('GET /api/report/run/overview-report/export');
    expect(query).toMatchObject({ format: 'pdf', as: 'year', measure: 'overview.visits' });
  });

  test('shows months by name in its rows', async () => {
    mockOverview();
    await openConsole('/report/overview?as=rows');
    await expect.element(page.getByRole('gridcell', { name: /^January \d{4}$/ })).toBeVisible();
  });

  test('switches to the year before through the address', async () => {
    mockOverview();
    await openConsole('/report/overview');
    await expect.element(page.getByRole('button', { name: 'Previous year' })).toBeVisible();
    focusButton(page.getByRole('button', { name: 'Previous year' }));
    await userEvent.keyboard('{Enter}');
    const year = new Date().getFullYear() - 1;
    await expect.element(page.getByRole('heading', { name: `${year} vs ${year - 1}` })).toBeVisible();
    await expect
      .poll(async () => (await waitForRequest(OVERVIEW_CALL)).query['filter[overview.month][date_between]'])
      .toBe(`${year}-01-01,${year}-12-31`);
  });
});
