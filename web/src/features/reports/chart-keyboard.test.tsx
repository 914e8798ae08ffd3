import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openConsole } from '../../testing/open-console.tsx';
import { mockOverview } from '../../testing/overview-run.ts';
import { mockSalesReport } from '../../testing/report-run.ts';

const chart = page.getByRole('group', { name: 'Chart', exact: true });
const marks = chart.getByRole('link');
const PIVOT_PATH = '/report/plus?group=hotel.code,transaction.transaction_date&as=pivot';
const focusMark = (mark: ReturnType<typeof page.getByRole>) => {
  const element = mark.element();
  if (element instanceof HTMLElement) element.focus();
};
const tabStops = () => marks.elements().filter((mark) => mark.tabIndex === 0);

describe('the chart of a report', () => {
  test.each(['bar', 'line', 'share'])(
    'is a single tab stop as %s, and arrow keys move between its marks',
    async (chartType) => {
      mockSalesReport(5);
      await openConsole(`${PIVOT_PATH}&chart=${chartType}`);
      await expect.element(marks.first()).toBeVisible();
      const lastIndex = marks.elements().length - 1;
      expect(lastIndex).toBeGreaterThan(0);
      expect(tabStops()).toEqual([marks.first().element()]);
      tabStops()[0]?.focus();
      for (const [key, index] of [
        ['{ArrowRight}', 1],
        ['{ArrowLeft}', 0],
        ['{ArrowUp}', 0],
        ['{End}', lastIndex],
        ['{ArrowDown}', lastIndex],
        ['{Home}', 0],
      ] as const) {
        await userEvent.keyboard(key);
        await expect.element(marks.nth(index)).toHaveFocus();
        await expect.poll(tabStops).toEqual([marks.nth(index).element()]);
      }
    },
  );

  test('names each mark by category and value, and opens its rows', async () => {
    mockSalesReport(5);
    await openConsole(PIVOT_PATH);
    const mark = chart.getByRole('link', { name: 'SGS · March 2026 · 13' });
    await expect.element(mark).toBeVisible();
    focusMark(mark);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => new URLSearchParams(location.search).get('filter[hotel.code][exact]')).toBe('SGS');
  });

  test('has a tab stop in each chart of the year, also after switching the metric', async () => {
    mockOverview();
    await openConsole('/report/overview');
    const countTabStops = () => chart.elements().map((group) => group.querySelectorAll('a[tabindex="0"]').length);
    await expect.poll(countTabStops).toEqual([1, 1, 1]);
    await page.getByRole('radio', { name: /^Visits/ }).click();
    await expect.element(page.getByRole('region', { name: 'By hotel · Visits' })).toBeVisible();
    await expect.poll(countTabStops).toEqual([1, 1, 1]);
  });
});
