import type { Locator, Page } from '@playwright/test';
import { ACCOUNTS, expect, test } from '../src/test.ts';

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const figureOf = (page: Page, name: RegExp) => page.getByRole('main').getByRole('link', { name });
const numberIn = (text: string): number => Number(/[\d,]+$/.exec(text.trim())?.[0].replaceAll(',', ''));

async function openDashboard(page: Page): Promise<void> {
  await page.goto('/company/dashboard');
  await expect(page.getByRole('heading', { name: 'Revenue by month', exact: true })).toBeVisible();
}

/** Follows a link and gives how many rows the list says that there are. */
async function totalBehind(page: Page, figure: Locator): Promise<number> {
  const answered = page.waitForResponse((r) =>
    /\/api\/(member|visit|transaction|voucher_redeem|member_voucher)\?/.test(r.url()),
  );
  await figure.click();
  const answer = (await (await answered).json()) as { meta: { total: number } };
  await expect(page.getByRole('grid')).toBeVisible();
  return answer.meta.total;
}

test('head office opens figures of the dashboard, and finds just the rows that they count', async ({ page }) => {
  await openDashboard(page);
  for (const name of [/^Maintained: /, /^Ended: \d/, /^in 90 days: /]) {
    const figure = figureOf(page, name);
    // Members come and go meanwhile: once, both are of one moment.
    await expect(async () => {
      const number = numberIn(await figure.innerText());
      expect(number).toBeGreaterThan(0);
      const total = await totalBehind(page, figure);
      await page.goBack();
      expect(total, String(name)).toBe(number);
    }).toPass();
  }
  const visits = card(page, 'Visits');
  await page.getByRole('button', { name: 'Table: Visits' }).click();
  const number = numberIn(await visits.getByRole('row').nth(4).getByRole('link').nth(1).innerText());
  await page.getByRole('button', { name: 'Chart: Visits' }).click();
  expect(await totalBehind(page, visits.getByRole('list', { name: 'Months' }).getByRole('link').nth(3))).toBe(number);
  await page.goBack();
  await page.getByRole('button', { name: 'Table: Redemptions' }).click();
  // The first month: all records, then those in rupiah, which come first of all currencies.
  const redeemed = card(page, 'Redemptions').getByRole('row').nth(1).getByRole('link');
  const all = numberIn(await redeemed.first().innerText());
  const ofRupiah = await totalBehind(page, redeemed.nth(1));
  expect(ofRupiah).toBeGreaterThan(0);
  expect(ofRupiah).toBeLessThanOrEqual(all);
});

test('head office narrows the figures to a region, which is still counted after a reload', async ({ page }) => {
  await openDashboard(page);
  const figure = figureOf(page, /^Ended: \d/);
  const all = numberIn(await figure.innerText());
  const counted = page.getByRole('button', { name: /^Hotels counted/ });
  await counted.click();
  await page.getByRole('menuitemradio', { name: 'Indonesia (region)' }).click();
  await expect.poll(async () => numberIn(await figure.innerText())).toBeLessThan(all);
  await page.reload();
  await expect(counted).toHaveAccessibleName('Hotels counted: Indonesia (region)');
  await expect.poll(async () => numberIn(await figure.innerText())).toBeLessThan(all);
});

test.describe('at the front desk of one hotel', () => {
  test.use({ account: ACCOUNTS.frontDesk });

  test('only that hotel is counted, and the lists behind it agree', async ({ page }) => {
    await openDashboard(page);
    await expect(page.getByRole('button', { name: /^Hotels counted/ })).toHaveCount(0);
    const figure = figureOf(page, /^Ended: \d/);
    const number = numberIn(await figure.innerText());
    expect(await totalBehind(page, figure)).toBe(number);
  });
});
