import { describe, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Opening, openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, answer } from '../../testing/played-server.ts';
import { answerSales, salesRun } from '../../testing/report-run.ts';
import { setUpSystem } from '../../testing/system.ts';

async function openSales(path: string, count: number, opening: Opening = {}): Promise<void> {
  answer('GET /api/report/run/sales-report', () => HttpResponse.json(salesRun(count)));
  await openConsole(path, opening);
  await expect.element(page.getByRole('row').filter({ hasText: 'Sum of all rows' })).toBeVisible();
}

/** Of rows on paper none can be selected: they are known by their look alone. */
const rows = () => [...document.querySelectorAll('.list-row')];

/** As the browser does before it draws the paper. */
async function print(): Promise<void> {
  dispatchEvent(new Event('beforeprint'));
  onTestFinished(() => void dispatchEvent(new Event('afterprint')));
  await setUpSystem({ media: 'print' });
}

/** Content beyond the edge of the sheet, or of an element that paper cannot scroll. */
const cutOff = (): readonly string[] =>
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

describe('a report on paper', () => {
  test('is its title, its filters and its figures, without what can be pressed', async () => {
    await openSales('/report/plus', 25);
    const pressed = [
      page.getByRole('searchbox', { name: 'Search this list' }),
      page.getByLabelText('Look at'),
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
    ['en', 'Hotels', 'Made by', 'Made at'],
    ['id', 'Hotel', 'Dibuat oleh', 'Dibuat pada'],
  ] as const)(
    'ends with its filters, hotels, reader and moment, which the screen leaves out (%s)',
    async (language, ...words) => {
      answer('GET /api/report/run/sales-report', () => HttpResponse.json(salesRun(25)));
      await openConsole('/report/plus', { language });
      await expect.element(page.getByText('SGS').first()).toBeVisible();
      const told = () =>
        page
          .getByRole('term')
          .elements()
          .filter((one) => one.checkVisibility())
          .map((one) => one.textContent);
      expect(told()).toEqual([]);
      await print();
      expect(told()).toEqual(['Filter' + (language === 'en' ? 's' : ''), ...words]);
      const facts = page.getByText('Laksmira Jakarta Sudirman, Laksmira Singapore').element();
      expect(facts.checkVisibility()).toBe(true);
      expect(facts.getBoundingClientRect().top).toBeGreaterThan(
        rows().at(-1)?.getBoundingClientRect().bottom ?? Infinity,
      );
      expect(cutOff()).toEqual([]);
    },
  );

  test.each(['?group=hotel.code', '?group=hotel.code,membership.name'])(
    'of %s ends with them, too',
    async (question) => {
      answerSales(25);
      await openConsole(`/report/plus${question}`);
      await expect.element(page.getByRole('rowheader', { name: 'SGS' }).first()).toBeVisible();
      await print();
      expect(page.getByText('Ayu Lestari').element().checkVisibility()).toBe(true);
    },
  );

  test('has all rows of a long page, which the screen draws as they come into sight', async () => {
    await openSales('/report/plus?per_page=200', 200);
    await expect.poll(() => rows().length).toBeLessThan(200);
    await print();
    expect(rows()).toHaveLength(200);
    const bottom = rows().at(-1)?.getBoundingClientRect().bottom ?? 0;
    const sum = page.getByRole('row').filter({ hasText: 'Sum of all rows' }).element().getBoundingClientRect();
    expect(sum.top).toBeGreaterThanOrEqual(bottom - 1);
    expect(cutOff()).toEqual([]);
    dispatchEvent(new Event('afterprint'));
    await expect.poll(() => rows().length).toBeLessThan(200);
  });

  test('has no column beyond the edge of the sheet, however wide they are on the screen', async () => {
    await page.viewport(900, 900);
    await openSales('/report/plus', 25);
    expect(cutOff()).not.toEqual([]);
    await print();
    expect(cutOff()).toEqual([]);
  });

  test('has its groups whole', async () => {
    await page.viewport(800, 400);
    answerSales(25);
    await openConsole('/report/plus?group=hotel.code,membership.name');
    await expect.element(page.getByRole('rowheader', { name: 'SGS' })).toBeVisible();
    expect(cutOff()).not.toEqual([]);
    await print();
    expect(cutOff()).toEqual([]);
    await expect.element(page.getByRole('rowheader', { name: 'SGS' })).toBeVisible();
  });

  test('is black on white in a dark theme too', async () => {
    await openSales('/report/plus', 25, { theme: 'night' });
    await print();
    const [row = document.body] = rows();
    expect(getComputedStyle(row).color).toBe('rgb(0, 0, 0)');
    expect(getComputedStyle(row).backgroundColor).toBe('rgb(255, 255, 255)');
  });
});
