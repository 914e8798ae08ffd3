import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { gridRows } from '../../testing/lists.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { mockOverview } from '../../testing/overview-run.ts';
import { mockSalesReport } from '../../testing/report-run.ts';
import { requests, sent } from '../../testing/requests.ts';

const SALES = 'GET /api/report/run/sales-report';
const OVERVIEW = 'GET /api/report/run/overview-report';
const PIVOT = '/report/plus?as=pivot&group=hotel.code,transaction.transaction_date';
const line = (name: string) => page.getByRole('row').filter({ hasText: name });
const focusOn = (button: ReturnType<typeof page.getByRole>) => {
  const element = button.element();
  if (element instanceof HTMLElement) element.focus();
};
const addressOf = (link: ReturnType<typeof page.getByRole>) => {
  const { pathname, searchParams } = new URL(link.element().getAttribute('href') ?? '', location.origin);
  return { pathname, ...Object.fromEntries(searchParams) };
};

describe('a pivot table', () => {
  test('groups by two columns, and each value links to the rows of its row and column', async () => {
    mockSalesReport(5);
    await openConsole(PIVOT);
    await expect.element(line('SGS')).toMatchTextContent('SGS13316');
    expect((await sent(SALES)).query).toEqual({
      group: 'hotel.code,transaction.transaction_date',
      columns: 'hotel.code',
      per_page: '500',
    });
    expect(addressOf(line('SGS').getByRole('link', { name: '13', exact: true }))).toEqual({
      pathname: '/report/plus',
      'filter[hotel.code][exact]': 'SGS',
      'filter[transaction.transaction_date][date_between]': '2026-03,2026-03',
    });
    expect(addressOf(line('SGS').getByRole('link', { name: '16', exact: true }))).toEqual({
      pathname: '/report/plus',
      'filter[hotel.code][exact]': 'SGS',
    });
    await line('SGS').getByRole('link', { name: '13', exact: true }).click();
    await expect.poll(() => gridRows().elements().length).toBe(5);
  });

  test('sums a column per currency, and its chart is in US dollars', async () => {
    mockSalesReport(5);
    await openConsole(`${PIVOT}&measure=transaction.grand_total`);
    await expect.element(line('SGS')).toMatchTextContent('Rp. 1,500,000.000SGD 18,000,000.000');
    const bars = () => [...document.querySelectorAll('[data-tooltip]')].map((bar) => bar.getAttribute('data-tooltip'));
    await expect.poll(bars).toContain('SGS · March 2026 · USD 1,249.95');
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
    const display = Object.fromEntries(new URLSearchParams(location.search));
    expect(display).toMatchObject({ as: 'pivot', chart: 'line', group: 'hotel.code,transaction.transaction_date' });
    await expect
      .poll(async () => (await requests(SALES)).some(({ query }) => query['compare'] === 'last_year'))
      .toBe(true);
    // The previous year has the same values, so nothing has changed.
    await expect.element(line('JKS')).toMatchTextContent('80%40%120%');
  });
});

describe('the overview of a year', () => {
  test('opens with the overview, comparing its metrics with the year before', async () => {
    mockOverview();
    await openConsole('/report/overview');
    await expect.element(page.getByRole('radio', { name: /^Joined/ })).toHaveAttribute('aria-checked', 'true');
    await expect.element(page.getByRole('region', { name: 'By hotel · Joined' })).toMatchTextContent('Laksmira Ubud');
    expect(
      (await requests(OVERVIEW)).map(({ query }) => query['group'] ?? '').toSorted((a, b) => (a < b ? -1 : 1)),
    ).toEqual(['overview.hotel', 'overview.membership', 'overview.month']);
  });

  test('shows another metric, and its table with links to the rows', async () => {
    mockOverview();
    await openConsole('/report/overview');
    await page.getByRole('radio', { name: /^Visits/ }).click();
    await page.getByRole('button', { name: 'Table: By hotel' }).click();
    const table = page.getByRole('table', { name: 'By hotel' });
    await expect.element(table).toBeVisible();
    const ubud = table.getByRole('row').filter({ hasText: 'Laksmira Ubud' }).getByRole('link');
    expect(addressOf(ubud)).toEqual({
      pathname: '/report/overview',
      as: 'rows',
      'filter[overview.hotel][exact]': 'Laksmira Ubud',
    });
    expect(new URLSearchParams(location.search).get('measure')).toBe('overview.visits');
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
    focusOn(page.getByRole('button', { name: 'Previous year' }));
    await userEvent.keyboard('{Enter}');
    const year = new Date().getFullYear() - 1;
    await expect.element(page.getByRole('heading', { name: `${year} vs ${year - 1}` })).toBeVisible();
    await expect
      .poll(async () => (await sent(OVERVIEW)).query['filter[overview.month][date_between]'])
      .toBe(`${year}-01-01,${year}-12-31`);
  });
});
