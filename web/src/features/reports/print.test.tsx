import { describe, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Opening, openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, mockResponse } from '../../testing/mock-server.ts';
import { mockSalesReport, salesRun } from '../../testing/report-run.ts';
import { setUpSystem } from '../../testing/system.ts';

async function openSales(path: string, count: number, opening: Opening = {}): Promise<void> {
  mockResponse('GET /api/report/run/sales-report', () => HttpResponse.json(salesRun(count)));
  await openConsole(path, opening);
  await expect.element(page.getByRole('row').filter({ hasText: 'Total of all rows' })).toBeVisible();
}

/** Printed rows cannot be selected, so they are found by their class. */
const rows = () => [...document.querySelectorAll('.list-row')];

/** As the browser does before it prints. */
async function print(): Promise<void> {
  dispatchEvent(new Event('beforeprint'));
  onTestFinished(() => void dispatchEvent(new Event('afterprint')));
  await setUpSystem({ media: 'print' });
}

/** Content beyond the edge of the sheet, or clipped by an element that would scroll on screen. */
const cutOffTexts = (): readonly string[] =>
  [...document.querySelectorAll('main *')]
    .filter((one) => one.checkVisibility() && one.clientHeight > 0)
    .filter((one) => {
      const { overflowX, overflowY } = getComputedStyle(one);
      return (
        one.getBoundingClientRect().right > innerWidth ||
        (overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1) ||
        (overflowY !== 'visible' && one.scrollHeight > one.clientHeight + 1)
      );
    })
    .map((one) => one.className);

describe('a printed report', () => {
  test('shows title, filters and values, without controls', async () => {
    await openSales('/report/plus', 25);
    const pressed = [
      page.getByRole('searchbox', { name: 'Search this list' }),
      page.getByLabelText('View as'),
      page.getByRole('button', { name: 'Refresh' }),
      page.getByRole('button', { name: 'Next page' }),
    ].map((control) => control.element());
    expect(pressed.every((control) => control.checkVisibility())).toBe(true);
    await print();
    expect(pressed.filter((control) => control.checkVisibility())).toEqual([]);
    await expect.element(page.getByRole('heading', { name: 'Sales report' })).toBeVisible();
    await expect.element(page.getByText('Transaction date this month').first()).toBeVisible();
    await expect.element(page.getByText('Rp. 37,500,000').first()).toBeVisible();
    for (const one of document.querySelectorAll('[role=checkbox], input[type=checkbox]'))
      expect(one.checkVisibility()).toBe(false);
  });

  test.each([
    ['en', 'Hotels', 'Created by', 'Created at'],
    ['id', 'Hotel', 'Dibuat oleh', 'Dibuat pada'],
  ] as const)(
    'ends with filters, hotels, reader and time, which are not shown on screen (%s)',
    async (language, ...labels) => {
      mockResponse('GET /api/report/run/sales-report', () => HttpResponse.json(salesRun(25)));
      await openConsole('/report/plus', { language });
      await expect.element(page.getByText('SGS').first()).toBeVisible();
      const shown = () =>
        page
          .getByRole('term')
          .elements()
          .filter((one) => one.checkVisibility())
          .map((one) => one.textContent);
      expect(shown()).toEqual([]);
      await print();
      expect(shown()).toEqual(['Filter' + (language === 'en' ? 's' : ''), ...labels]);
      const facts = page.getByText('Laksmira Jakarta Sudirman, Laksmira Singapore').element();
      expect(facts.checkVisibility()).toBe(true);
      expect(facts.getBoundingClientRect().top).toBeGreaterThan(
        rows().at(-1)?.getBoundingClientRect().bottom ?? Infinity,
      );
      expect(cutOffTexts()).toEqual([]);
    },
  );

  test.each(['?group=hotel.code', '?group=hotel.code,membership.name'])(
    'ends with the same lines for %s',
    async (confirmation) => {
      mockSalesReport(25);
      await openConsole(`/report/plus${confirmation}`);
      await expect.element(page.getByRole('rowheader', { name: 'SGS' }).first()).toBeVisible();
      await print();
      expect(page.getByText('Ayu Lestari').element().checkVisibility()).toBe(true);
    },
  );

  test('contains all rows of a long page that is virtualised on screen', async () => {
    await openSales('/report/plus?per_page=200', 200);
    await expect.poll(() => rows().length).toBeLessThan(200);
    await print();
    expect(rows()).toHaveLength(200);
    const bottom = rows().at(-1)?.getBoundingClientRect().bottom ?? 0;
    const sum = page.getByRole('row').filter({ hasText: 'Total of all rows' }).element().getBoundingClientRect();
    expect(sum.top).toBeGreaterThanOrEqual(bottom - 1);
    expect(cutOffTexts()).toEqual([]);
    dispatchEvent(new Event('afterprint'));
    await expect.poll(() => rows().length).toBeLessThan(200);
  });

  test('fits all columns on the sheet, regardless of their width on screen', async () => {
    await page.viewport(900, 900);
    await openSales('/report/plus', 25);
    expect(cutOffTexts()).not.toEqual([]);
    await print();
    expect(cutOffTexts()).toEqual([]);
  });

  test('contains its groups completely', async () => {
    await page.viewport(800, 400);
    mockSalesReport(25);
    await openConsole('/report/plus?group=hotel.code,membership.name');
    await expect.element(page.getByRole('rowheader', { name: 'SGS' })).toBeVisible();
    expect(cutOffTexts()).not.toEqual([]);
    await print();
    expect(cutOffTexts()).toEqual([]);
    await expect.element(page.getByRole('rowheader', { name: 'SGS' })).toBeVisible();
  });

  test('is black on white even in a dark theme', async () => {
    await openSales('/report/plus', 25, { theme: 'night' });
    await print();
    const [row = document.body] = rows();
    expect(getComputedStyle(row).color).toBe('rgb(0, 0, 0)');
    expect(getComputedStyle(row).backgroundColor).toBe('rgb(255, 255, 255)');
  });
});
