import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/accessibility.ts';
import { type CounterGuest, createGuest } from '../src/counter-guests.ts';
import { type Client, expect, tag, test } from '../src/test.ts';

const HOTEL = 'JKM';
const OTHER_HOTEL = 'SMK';
const CLERK = 'dewi.anggraini';
const PATH = '/finance/visit/quick';

const boxOf = (page: Page) => page.getByRole('searchbox', { name: /^(Card, telephone|Kartu, telepon)/ });
const visitsOf = async (client: Client, guest: CounterGuest): Promise<readonly Record<string, unknown>[]> =>
  (await client.get<{ data: Record<string, unknown>[] }>(`/api/visit?member_id=${guest.member.id}`)).data;

for (const [language, words] of Object.entries({
  en: { posted: 'Rp. 1,500,000 posted for', progress: /\d+ of \d+ visits/ },
  id: { posted: 'Rp. 1,500,000 dicatat untuk', progress: /\d+ dari \d+ kunjungan/ },
} as const)) {
  test.describe(`in ${language}`, () => {
    test.use({ account: CLERK, look: { language: language === 'id' ? 'id' : 'en', theme: 'dark' } });

    test('a bill is posted by card number and keyboard alone, and the box waits for the next card', async ({
      page,
      client,
    }) => {
      const guest = await createGuest(client, HOTEL);
      const bill = `BILL-${tag()}`;
      await page.goto(PATH);
      await expect(boxOf(page)).toBeFocused();
      await page.keyboard.type(guest.cardNo);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: guest.member.first_name })).toBeVisible();
      await page.keyboard.type(bill);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.type('1000000');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.type('500000');
      await expect(page.getByRole('status').filter({ hasText: 'Rp. 1,500,000' })).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Enter');
      const line = page.getByRole('status').filter({ hasText: words.posted });
      await expect(line).toContainText(guest.member.first_name);
      await expect(line).toContainText(words.progress);
      await expect(boxOf(page)).toBeFocused();
      await expect(boxOf(page)).toHaveValue('');
      await expect(page.getByRole('listitem').filter({ hasText: bill })).toContainText('Rp. 1,500,000');
      await expectAccessible(page);
      expect(await visitsOf(client, guest)).toMatchObject([
        { reference_no: bill, total_fb: '1000000.000', total_others: '500000.000', staff_name: 'Dewi Anggraini' },
      ]);
    });
  });
}

test.describe('at the front desk', () => {
  test.use({ account: CLERK });

  test('a bill of another hotel’s member is posted by the card, without a look at the member', async ({
    page,
    client,
  }) => {
    const guest = await createGuest(client, OTHER_HOTEL);
    await page.goto(PATH);
    await boxOf(page).fill(guest.cardNo);
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Bill number' }).fill(`BILL-${tag()}`);
    await page.getByRole('textbox', { name: 'Rooms' }).fill('2000000');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: 'Rp. 2,000,000 posted' })).toBeVisible();
    expect(await visitsOf(client, guest)).toHaveLength(1);
  });

  test('from two days late on it asks why, and says so before', async ({ page, client }) => {
    const guest = await createGuest(client, HOTEL);
    await page.goto(`${PATH}?member_id=${guest.member.id}`);
    await page.getByRole('textbox', { name: 'Bill number' }).fill(`BILL-${tag()}`);
    await page.getByText('Another day, or a remark').click();
    const remark = page.getByRole('textbox', { name: 'Remark' });
    await expect(remark).not.toHaveAttribute('aria-required');
    const late = new Date(Date.now() - 3 * 86_400_000);
    const [day] = late.toISOString().split('T');
    await page.getByRole('textbox', { name: 'Visit date' }).fill(day ?? '');
    await page.keyboard.press('Tab');
    await expect(remark).toHaveAttribute('aria-required', 'true');
    await expect(page.getByText('two days late or more').first()).toBeVisible();
    await page.getByRole('button', { name: 'Post', exact: true }).click();
    await expect(remark).toBeFocused();
    expect(await visitsOf(client, guest)).toEqual([]);
    await remark.fill('The outlet’s machine was down');
    await page.getByRole('button', { name: 'Post', exact: true }).click();
    await expect(page.getByRole('status').filter({ hasText: 'posted for' })).toBeVisible();
    expect(await visitsOf(client, guest)).toMatchObject([{ remark: 'The outlet’s machine was down' }]);
  });

  test.describe('a bill that was posted before', () => {
    test.use({ expectedErrors: [/422/] });

    test('is refused at its number', async ({ page, client }) => {
      const guest = await createGuest(client, HOTEL);
      const bill = `BILL-${tag()}`;
      await client.post('/api/visit', {
        hotel_id: guest.hotelId,
        member_id: guest.member.id,
        reference_no: bill,
        staff_name: 'Ayu',
      });
      await page.goto(`${PATH}?member_id=${guest.member.id}`);
      const number = page.getByRole('textbox', { name: 'Bill number' });
      await number.fill(bill);
      await page.keyboard.press('Enter');
      await expect(number).toHaveAccessibleDescription('This bill was posted already.');
      await expect(number).toBeFocused();
      expect(await visitsOf(client, guest)).toHaveLength(1);
    });
  });
});

test.describe('on a phone', () => {
  test.use({ account: CLERK, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a bill is posted with one thumb, and nothing is wider than the screen', async ({ page, client }) => {
    const guest = await createGuest(client, HOTEL);
    await page.goto(PATH);
    await boxOf(page).fill(guest.cardNo);
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Bill number' }).fill(`BILL-${tag()}`);
    const button = page.getByRole('button', { name: 'Post', exact: true });
    await expect(button).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await button.tap();
    await expect(page.getByRole('status').filter({ hasText: 'posted for' })).toBeVisible();
    expect(await visitsOf(client, guest)).toHaveLength(1);
  });
});
