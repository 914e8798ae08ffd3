import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openConsole } from '../../testing/open-console.tsx';
import { answer } from '../../testing/played-server.ts';
import { answerSales, groupedSales } from '../../testing/report-run.ts';

const chart = page.getByRole('group', { name: 'Chart', exact: true }).or(page.getByRole('group', { name: 'Grafik' }));
const MONTH = 'transaction.transaction_date';

/** 12,000 sales of one membership at each hotel. */
const manyHotels = (count: number) => {
  const run = groupedSales('membership.name,hotel.code');
  const hotels = Array.from({ length: count }, (_, at) => `H${String(at + 1).padStart(2, '0')}`);
  return {
    ...run,
    data: hotels.map((hotel) => ({ 'membership.name': 'Laksmira Gold', 'hotel.code': hotel })),
    rows_by_currency: hotels.map(() => [{ currency: 'IDR', rows: 12_000, totals: {} }]),
    meta: { ...run.meta, total: count },
  };
};

describe('the picture of a table across', () => {
  test.each([`${MONTH},hotel.code`, `hotel.code,${MONTH}`])('has its months along the axis: %s', async (group) => {
    answerSales(5);
    await openConsole(`/report/plus?as=pivot&group=${group}`);
    await expect.element(chart.getByRole('link', { name: 'JKS · February 2026 · 8' })).toBeVisible();
    await expect.element(chart.getByRole('link', { name: 'SGS · March 2026 · 13' })).toBeVisible();
    const months = chart.getByTitle(/2026$/).elements();
    expect(months.map((month) => month.textContent)).toEqual(['Feb', 'Mar', 'Apr']);
  });

  test('shows the figures of its axis whole where its bars are scrolled on a phone', async () => {
    await page.viewport(390, 844);
    answer('GET /api/report/run/sales-report', manyHotels(20));
    await openConsole(`/report/plus?as=pivot&group=membership.name,hotel.code`, { language: 'id' });
    const figure = chart.getByText('12 rb').last();
    await expect.element(figure).toBeVisible();
    const axis = figure.element().parentElement?.getBoundingClientRect();
    expect(figure.element().getBoundingClientRect().left).toBeGreaterThanOrEqual(axis?.left ?? Infinity);
  });
});
