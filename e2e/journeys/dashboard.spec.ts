import type { Locator, Page } from '@playwright/test';
import { ACCOUNTS, expect, test } from '../src/test.ts';

const chartCard = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const metricLink = (page: Page, name: RegExp) => page.getByRole('main').getByRole('link', { name });
const parseTrailingNumber = (text: string): number => Number(/[\d,]+$/.exec(text.trim())?.[0].replaceAll(',', ''));

async function openDashboard(page: Page): Promise<void> {
  await page.goto('/company/dashboard');
  await expect(page.getByRole('heading', { name: 'Revenue by month', exact: true })).toBeVisible();
}

/** Follows a link and returns the row count that the list shows. */
async function readLinkedListTotal(page: Page, metric: Locator): Promise<number> {
  const responseReceived = page.waitForResponse((r) =>
    /\/api\/(member|visit|transaction|voucher_redeem|member_voucher)\?/.test(r.url()),
  );
  await metric.click();
  const response = (await (await responseReceived).json()) as { meta: { total: number } };
  await expect(page.getByRole('grid')).toBeVisible();
  return response.meta.total;
}

test('head office opens dashboard metrics and finds exactly the rows they count', async ({ page }) => {
  await openDashboard(page);
  for (const name of [/^Maintained: /, /^Lapsed: \d/, /^within 90 days: /]) {
    const metric = metricLink(page, name);
    // Other tests add and delete members, so retry until no change happens between reading the two numbers.
    await expect(async () => {
      const number = parseTrailingNumber(await metric.innerText());
      expect(number).toBeGreaterThan(0);
      const total = await readLinkedListTotal(page, metric);
      await page.goBack();
      expect(total, String(name)).toBe(number);
    }).toPass();
  }
  const visits = chartCard(page, 'Visits');
  await page.getByRole('button', { name: 'Table: Visits' }).click();
  const number = parseTrailingNumber(await visits.getByRole('row').nth(4).getByRole('link').nth(1).innerText());
  await page.getByRole('button', { name: 'Chart: Visits' }).click();
  expect(await readLinkedListTotal(page, visits.getByRole('list', { name: 'Months' }).getByRole('link').nth(3))).toBe(
    number,
  );
  await page.goBack();
  await page.getByRole('button', { name: 'Table: Redemptions' }).click();
  // In the first month: all records, then those in rupiah, the first of the currencies.
  const redemptionLinks = chartCard(page, 'Redemptions').getByRole('row').nth(1).getByRole('link');
  const totalCount = parseTrailingNumber(await redemptionLinks.first().innerText());
  const rupiahTotal = await readLinkedListTotal(page, redemptionLinks.nth(1));
  expect(rupiahTotal).toBeGreaterThan(0);
  expect(rupiahTotal).toBeLessThanOrEqual(totalCount);
});

test('head office filters the metrics by a region, and the filter survives a reload', async ({ page }) => {
  await openDashboard(page);
  const metric = metricLink(page, /^Lapsed: \d/);
  const totalCount = parseTrailingNumber(await metric.innerText());
  const hotelFilter = page.getByRole('button', { name: /^Hotels:/ });
  await hotelFilter.click();
  await page.getByRole('menuitemradio', { name: 'Indonesia (region)' }).click();
  await expect.poll(async () => parseTrailingNumber(await metric.innerText())).toBeLessThan(totalCount);
  await page.reload();
  await expect(hotelFilter).toHaveAccessibleName('Hotels: Indonesia (region)');
  await expect.poll(async () => parseTrailingNumber(await metric.innerText())).toBeLessThan(totalCount);
});

test.describe('the dashboard at the front desk of one hotel', () => {
  test.use({ account: ACCOUNTS.frontDesk });

  test('counts only that hotel, and the linked lists match', async ({ page }) => {
    await openDashboard(page);
    await expect(page.getByRole('button', { name: /^Hotels:/ })).toHaveCount(0);
    const metric = metricLink(page, /^Lapsed: \d/);
    const number = parseTrailingNumber(await metric.innerText());
    expect(await readLinkedListTotal(page, metric)).toBe(number);
  });
});
