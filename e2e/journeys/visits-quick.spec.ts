// Core test: every bill.
import { createGuest } from '../src/desk-guests.ts';
import { expect, createTag, test } from '../src/test.ts';

test.describe('bills at the front desk of one hotel', () => {
  test.use({ account: 'dewi.anggraini' });

  test('a bill is posted by card and keyboard alone, then one for another hotel’s guest', async ({ page, client }) => {
    const guests = [await createGuest(client, 'JKM'), await createGuest(client, 'SMK')] as const;
    const billNumbers = [`BILL-${createTag()}`, `BILL-${createTag()}`] as const;
    const searchBox = page.getByRole('searchbox', { name: /^Card, phone/ });
    await page.goto('/finance/visit/quick');
    await expect(searchBox).toBeFocused();
    await page.keyboard.type(guests[0].cardNo);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Bill number' })).toBeFocused();
    await page.keyboard.type(billNumbers[0]);
    await page.keyboard.press('Tab');
    await page.keyboard.type('1000000');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('500000');
    await page.keyboard.press('Enter');
    const postedMessage = page.getByRole('status').filter({ hasText: 'Rp. 1,500,000 posted for' });
    await expect(postedMessage).toContainText(guests[0].member.first_name);
    await expect(postedMessage).toContainText(/\d+ of \d+ visits/);
    await expect(page.getByRole('listitem').filter({ hasText: billNumbers[0] })).toContainText('Rp. 1,500,000');

    await expect(searchBox).toBeFocused();
    await page.keyboard.type(guests[1].cardNo);
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Bill number' }).fill(billNumbers[1]);
    await page.getByRole('textbox', { name: 'Rooms' }).fill('2000000');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: 'Rp. 2,000,000 posted' })).toBeVisible();

    const loadVisits = async ({ member }: (typeof guests)[number]) =>
      (await client.get<{ data: unknown[] }>(`/api/visit?member_id=${member.id}`)).data;
    expect(await loadVisits(guests[0])).toEqual([
      expect.objectContaining({
        reference_no: billNumbers[0],
        total_fb: '1000000.000',
        total_others: '500000.000',
        staff_name: 'Dewi Anggraini',
      }),
    ]);
    expect(await loadVisits(guests[1])).toEqual([expect.objectContaining({ reference_no: billNumbers[1] })]);
  });
});
