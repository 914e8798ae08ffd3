import type { Locator, Page } from '@playwright/test';
import { ACCOUNTS, expect, test } from '../src/test.ts';

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const metricLink = (page: Page, name: RegExp) => page.getByRole('main').getByRole('link', { name });
const numberIn = (text: string): number => Number(/[\d,]+$/.exec(text.trim())?.[0].replaceAll(',', ''));

async function openDashboard(page: Page): Promise<void> {
  await page.goto('/company/dashboard');
  await expect(page.getByRole('heading', { name: 'Revenue by month', exact: true })).toBeVisible();
}

/** Follows a link and returns the row count shown by the list. */
async function totalOfLinkedList(page: Page, metric: Locator): Promise<number> {
  const received = page.waitForResponse((r) =>
    /\/api\/(member|visit|transaction|voucher_redeem|member_voucher)\?/.test(r.url()),
  );
  await metric.click();
  const response = (await (await received).json()) as { meta: { total: number } };
  await expect(page.getByRole('grid')).toBeVisible();
  return response.meta.total;
}

test('head office opens dashboard metrics and finds exactly the rows they count', async ({ page }) => {
  await openDashboard(page);
  for (const name of [/^Maintained: /, /^Lapsed: \d/, /^within 90 days: /]) {
    const metric = metricLink(page, name);
    // Other tests add and delete members, so retry until both numbers are read without a change in between.
    await expect(async () => {
      const number = numberIn(await metric.innerText());
      expect(number).toBeGreaterThan(0);
      const total = await totalOfLinkedList(page, metric);
      await page.goBack();
      expect(total, String(name)).toBe(number);
    }).toPass();
  }
  const visits = card(page, 'Visits');
  await page.getByRole('button', { name: 'Table: Visits' }).click();
  const number = numberIn(await visits.getByRole('row').nth(4).getByRole('link').nth(1).innerText());
  await page.getByRole('button', { name: 'Chart: Visits' }).click();
  expect(await totalOfLinkedList(page, visits.getByRole('list', { name: 'Months' }).getByRole('link').nth(3))).toBe(
    number,
  );
  await page.goBack();
  await page.getByRole('button', { name: 'Table: Redemptions' }).click();
  // First month: all records, then those in rupiah, the first of the currencies.
  const redeemed = card(page, 'Redemptions').getByRole('row').nth(1).getByRole('link');
  const all = numberIn(await redeemed.first().innerText());
  const rupiahTotal = await totalOfLinkedList(page, redeemed.nth(1));
  expect(rupiahTotal).toBeGreaterThan(0);
  expect(rupiahTotal).toBeLessThanOrEqual(all);
});

test('head office filters the metrics by a region, and the filter survives a reload', async ({ page }) => {
  await openDashboard(page);
  const metric = metricLink(page, /^Lapsed: \d/);
  const all = numberIn(await metric.innerText());
  const counted = page.getByRole('button', { name: /^Hotels:/ });
  await counted.click();
  await page.getByRole('menuitemradio', { name: 'Indonesia (region)' }).click();
  await expect.poll(async () => numberIn(await metric.innerText())).toBeLessThan(all);
  await page.reload();
  await expect(counted).toHaveAccessibleName('Hotels: Indonesia (region)');
  await expect.poll(async () => numberIn(await metric.innerText())).toBeLessThan(all);
});

test.describe('the dashboard at the front desk of one hotel', () => {
  test.use({ account: ACCOUNTS.frontDesk });

  test('counts only that hotel, and the linked lists match', async ({ page }) => {
    await openDashboard(page);
    await expect(page.getByRole('button', { name: /^Hotels:/ })).toHaveCount(0);
    const metric = metricLink(page, /^Lapsed: \d/);
    const number = numberIn(await metric.innerText());
    expect(await totalOfLinkedList(page, metric)).toBe(number);
  });
});
