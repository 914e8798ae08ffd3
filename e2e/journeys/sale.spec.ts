// Core test: every sale.
import { expectAccessible } from '../src/accessibility.ts';
import {
  FRONT_DESK_USER,
  FREE,
  SALE,
  chooseMembership,
  hotelDate,
  enterNewGuest,
  guestSearchBox,
  membersWithEmail,
  enterPayment,
  soldTo,
} from '../src/sale-steps.ts';
import { createMember, expect, firstOf, tag, test } from '../src/test.ts';

test.use({ account: FRONT_DESK_USER });

test('a clerk sells a new guest a membership by keyboard, with matching card, vouchers and sale', async ({
  page,
  client,
}) => {
  const word = tag();
  const email = `baru.${word}@example.test`;
  const press = (key: string) => page.keyboard.press(key);
  /** Opens the focused list and picks this option by typing it. */
  const pick = async (word: string) => {
    const list = page.locator(':focus');
    await press('Enter');
    const option = page.getByRole('option', { name: word, exact: true });
    await expect(option).toBeVisible();
    await page.keyboard.type(word);
    await expect(option).toBeFocused();
    await press('Enter');
    await expect(list).toHaveRole('combobox');
    await expect(list).toHaveText(word);
  };
  await page.goto(SALE);
  await expect(guestSearchBox(page)).toBeFocused();
  await page.keyboard.type(`Baru${word} Sekali`);
  await expect(page.getByRole('option', { name: /^New guest/ })).toHaveAttribute('aria-selected', 'true');
  await press('Enter');
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused();
  await page.keyboard.type(email);
  await press('Tab');
  await page.keyboard.type(`+62 811 ${Math.floor(1e7 + Math.random() * 8e7)}`);
  await press('Tab');
  await pick('Female');
  await page.getByRole('textbox', { name: 'Email' }).focus();
  await press('Enter');

  await expect(page.getByRole('radio').first()).toBeFocused();
  for (let at = 0; at < 6 && !(await page.getByRole('radio', { name: /Laksmira Gold/ }).isChecked()); at += 1)
    await press('ArrowDown');
  await press('Enter');

  await expect(page.getByRole('combobox', { name: 'Payment type' })).toBeFocused();
  await pick('Cash');
  await press('Tab');
  await page.keyboard.type(`KW-${word}`);
  await press('Tab');
  await press('Tab');
  await page.keyboard.type('250000');
  await press('Enter');
  await expect(page.getByRole('button', { name: /^Sell for Rp. 3,200,000/ })).toBeFocused();
  await expect(page.getByText(email)).toBeVisible();
  await press('Enter');
  await expect(page.getByRole('heading', { name: /Laksmira Gold issued to/ })).toBeFocused();
  await expect(page.getByRole('img', { name: /0000/ })).toBeVisible();

  const [member, ...others] = await membersWithEmail(client, email);
  expect(others).toEqual([]);
  const sold = await soldTo(client, member?.id ?? 0);
  expect(sold.transactions).toMatchObject([
    {
      transaction_type: { code: '1' },
      sub_total: '3450000.000',
      grand_total: '3200000.000',
      reference_no: `KW-${word}`,
    },
  ]);
  const rate = Number(sold.transactions[0]?.usd_rate);
  expect(sold.transactions[0]?.grand_total_usd).toBe((Math.round((3_200_000 / rate) * 100) / 100).toFixed(2));
  expect(sold.cards).toMatchObject([{ start_date: hotelDate(0), is_active: 1 }]);
  const details = await client.get<{ data: { spend_type: { code: string }; unit_price: string }[] }>(
    `/api/transaction_detail?transaction_id=${sold.transactions[0]?.id ?? 0}`,
  );
  expect(details.data).toMatchObject([{ spend_type: { code: '1' }, unit_price: '3450000.000' }]);
  expect(sold.vouchers.length).toBeGreaterThan(0);
  for (const voucher of sold.vouchers)
    expect(voucher).toMatchObject({
      member_card_id: sold.cards[0]?.id,
      valid_until_date: sold.cards[0]?.end_date,
    });
});

test('a clerk recognises an existing member by email and sells a card without a duplicate member', async ({
  page,
  client,
}) => {
  const hotel = await firstOf(client, '/api/hotel?filter[code][exact]=JKM');
  const member = await createMember(client, { hotel_id: hotel.id });
  await page.goto(SALE);
  await page.getByRole('button', { name: 'New guest' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill(member.email.toUpperCase());
  await page.getByRole('button', { name: `Sell to this member: ${member.first_name}` }).click();
  await expect(page.getByRole('group', { name: 'Guest' }).getByText(member.email)).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await chooseMembership(page, 'Laksmira Silver');
  await enterPayment(page);
  await page.getByRole('button', { name: /^Sell for/ }).click();
  await expect(page.getByRole('heading', { name: /Laksmira Silver issued to/ })).toBeVisible();
  expect(await membersWithEmail(client, member.email)).toHaveLength(1);
});

test.describe('a clerk on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('can sell a guest at the bar a free membership', async ({ page, client }) => {
    await page.goto(FREE);
    const email = await enterNewGuest(page, tag());
    await page.getByRole('radio', { name: /Sahabat/ }).tap();
    await page.getByRole('button', { name: 'Continue' }).tap();
    await expect(page.getByRole('heading', { name: 'Payment', exact: true })).toHaveCount(0);
    await page.getByRole('button', { name: 'Issue membership' }).tap();
    await expect(page.getByRole('heading', { name: /Sahabat issued to/ })).toBeVisible();
    expect(await page.evaluate(() => document.querySelector('#page-scroller')?.scrollWidth)).toBe(390);
    await expectAccessible(page);
    const [member] = await membersWithEmail(client, email);
    const sold = await soldTo(client, member?.id ?? 0);
    expect(sold.transactions).toMatchObject([{ transaction_type: { code: '3' }, grand_total: '0.000' }]);
    expect(sold.cards).toHaveLength(1);
    expect(sold.vouchers.length).toBeGreaterThan(0);
  });
});
