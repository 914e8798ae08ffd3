import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openConsole } from '../../testing/open-console.tsx';
import { mockResponse } from '../../testing/mock-server.ts';
import { mockSalesReport, groupedSales } from '../../testing/report-run.ts';

const chart = page.getByRole('group', { name: 'Chart', exact: true }).or(page.getByRole('group', { name: 'Grafik' }));
const MONTH_COLUMN = 'transaction.transaction_date';

/** 12,000 sales of one membership at each hotel. */
const createHotelRun = (count: number) => {
  const run = groupedSales('membership.name,hotel.code');
  const hotels = Array.from({ length: count }, (_, index) => `H${String(index + 1).padStart(2, '0')}`);
  return {
    ...run,
    data: hotels.map((hotel) => ({ 'membership.name': 'Laksmira Gold', 'hotel.code': hotel })),
    rows_by_currency: hotels.map(() => [{ currency: 'IDR', rows: 12_000, totals: {} }]),
    meta: { ...run.meta, total: count },
  };
};

describe('the chart of a pivot table', () => {
  test.each([`${MONTH_COLUMN},hotel.code`, `hotel.code,${MONTH_COLUMN}`])(
    'shows months along the axis: %s',
    async (group) => {
      mockSalesReport(5);
      await openConsole(`/report/plus?as=pivot&group=${group}`);
      await expect.element(chart.getByRole('link', { name: 'JKS · February 2026 · 8' })).toBeVisible();
      await expect.element(chart.getByRole('link', { name: 'SGS · March 2026 · 13' })).toBeVisible();
      const months = chart.getByTitle(/2026$/).elements();
      expect(months.map((month) => month.textContent)).toEqual(['Feb', 'Mar', 'Apr']);
    },
  );

  test('shows complete axis labels while its bars scroll on a phone', async () => {
    await page.viewport(390, 844);
    mockResponse('GET /api/report/run/sales-report', createHotelRun(20));
    await openConsole(`/report/plus?as=pivot&group=membership.name,hotel.code`, { language: 'id' });
    const axisLabel = chart.getByText('12 rb').last();
    await expect.element(axisLabel).toBeVisible();
    const axis = axisLabel.element().parentElement?.getBoundingClientRect();
    expect(axisLabel.element().getBoundingClientRect().left).toBeGreaterThanOrEqual(axis?.left ?? Infinity);
  });
});
