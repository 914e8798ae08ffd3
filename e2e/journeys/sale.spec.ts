// Core test: every sale.
import { expectAccessible } from '../src/accessibility.ts';
import {
  FRONT_DESK_USER,
  FREE_SALE_PATH,
  SALE_PATH,
  chooseMembership,
  hotelDate,
  enterNewGuest,
  guestSearchBox,
  findMembersByEmail,
  enterPayment,
  loadSales,
} from '../src/sale-steps.ts';
import { createMember, expect, loadFirst, createTag, test } from '../src/test.ts';

test.use({ account: FRONT_DESK_USER });

test('a clerk sells a new guest a membership by keyboard, with matching card, vouchers and sale', async ({
  page,
  client,
}) => {
  const tag = createTag();
  const email = `baru.${tag}@example.test`;
  const pressKey = (key: string) => page.keyboard.press(key);
  /** Opens the focused select and picks the option by typing it. */
  const selectOption = async (optionName: string) => {
    const combobox = page.locator(':focus');
    await pressKey('Enter');
    const option = page.getByRole('option', { name: optionName, exact: true });
    await expect(option).toBeVisible();
    await page.keyboard.type(optionName);
    await expect(option).toBeFocused();
    await pressKey('Enter');
    await expect(combobox).toHaveRole('combobox');
    await expect(combobox).toHaveText(optionName);
  };
  await page.goto(SALE_PATH);
  await expect(guestSearchBox(page)).toBeFocused();
  await page.keyboard.type(`Baru${tag} Sekali`);
  await expect(page.getByRole('option', { name: /^New guest/ })).toHaveAttribute('aria-selected', 'true');
  await pressKey('Enter');
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused();
  await page.keyboard.type(email);
  await pressKey('Tab');
  await page.keyboard.type(`+62 811 ${Math.floor(1e7 + Math.random() * 8e7)}`);
  await pressKey('Tab');
  await selectOption('Female');
  await page.getByRole('textbox', { name: 'Email' }).focus();
  await pressKey('Enter');

  await expect(page.getByRole('radio').first()).toBeFocused();
  for (let at = 0; at < 6 && !(await page.getByRole('radio', { name: /Laksmira Gold/ }).isChecked()); at += 1)
    await pressKey('ArrowDown');
  await pressKey('Enter');

  await expect(page.getByRole('combobox', { name: 'Payment type' })).toBeFocused();
  await selectOption('Cash');
  await pressKey('Tab');
  await page.keyboard.type(`KW-${tag}`);
  await pressKey('Tab');
  await pressKey('Tab');
  await page.keyboard.type('250000');
  await pressKey('Enter');
  await expect(page.getByRole('button', { name: /^Sell for Rp. 3,200,000/ })).toBeFocused();
  await expect(page.getByText(email)).toBeVisible();
  await pressKey('Enter');
  await expect(page.getByRole('heading', { name: /Laksmira Gold issued to/ })).toBeFocused();
  await expect(page.getByRole('img', { name: /0000/ })).toBeVisible();

  const [member, ...otherMembers] = await findMembersByEmail(client, email);
  expect(otherMembers).toEqual([]);
  const sales = await loadSales(client, member?.id ?? 0);
  expect(sales.transactions).toMatchObject([
    {
      transaction_type: { code: '1' },
      sub_total: '3450000.000',
      grand_total: '3200000.000',
      reference_no: `KW-${tag}`,
    },
  ]);
  const rate = Number(sales.transactions[0]?.usd_rate);
  expect(sales.transactions[0]?.grand_total_usd).toBe((Math.round((3_200_000 / rate) * 100) / 100).toFixed(2));
  expect(sales.cards).toMatchObject([{ start_date: hotelDate(0), is_active: 1 }]);
  const details = await client.get<{ data: { spend_type: { code: string }; unit_price: string }[] }>(
    `/api/transaction_detail?transaction_id=${sales.transactions[0]?.id ?? 0}`,
  );
  expect(details.data).toMatchObject([{ spend_type: { code: '1' }, unit_price: '3450000.000' }]);
  expect(sales.vouchers.length).toBeGreaterThan(0);
  for (const voucher of sales.vouchers)
    expect(voucher).toMatchObject({
      member_card_id: sales.cards[0]?.id,
      valid_until_date: sales.cards[0]?.end_date,
    });
});

test('a clerk recognises an existing member by email and sells a card without a duplicate member', async ({
  page,
  client,
}) => {
  const hotel = await loadFirst(client, '/api/hotel?filter[code][exact]=JKM');
  const member = await createMember(client, { hotel_id: hotel.id });
  await page.goto(SALE_PATH);
  await page.getByRole('button', { name: 'New guest' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill(member.email.toUpperCase());
  await page.getByRole('button', { name: `Sell to this member: ${member.first_name}` }).click();
  await expect(page.getByRole('group', { name: 'Guest' }).getByText(member.email)).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await chooseMembership(page, 'Laksmira Silver');
  await enterPayment(page);
  await page.getByRole('button', { name: /^Sell for/ }).click();
  await expect(page.getByRole('heading', { name: /Laksmira Silver issued to/ })).toBeVisible();
  expect(await findMembersByEmail(client, member.email)).toHaveLength(1);
});

test.describe('a clerk on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('sells a guest at the bar a free membership', async ({ page, client }) => {
    await page.goto(FREE_SALE_PATH);
    const email = await enterNewGuest(page, createTag());
    await page.getByRole('radio', { name: /Sahabat/ }).tap();
    await page.getByRole('button', { name: 'Continue' }).tap();
    await expect(page.getByRole('heading', { name: 'Payment', exact: true })).toHaveCount(0);
    await page.getByRole('button', { name: 'Issue membership' }).tap();
    await expect(page.getByRole('heading', { name: /Sahabat issued to/ })).toBeVisible();
    expect(await page.evaluate(() => document.querySelector('#page-scroller')?.scrollWidth)).toBe(390);
    await expectAccessible(page);
    const [member] = await findMembersByEmail(client, email);
    const sales = await loadSales(client, member?.id ?? 0);
    expect(sales.transactions).toMatchObject([{ transaction_type: { code: '3' }, grand_total: '0.000' }]);
    expect(sales.cards).toHaveLength(1);
    expect(sales.vouchers.length).toBeGreaterThan(0);
  });
});
