import { describe, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { type ConsoleOptions, openConsole } from '../../testing/open-console.tsx';
import { dashboardData } from '../../testing/dashboard-data.ts';
import { FRONT_DESK } from '../../testing/fixtures.ts';
import { expectRows } from '../../testing/lists.ts';
import { HttpResponse, mockResponse, setRecords } from '../../testing/mock-server.ts';
import { mockMonths } from '../../testing/month-close.ts';
import { mockOverview, overviewRun } from '../../testing/overview-run.ts';
import { mockSalesReport, salesRun } from '../../testing/report-run.ts';
import { rows } from '../../testing/rows.ts';
import { PRODUCT } from '../../ui/page-title.ts';
import { emulateSystem } from '../../testing/system.ts';

async function openSalesReport(path: string, count: number, options: ConsoleOptions = {}): Promise<void> {
  mockResponse('GET /api/report/run/sales-report', () => HttpResponse.json(salesRun(count)));
  await openConsole(path, options);
  await expect.element(page.getByRole('row').filter({ hasText: 'Total of all rows' })).toBeVisible();
}

/** The first hotel of an overview, repeated under other names. */
const repeatRow = (run: ReturnType<typeof overviewRun>, count: number): ReturnType<typeof overviewRun> => ({
  ...run,
  data: Array.from({ length: count }, (_, index) => ({ ...run.data[0], 'overview.hotel': `Hotel ${index + 1}` })),
  rows_by_currency: Array.from({ length: count }, () => run.rows_by_currency[0] ?? []),
  rows_units: Array.from({ length: count }, () => ({})),
});

/** Printed rows cannot be selected, so they are found by their class. */
const findRows = () => [...document.querySelectorAll('.list-row')];

/** The part of a landscape sheet within its margins, in pixels. */
const SHEET = { width: 1031, height: 703 } as const;

/** Prepares the page for printing as the browser does. */
async function startPrinting(): Promise<void> {
  dispatchEvent(new Event('beforeprint'));
  onTestFinished(() => void dispatchEvent(new Event('afterprint')));
  await emulateSystem({ media: 'print' });
}

/** The classes of elements that exceed the sheet, or whose content would scroll on screen and is clipped. */
const findCutOffClasses = (): readonly string[] =>
  [...document.querySelectorAll('main *')]
    .filter((element) => element.checkVisibility() && element.clientHeight > 0 && !element.matches('.sr-only'))
    .filter((element) => {
      const { overflowX, overflowY } = getComputedStyle(element);
      return (
        element.getBoundingClientRect().right > innerWidth ||
        (overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1) ||
        (overflowY !== 'visible' && element.scrollHeight > element.clientHeight + 1)
      );
    })
    .map((element) => element.className);

describe('a printed report', () => {
  test('shows title, filters and values, without controls', async () => {
    await openSalesReport('/report/plus', 25);
    const controls = [
      page.getByRole('searchbox', { name: 'Search this list' }),
      page.getByLabelText('View as'),
      page.getByRole('button', { name: 'Refresh' }),
      page.getByRole('button', { name: 'Next page' }),
    ].map((control) => control.element());
    expect(controls.every((control) => control.checkVisibility())).toBe(true);
    await startPrinting();
    expect(controls.filter((control) => control.checkVisibility())).toEqual([]);
    await expect.element(page.getByRole('heading', { name: 'Sales report' })).toBeVisible();
    await expect.element(page.getByText('Transaction date this month').first()).toBeVisible();
    await expect.element(page.getByText('Rp. 37,500,000').first()).toBeVisible();
    for (const checkbox of document.querySelectorAll('[role=checkbox], input[type=checkbox]'))
      expect(checkbox.checkVisibility()).toBe(false);
  });

  test.each(['sand', 'dark'] as const)('has the colours of paper in the theme %s', async (theme) => {
    await openSalesReport('/report/plus', 5, { theme, settings: { themes: { main: theme, navbar: 'night' } } });
    await startPrinting();
    const printedColors = [document.documentElement, ...document.querySelectorAll('[data-theme]')].map((area) => {
      const style = getComputedStyle(area);
      return ['--canvas', '--surface', '--text', '--danger', '--series-1', 'color-scheme'].map((name) =>
        style.getPropertyValue(name),
      );
    });
    expect(new Set(printedColors.map((colors) => colors.join(' ')))).toEqual(
      new Set(['#ffffff #ffffff #000000 #b02a1c #01452f light']),
    );
  });

  test.each([
    ['en', 'Hotels', 'Created by', 'Created at'],
    ['id', 'Hotel', 'Dibuat oleh', 'Dibuat pada'],
  ] as const)(
    'ends with filters, hotels, reader and time, which are not shown on screen (%s)',
    async (language, ...expectedTerms) => {
      mockResponse('GET /api/report/run/sales-report', () => HttpResponse.json(salesRun(25)));
      await openConsole('/report/plus', { language });
      await expect.element(page.getByText('SGS').first()).toBeVisible();
      const visibleTerms = () =>
        page
          .getByRole('term')
          .elements()
          .filter((element) => element.checkVisibility())
          .map((element) => element.textContent);
      expect(visibleTerms()).toEqual([]);
      await startPrinting();
      expect(visibleTerms()).toEqual(['Filter' + (language === 'en' ? 's' : ''), ...expectedTerms]);
      const hotelsText = page.getByText('Laksmira Jakarta Sudirman, Laksmira Singapore').element();
      expect(hotelsText.checkVisibility()).toBe(true);
      expect(hotelsText.getBoundingClientRect().top).toBeGreaterThan(
        findRows().at(-1)?.getBoundingClientRect().bottom ?? Infinity,
      );
      expect(findCutOffClasses()).toEqual([]);
    },
  );

  test.each(['?group=hotel.code', '?group=hotel.code,membership.name'])(
    'ends with the same lines for %s',
    async (query) => {
      mockSalesReport(25);
      await openConsole(`/report/plus${query}`);
      await expect.element(page.getByRole('rowheader', { name: 'SGS' }).first()).toBeVisible();
      await startPrinting();
      expect(page.getByText('Ayu Lestari').element().checkVisibility()).toBe(true);
    },
  );

  test('contains all rows of a long page that is virtualised on screen', async () => {
    await openSalesReport('/report/plus?per_page=200', 200);
    await expect.poll(() => findRows().length).toBeLessThan(200);
    await startPrinting();
    expect(findRows()).toHaveLength(200);
    const lastRowBottom = findRows().at(-1)?.getBoundingClientRect().bottom ?? 0;
    const totalsRect = page.getByRole('row').filter({ hasText: 'Total of all rows' }).element().getBoundingClientRect();
    expect(totalsRect.top).toBeGreaterThanOrEqual(lastRowBottom - 1);
    expect(findCutOffClasses()).toEqual([]);
    dispatchEvent(new Event('afterprint'));
    await expect.poll(() => findRows().length).toBeLessThan(200);
  });

  test('fits all columns on the sheet, regardless of their width on screen', async () => {
    await page.viewport(900, 900);
    await openSalesReport('/report/plus', 25);
    expect(findCutOffClasses()).not.toEqual([]);
    await startPrinting();
    expect(findCutOffClasses()).toEqual([]);
  });

  test('contains its groups completely', async () => {
    await page.viewport(800, 400);
    mockSalesReport(25);
    await openConsole('/report/plus?group=hotel.code,membership.name');
    await expect.element(page.getByRole('rowheader', { name: 'SGS' })).toBeVisible();
    expect(findCutOffClasses()).not.toEqual([]);
    await startPrinting();
    expect(findCutOffClasses()).toEqual([]);
    await expect.element(page.getByRole('rowheader', { name: 'SGS' })).toBeVisible();
  });

  test('is black on white even in a dark theme', async () => {
    await openSalesReport('/report/plus', 25, { theme: 'night' });
    await startPrinting();
    const [row = document.body] = findRows();
    expect(getComputedStyle(row).color).toBe('rgb(0, 0, 0)');
    expect(getComputedStyle(row).backgroundColor).toBe('rgb(255, 255, 255)');
  });
});

describe('a printed page', () => {
  test('is one sheet with numbers, charts, logo, year and hotels for the overview of a year', async () => {
    await page.viewport(SHEET.width, SHEET.height);
    mockOverview();
    await openConsole('/report/overview');
    await expect.element(page.getByRole('region', { name: 'By membership · Joined' })).toMatchTextContent('Gold');
    await startPrinting();
    expect(document.querySelector('main')?.scrollHeight).toBeLessThanOrEqual(SHEET.height);
    await expect.element(page.getByRole('main').getByText(PRODUCT, { exact: true })).toBeVisible();
    const year = new Date().getFullYear();
    await expect.element(page.getByRole('heading', { name: `${year} vs ${year - 1}` })).toBeVisible();
    await expect.element(page.getByText('Laksmira Jakarta Sudirman, Laksmira Singapore')).toBeVisible();
    const [bar = document.body] = document.querySelectorAll('.bg-series-1');
    expect(getComputedStyle(bar).printColorAdjust).toBe('exact');
    expect(findCutOffClasses()).toEqual([]);
  });

  test('is one sheet for the overview of two dozen hotels', async () => {
    await page.viewport(SHEET.width, SHEET.height);
    mockOverview();
    mockResponse('GET /api/report/run/overview-report', ({ request }) => {
      const group = new URL(request.url).searchParams.get('group');
      const run = overviewRun(group);
      return HttpResponse.json(group === 'overview.hotel' ? repeatRow(run, 24) : run);
    });
    await openConsole('/report/overview');
    await expect
      .element(page.getByRole('region', { name: 'By hotel · Joined' }).getByText('Hotel 24', { exact: true }))
      .toBeVisible();
    await startPrinting();
    expect(document.querySelector('main')?.scrollHeight).toBeLessThanOrEqual(SHEET.height);
    expect(findCutOffClasses()).toEqual([]);
  });

  test('is one sheet for the dashboard, with its period and hotels', async () => {
    await page.viewport(SHEET.width, SHEET.height);
    mockResponse('GET /api/dashboard', { data: dashboardData() });
    await openConsole('/company/dashboard');
    await expect.element(page.getByRole('heading', { name: 'Revenue by month' })).toBeVisible();
    await startPrinting();
    expect(document.querySelector('main')?.scrollHeight).toBeLessThanOrEqual(SHEET.height);
    await expect.element(page.getByText('Jan 2026 – Apr 2026')).toBeVisible();
    await expect.element(page.getByRole('term').filter({ hasText: 'Created by' })).toBeVisible();
    await expect.element(page.getByRole('navigation', { name: 'Every day' })).not.toBeInTheDocument();
    expect(page.getByText('Call them').element().checkVisibility()).toBe(false);
    expect(findCutOffClasses()).toEqual([]);
  });

  test('of a month has every column of its tables, and one line a row', async () => {
    await page.viewport(SHEET.width, SHEET.height);
    mockMonths();
    await openConsole('/finance/month-close?country_id=1&month=2026-09');
    const tables = ['Voucher liability', 'Fees by month of service', 'At close and now'].map((name) =>
      page.getByRole('table', { name }),
    );
    for (const table of tables) await expect.element(table).toBeVisible();
    expect(findCutOffClasses()).not.toEqual([]);
    await startPrinting();
    expect(findCutOffClasses()).toEqual([]);
    for (const table of tables) {
      const [heading, line] = table.getByRole('row').elements();
      expect(line?.clientHeight).toBeLessThan(1.5 * (heading?.clientHeight ?? 0));
    }
  });

  test('of a record has the logo, its open tab and its reader, but no buttons', async () => {
    setRecords('region', rows('region', 1));
    await openConsole('/system/region/1');
    await expect.element(page.getByRole('tab', { name: 'History' })).toBeVisible();
    await startPrinting();
    const main = page.getByRole('main');
    await expect.element(main.getByText(PRODUCT, { exact: true })).toBeVisible();
    await expect.element(main.getByRole('term').filter({ hasText: 'Printed by' })).toBeVisible();
    const visibleButtons = [...main.element().querySelectorAll('button')].filter((button) => button.checkVisibility());
    expect(visibleButtons.map(({ textContent }) => textContent)).toEqual(['Data']);
  });

  test('of a list says its search, filters, hotels and reader, and breaks no word', async () => {
    await page.viewport(SHEET.width, SHEET.height);
    setRecords('member', rows('member', 5));
    await openConsole('/company/member?search=lestari&hotel_id=1', { user: FRONT_DESK });
    await expectRows(5);
    await startPrinting();
    const terms = () =>
      page
        .getByRole('term')
        .elements()
        .map((term) => term.textContent);
    await expect.poll(terms).toEqual(['Search', 'Hotels', 'Created by', 'Created at']);
    await expect.element(page.getByRole('list', { name: 'Active filters' })).toBeVisible();
    expect(findBrokenWords()).toEqual([]);
    expect(findCutOffClasses()).toEqual([]);
  });
});

/** The words of a list that continue on a second line. */
function findBrokenWords(): readonly string[] {
  const brokenWords: string[] = [];
  const walker = document.createTreeWalker(
    document.querySelector('.list-canvas') ?? document.body,
    NodeFilter.SHOW_TEXT,
  );
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement?.checkVisibility()) continue;
    for (const match of (node.textContent ?? '').matchAll(/[\p{L}\p{N}]+/gu)) {
      const range = document.createRange();
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) brokenWords.push(match[0]);
    }
  }
  return brokenWords;
}
