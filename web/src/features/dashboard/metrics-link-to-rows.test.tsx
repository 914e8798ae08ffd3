import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { dashboardData } from '../../testing/dashboard-data.ts';
import { FRONT_DESK, HOTELS } from '../../testing/fixtures.ts';
import { PAGE_VARIANTS } from '../../testing/variants.ts';
import { type ConsoleOptions, openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, mockResponse, setRecords, rejection } from '../../testing/mock-server.ts';
import { expectQuery, findRequests } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';

const PATH = '/company/dashboard';
const heading = page.getByRole('heading', { name: 'Revenue by month', exact: true });
const cardOf = (name: string) => page.getByRole('region', { name, exact: true });
const textsOf = (locator: typeof heading) => locator.elements().map((item) => item.textContent);
/** The path and the query of a link. */
const linkTarget = (link: typeof heading) => {
  const { pathname, searchParams } = new URL(link.element().getAttribute('href') ?? '', location.origin);
  return { pathname, ...Object.fromEntries(searchParams) };
};

/** The dashboard of twelve months. */
const yearData = () =>
  dashboardData({ months: Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, '0')}`) });

async function openDashboard(options: ConsoleOptions = {}, metrics = dashboardData()): Promise<void> {
  mockResponse('GET /api/dashboard', { data: metrics });
  await openConsole(PATH, options);
  await expect.element(heading).toBeVisible();
}

describe('metric', () => {
  test('links to exactly the rows it counts', async () => {
    await openDashboard();
    for (const [name, filter] of [
      ['Maintained: 700', { 'filter[standing][includes]': 'maintained' }],
      ['Lapsed: 150', { 'filter[standing][includes]': 'lapsed' }],
      ['Lapsed this month: 8', { 'filter[valid_until_date][preset]': 'this_month' }],
      ['within 30 days: 60', { 'filter[valid_until_date][preset]': 'next_30_days' }],
      ['within 90 days: 180', { 'filter[valid_until_date][preset]': 'next_90_days' }],
    ] as const)
      expect(linkTarget(page.getByRole('link', { name, exact: true }))).toEqual({
        pathname: '/company/member',
        ...filter,
      });
    await page.getByRole('link', { name: 'Lapsed: 150' }).click();
    await expect.element(page.getByRole('grid')).toBeVisible();
    await expectQuery('GET /api/member').toMatchObject({ 'filter[standing][includes]': 'lapsed' });
  });

  test('says how many members are served here and how many are registered here, each with its list', async () => {
    const { members } = dashboardData();
    const served_elsewhere = {
      number: 32,
      rows: {
        resource: 'member',
        conditions: [
          { column: 'register_hotel_id', operator: 'includes', value: '1' },
          { column: 'hotel_id', operator: 'excepts', value: '1' },
        ],
      },
    } as const;
    await openDashboard({ user: FRONT_DESK }, dashboardData({ members: { ...members, served_elsewhere } }));
    await expect.element(page.getByText('served here · 32 registered here')).toBeVisible();
    const link = page.getByRole('link', { name: '32', exact: true });
    expect(linkTarget(link)).toEqual({
      pathname: '/company/member',
      register_hotel_id: '1',
      'filter[hotel_id][excepts]': '1',
    });
  });

  test('is plain text for a user who may not see the list behind it', async () => {
    await openDashboard({ user: { ...FRONT_DESK, roles: ['VIEW_DASHBOARD'] } });
    await expect.element(page.getByText('1,250', { exact: true })).toBeVisible();
    await expect.element(page.getByRole('main').getByRole('link')).not.toBeInTheDocument();
  });
});

test('a rounded amount has the exact one as its tooltip, and a number of records has none', async () => {
  await openDashboard();
  const tooltips = [...page.getByRole('main').element().querySelectorAll<HTMLElement>('span[data-tooltip]')].map(
    (element) => [element.textContent, element.dataset['tooltip']],
  );
  expect(tooltips.find(([text]) => text?.startsWith('USD'))).toEqual(['USD 1,000', 'USD 1,000.00']);
  expect(tooltips.find(([text]) => text?.startsWith('Rp.'))).toEqual(['Rp. 8,000,000', 'Rp. 8,000,000.000']);
  expect(tooltips.filter(([text]) => /^\d/.test(text ?? ''))).toEqual([]);
});

describe('a sum in US dollars', () => {
  const link = page.getByRole('link', { name: 'without a rate' });

  test('shows the number of records without a rate, with a link to them', async () => {
    const { sales } = dashboardData();
    const by_membership = sales.by_membership.map((cell, index) => ({
      ...cell,
      ...(index === 0 && { without_rate: 3 }),
    }));
    await openDashboard({}, dashboardData({ sales: { ...sales, by_membership } }));
    await expect.element(link).toHaveTextContent('3 without a rate');
    expect(linkTarget(link)).toMatchObject({ pathname: '/finance/transaction', 'filter[usd_rate][null]': '1' });
  });

  test('shows that number for each sum of the table, with a link to the records of its month', async () => {
    const { sales } = dashboardData();
    const by_membership = sales.by_membership.map((cell, index) => ({
      ...cell,
      ...(index === 0 && { without_rate: 3 }),
    }));
    await openDashboard({}, dashboardData({ sales: { ...sales, by_membership } }));
    const month = sales.by_membership[0]?.month ?? '';
    const table = page.getByRole('table').filter({ has: link });
    await expect.element(link).toBeVisible();
    await page
      .getByRole('button', { name: /^Table: / })
      .first()
      .click();
    // Total and membership each have a link in the row of the month and in the row of the totals.
    await expect.poll(() => table.getByRole('link', { name: '3 without a rate' }).elements().length).toBe(4);
    expect(linkTarget(table.getByRole('link', { name: '3 without a rate' }).first())).toMatchObject({
      pathname: '/finance/transaction',
      'filter[transaction_date][date_between]': `${month},${month}`,
      'filter[usd_rate][null]': '1',
    });
  });

  test('shows no number of records without a rate if all have one', async () => {
    await openDashboard();
    await expect.element(cardOf('Visits')).toBeVisible();
    await expect.element(link).not.toBeInTheDocument();
  });
});

test('the charts of a new programme say that there are no sales yet, and count sales and visits by name', async () => {
  const { sales, visits } = dashboardData();
  const none = { by_month: [], by_membership: [], by_hotel: [], year_before: [] };
  await openDashboard({}, dashboardData({ sales: { ...sales, ...none }, visits: { ...visits, year_before: [] } }));
  await expect.element(cardOf('Membership sales')).toMatchTextContent('No sales yet');
  await expect.element(cardOf('Visits')).toMatchTextContent('8 visits');
  await openDashboard({}, dashboardData({ visits: { ...visits, ...none, year_before: visits.year_before } }));
  await expect.element(cardOf('Membership sales')).toMatchTextContent('8 sales');
  await expect.element(cardOf('Visits')).toMatchTextContent('No data in these months');
});

describe('a chart', () => {
  test('links to the rows of a month by keyboard, and of one membership by pointer', async () => {
    await openDashboard();
    const monthLink = cardOf('Visits').getByRole('list', { name: 'Months' }).getByRole('link').nth(3);
    await expect.element(monthLink).toHaveAccessibleName(/April 2026: USD 250/);
    expect(linkTarget(monthLink)).toEqual({
      pathname: '/finance/visit',
      'filter[visit_date][date_between]': '2026-04,2026-04',
    });
    const goldBar = [
      ...cardOf('Visits').element().querySelectorAll<HTMLElement>('a[data-tooltip*="Laksmira Gold · April"]'),
    ].map((element) => page.elementLocator(element))[0];
    if (!goldBar) throw new Error('The chart has no bar for Gold in April');
    await goldBar.hover();
    await expect
      .poll(() => document.querySelector('.tooltip:popover-open')?.textContent)
      .toBe('Laksmira Gold · April 2026 · USD 125.00');
    expect(linkTarget(goldBar)).toEqual({
      pathname: '/finance/visit',
      'filter[visit_date][date_between]': '2026-04,2026-04',
      membership_id: '2',
    });
    await goldBar.click();
    await expect.poll(() => location.pathname).toBe('/finance/visit');
  });

  test('shows the value under the pointer and that of the same month a year before', async () => {
    await openDashboard();
    const months = cardOf('Visits').getByRole('list', { name: 'Months' });
    await months.getByRole('listitem').nth(3).hover();
    await expect.element(cardOf('Visits')).toMatchTextContent('Apr 2026 USD 250Apr 2025 125');
    await months.getByRole('listitem').nth(0).hover();
    await expect.element(cardOf('Visits')).toMatchTextContent('Jan 2026 USD 250Jan 2025 0');
    await cardOf('Open vouchers by expiry month').getByRole('listitem').nth(0).hover();
    await expect.element(cardOf('Visits')).not.toMatchTextContent('Jan 2025');
    await expect.element(cardOf('Open vouchers by expiry month')).toMatchTextContent('Jan 2026 3');
  });

  test('is one tab stop; arrow keys move through the months and announce their values', async () => {
    await openDashboard();
    const months = cardOf('Visits').getByRole('list', { name: 'Months' }).getByRole('link');
    const tabStops = () => months.elements().filter((month) => month.tabIndex === 0);
    expect(tabStops()).toHaveLength(1);
    tabStops()[0]?.focus();
    for (const [key, index, name] of [
      ['{ArrowRight}', 1, 'February 2026: USD 250; February 2025: USD 125'],
      ['{End}', 3, 'April 2026: USD 250; April 2025: USD 125'],
      ['{ArrowRight}', 3, 'April 2026: USD 250; April 2025: USD 125'],
      ['{Home}', 0, 'January 2026: USD 250; January 2025: USD 0'],
      ['{ArrowLeft}', 0, 'January 2026: USD 250; January 2025: USD 0'],
    ] as const) {
      await userEvent.keyboard(key);
      await expect.element(months.nth(index)).toHaveFocus();
      await expect.element(months.nth(index)).toHaveAccessibleName(name);
      expect(tabStops()).toEqual([months.nth(index).element()]);
    }
    await expect.element(cardOf('Visits')).toMatchTextContent('Jan 2026 USD 250Jan 2025 0');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => location.pathname).toBe('/finance/visit');
  });

  test('has a table with every number, each a link to its rows', async () => {
    await openDashboard();
    await page.getByRole('button', { name: 'Table: Visits' }).click();
    const table = cardOf('Visits').getByRole('table');
    await expect.element(table.getByRole('row', { name: /^April 2026/ })).toBeVisible();
    expect(textsOf(table.getByRole('columnheader'))).toEqual([
      'MonthUSD ',
      'Total',
      'Records',
      'Laksmira Gold',
      'Laksmira Silver',
      'in IDR',
    ]);
    expect(textsOf(table.getByRole('row', { name: /^April 2026/ }).getByRole('link'))).toEqual([
      '250',
      '2',
      '125',
      '125',
      '4,000,000',
    ]);
    expect(textsOf(table.getByRole('row', { name: /^Total/ }).getByRole('link'))).toEqual([
      '1,000',
      '8',
      '500',
      '500',
      '16,000,000',
    ]);
    await page.getByRole('button', { name: 'Table: Redemptions' }).click();
    const rupiahLink = cardOf('Redemptions')
      .getByRole('row', { name: /^January 2026/ })
      .getByRole('link')
      .nth(1);
    expect(linkTarget(rupiahLink)).toEqual({
      pathname: '/finance/voucher-redeem',
      'filter[redeem_date][date_between]': '2026-01,2026-01',
      'filter[member_voucher.currency][exact]': 'IDR',
    });
    await page.getByRole('button', { name: 'Chart: Visits' }).click();
    await expect.element(table).not.toBeInTheDocument();
  });

  test('has the same height as its table of twelve months', async () => {
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.viewport(width, height);
      await openDashboard({}, yearData());
      const measureHeight = () => cardOf('Visits').element().getBoundingClientRect().height;
      const chartHeight = measureHeight();
      await page.getByRole('button', { name: 'Table: Visits' }).click();
      const table = cardOf('Visits').getByRole('table');
      expect(table.getByRole('row').elements()).toHaveLength(1 + 12 + 1);
      expect(measureHeight()).toBe(chartHeight);
      const { scrollHeight = 0, clientHeight = 0 } = table.element().parentElement ?? {};
      expect(scrollHeight, 'nothing to scroll to').toBe(clientHeight);
    }
  });

  for (const { language, theme, width, height } of PAGE_VARIANTS)
    test(`fits the screen, as do all tables: ${language}, ${theme}, ${width} px`, async () => {
      await page.viewport(width, height);
      mockResponse('GET /api/dashboard', { data: dashboardData() });
      await openConsole(PATH, { language, theme });
      const buttons = page.getByRole('button', { name: language === 'id' ? /^Tabel: / : /^Table: / });
      await expect.poll(() => buttons.elements().length).toBe(4);
      for (let remaining = 4; remaining > 0; remaining -= 1) {
        await buttons.first().click();
        await expect.poll(() => buttons.elements().length).toBe(remaining - 1);
      }
      await expectAccessible();
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    });
});

describe('hotel selection', () => {
  test('chooses a hotel or region, reloads and updates the address', async () => {
    await openDashboard();
    const hotelMenu = page.getByRole('button', { name: /^Hotels:/ });
    const chooseHotel = async (name: string) => {
      await hotelMenu.click();
      await page.getByRole('menuitemradio', { name, exact: true }).click();
    };
    await chooseHotel('Java (region)');
    await expect.poll(() => location.search).toBe('?region_id=1');
    await expectQuery('GET /api/dashboard').toEqual({ region_id: '1' });
    await chooseHotel('Laksmira Semarang Kota');
    await expectQuery('GET /api/dashboard').toEqual({ hotel_id: '2' });
    await chooseHotel('All hotels');
    await expect.poll(() => location.search).toBe('');
    await openConsole(`${PATH}?region_id=1`);
    await expect.element(hotelMenu).toHaveAccessibleName('Hotels: Java (region)');
  });

  test('is the only hotel of a front desk, in its own currency, and in dollars on request', async () => {
    setRecords('hotel', [row('hotel', 1, HOTELS[0])]);
    await openDashboard({ user: FRONT_DESK }, dashboardData({ hotels: [HOTELS[0]] }));
    await expect.element(page.getByRole('button', { name: /^Hotels:/ })).not.toBeInTheDocument();
    await expect.element(cardOf('Visits').getByRole('link', { name: 'Rp. 16,000,000', exact: true })).toBeVisible();
    await page.getByText('USD', { exact: true }).click();
    await expect.element(cardOf('Visits').getByRole('link', { name: 'USD 1,000', exact: true })).toBeVisible();
    await expect.element(cardOf('Visits').getByRole('link', { name: /^Rp\./ })).not.toBeInTheDocument();
  });

  test('splits by membership or hotel, combining the smallest of many hotels', async () => {
    const hotels = Array.from({ length: 8 }, (_, index) => ({ id: index + 1, name: `Hotel ${index + 1}` }));
    await openDashboard({}, dashboardData({ hotels }));
    const legend = cardOf('Visits').getByRole('list', { name: 'Legend' });
    expect(textsOf(legend.getByRole('link'))).toEqual(['Laksmira Gold', 'Laksmira Silver']);
    await page.getByText('Hotel', { exact: true }).click();
    await expect.element(legend).toMatchTextContent('Others');
    expect(legend.getByRole('listitem').elements()).toHaveLength(6 + 1);
    await page.getByText('IDR', { exact: true }).click();
    await expect.element(cardOf('Visits').getByRole('link', { name: 'Rp. 64,000,000', exact: true })).toBeVisible();
  });
});

test('a button reloads metrics that failed to load', async () => {
  mockResponse('GET /api/dashboard', () => rejection(503, 'unavailable'));
  await openConsole(PATH);
  await expect.element(page.getByText('Couldn’t load this.')).toBeVisible();
  const requestCount = (await findRequests('GET /api/dashboard')).length;
  mockResponse('GET /api/dashboard', () => HttpResponse.json({ data: dashboardData() }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(heading).toBeVisible();
  expect(await findRequests('GET /api/dashboard')).toHaveLength(requestCount + 1);
});
