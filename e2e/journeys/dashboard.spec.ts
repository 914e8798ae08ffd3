import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../src/accessibility.ts';
import { ACCOUNTS, expect, firstOf, tag, test } from '../src/test.ts';

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const link = (place: Locator | Page, name: string | RegExp) => place.getByRole('link', { name });
const numberIn = (text: string): number => Number(/[\d,]+$/.exec(text.trim())?.[0].replaceAll(',', ''));

async function openDashboard(page: Page, query = ''): Promise<void> {
  await page.goto(`/company/dashboard${query}`);
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

test('every figure opens just the rows that it counts', async ({ page }) => {
  await openDashboard(page);
  for (const name of [/^Maintained: /, /^Lapsed: \d/, /^Lapsed this month: /, /^in 30 days: /, /^in 90 days: /]) {
    const figure = link(page.getByRole('main'), name);
    // Members come and go meanwhile: once, both are of one moment.
    await expect(async () => {
      const number = numberIn(await figure.innerText());
      expect(number).toBeGreaterThan(0);
      const total = await totalBehind(page, figure);
      await page.goBack();
      expect(total, String(name)).toBe(number);
    }).toPass();
  }
});

test('a bar opens the visits of its month and membership, a month all of them', async ({ page }) => {
  await openDashboard(page);
  const visits = card(page, 'Visits');
  // By keyboard the months are links; their records are told by the table.
  await page.getByRole('button', { name: 'Table: Visits' }).press('Enter');
  const records = visits.getByRole('row', { name: /^Records/ }).getByRole('link');
  const number = numberIn(await records.nth(3).innerText());
  await page.getByRole('button', { name: 'Chart: Visits' }).press('Enter');
  expect(await totalBehind(page, visits.getByRole('list', { name: 'Months' }).getByRole('link').nth(3))).toBe(number);
  await page.goBack();
  await visits.locator('a[data-tooltip*="Laksmira Gold"]').nth(3).hover();
  await expect(page.locator('.tooltip')).toContainText(/Laksmira Gold · \w+ \d{4} · USD [\d,]+/);
  await visits.locator('a[data-tooltip*="Laksmira Gold"]').nth(3).click();
  await expect(page).toHaveURL(/\/finance\/visit\?.*membership_id=\d+/);
  await expect(page.getByRole('grid')).toBeVisible();
});

test('the table behind a chart has every number, each a link to its rows', async ({ page }) => {
  await openDashboard(page);
  for (const name of ['Sales of memberships', 'Redemptions', 'Open vouchers by the month of their last day'])
    await page.getByRole('button', { name: `Table: ${name}` }).click();
  const redeemed = card(page, 'Redemptions')
    .getByRole('row', { name: /^Total/ })
    .getByRole('link');
  await expect(redeemed.first()).toBeVisible();
  const months = await redeemed.allInnerTexts();
  expect(months.slice(0, -1).reduce((sum, text) => sum + numberIn(text), 0)).toBe(numberIn(months.at(-1) ?? ''));
  await expectAccessible(page);
  const rupiah = card(page, 'Redemptions')
    .getByRole('row', { name: /^in IDR/ })
    .getByRole('link')
    .first();
  const [number, ofRupiah] = [numberIn(months[0] ?? ''), await totalBehind(page, rupiah)];
  expect(ofRupiah).toBeGreaterThan(0);
  expect(ofRupiah).toBeLessThanOrEqual(number);
});

test('one hotel, a region or all of them are counted, as the address says, and one currency as itself', async ({
  page,
}) => {
  await openDashboard(page);
  const all = numberIn(await link(page.getByRole('main'), /^Lapsed: \d/).innerText());
  await page.getByRole('combobox', { name: 'Hotels counted' }).selectOption('Indonesia (region)');
  await expect(page).toHaveURL(/region_id=\d+/);
  await expect
    .poll(async () => numberIn(await link(page.getByRole('main'), /^Lapsed: \d/).innerText()))
    .toBeLessThan(all);
  await page.getByText('IDR', { exact: true }).click();
  await expect(link(card(page, 'Visits'), /^Rp\. [\d,]+$/).first()).toBeVisible();
  await page.getByText('Hotel', { exact: true }).click();
  await expect(card(page, 'Visits').getByRole('list', { name: 'Legend' })).toContainText('Others');
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Hotels counted' })).toHaveValue(/^region_id/);
});

test.describe('at the front desk of one hotel', () => {
  test.use({ account: ACCOUNTS.frontDesk });

  test('only that hotel is counted, and the lists behind it agree', async ({ page }) => {
    await openDashboard(page);
    await expect(page.getByRole('combobox', { name: 'Hotels counted' })).toHaveCount(0);
    const figure = link(page.getByRole('main'), /^Lapsed: \d/);
    const number = numberIn(await figure.innerText());
    expect(await totalBehind(page, figure)).toBe(number);
  });

  test('a hotel’s revenue is in its own money, and in dollars where they are asked for', async ({ page }) => {
    await openDashboard(page);
    const visits = link(card(page, 'Visits'), /^Rp\. [\d,]+$/).first();
    await expect(visits).toBeVisible();
    await page.getByText('USD', { exact: true }).click();
    await expect(visits).toBeHidden();
    await expect(link(card(page, 'Visits'), /^USD [\d,]+$/).first()).toBeVisible();
  });
});

test('a hotel without members says so', async ({ page, client }) => {
  const country = await firstOf(client, '/api/country?filter[cca2][exact]=ID');
  const code = tag().toUpperCase();
  const { data } = await client.post<{ data: { id: number } }>('/api/hotel', {
    country_id: country.id,
    code,
    name: `Laksmira ${code}`,
    is_active: 1,
    email: `${code.toLowerCase()}@example.com`,
  });
  await page.goto(`/company/dashboard?hotel_id=${data.id}`);
  await expect(page.getByText('There are no members here yet.')).toBeVisible();
  await expectAccessible(page);
});

test.describe('when the server does not answer', () => {
  test.use({ expectedErrors: [/503/] });

  test('the figures are asked for again by a button', async ({ page }) => {
    await page.route(
      '**/api/dashboard',
      (route) => route.fulfill({ status: 503, json: { error: 'unavailable', message: 'Not now' } }),
      {
        times: 1,
      },
    );
    await page.goto('/company/dashboard');
    await expect(page.getByText('This could not be loaded.')).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Revenue by month', exact: true })).toBeVisible();
  });
});

for (const theme of ['light', 'dark'] as const)
  test.describe(`on a phone, in Indonesian, ${theme}`, () => {
    test.use({
      look: { language: 'id', theme },
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });

    test('the figures fit the screen, as bars and as tables', async ({ page }) => {
      await page.goto('/company/dashboard');
      await expect(page.getByRole('heading', { name: 'Pendapatan per bulan', exact: true })).toBeVisible();
      await page.getByRole('button', { name: 'Tabel: Kunjungan' }).tap();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      await expectAccessible(page);
    });
  });
