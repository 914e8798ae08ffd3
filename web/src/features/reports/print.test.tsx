import { describe, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { type ConsoleOptions, openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, mockResponse } from '../../testing/mock-server.ts';
import { mockSalesReport, salesRun } from '../../testing/report-run.ts';
import { emulateSystem } from '../../testing/system.ts';

async function openSalesReport(path: string, count: number, options: ConsoleOptions = {}): Promise<void> {
  mockResponse('GET /api/report/run/sales-report', () => HttpResponse.json(salesRun(count)));
  await openConsole(path, options);
  await expect.element(page.getByRole('row').filter({ hasText: 'Total of all rows' })).toBeVisible();
}

/** Printed rows cannot be selected, so they are found by their class. */
const findRows = () => [...document.querySelectorAll('.list-row')];

/** Prepares the page for printing as the browser does. */
async function startPrinting(): Promise<void> {
  dispatchEvent(new Event('beforeprint'));
  onTestFinished(() => void dispatchEvent(new Event('afterprint')));
  await emulateSystem({ media: 'print' });
}

/** The classes of elements that exceed the sheet, or whose content would scroll on screen and is clipped. */
const findCutOffClasses = (): readonly string[] =>
  [...document.querySelectorAll('main *')]
    .filter((element) => element.checkVisibility() && element.clientHeight > 0)
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
