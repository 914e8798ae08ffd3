// Core test: every bill.
import { createGuest } from '../src/desk-guests.ts';
import { expect, tag, test } from '../src/test.ts';

test.describe('bills at the front desk of one hotel', () => {
  test.use({ account: 'dewi.anggraini' });

  test('a bill is posted by card and keyboard alone, then one for another hotel’s guest', async ({ page, client }) => {
    const guests = [await createGuest(client, 'JKM'), await createGuest(client, 'SMK')] as const;
    const bills = [`BILL-${tag()}`, `BILL-${tag()}`] as const;
    const box = page.getByRole('searchbox', { name: /^Card, phone/ });
    await page.goto('/finance/visit/quick');
    await expect(box).toBeFocused();
    await page.keyboard.type(guests[0].cardNo);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Bill number' })).toBeFocused();
    await page.keyboard.type(bills[0]);
    await page.keyboard.press('Tab');
    await page.keyboard.type('1000000');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('500000');
    await page.keyboard.press('Enter');
    const line = page.getByRole('status').filter({ hasText: 'Rp. 1,500,000 posted for' });
    await expect(line).toContainText(guests[0].member.first_name);
    await expect(line).toContainText(/\d+ of \d+ visits/);
    await expect(page.getByRole('listitem').filter({ hasText: bills[0] })).toContainText('Rp. 1,500,000');

    await expect(box).toBeFocused();
    await page.keyboard.type(guests[1].cardNo);
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Bill number' }).fill(bills[1]);
    await page.getByRole('textbox', { name: 'Rooms' }).fill('2000000');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: 'Rp. 2,000,000 posted' })).toBeVisible();

    const visitsOf = async ({ member }: (typeof guests)[number]) =>
      (await client.get<{ data: unknown[] }>(`/api/visit?member_id=${member.id}`)).data;
    expect(await visitsOf(guests[0])).toEqual([
      expect.objectContaining({
        reference_no: bills[0],
        total_fb: '1000000.000',
        total_others: '500000.000',
        staff_name: 'Dewi Anggraini',
      }),
    ]);
    expect(await visitsOf(guests[1])).toEqual([expect.objectContaining({ reference_no: bills[1] })]);
  });
});
