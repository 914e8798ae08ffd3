import { expectAccessible } from '../src/accessibility.ts';
import {
  CLERK,
  FREE,
  SALE,
  chooseMembership,
  createHolder,
  dayThere,
  enterNewGuest,
  guestBox,
  membersWith,
  pay,
  searchGuest,
  soldTo,
} from '../src/sale-steps.ts';
import { createMember, expect, firstOf, tag, test } from '../src/test.ts';

test.use({ account: CLERK });

const WORDS = {
  en: {
    newGuest: /^New guest/,
    female: 'Female',
    cash: 'Cash',
    payment: 'Payment type',
    sell: /^Sell for Rp\. 3,200,000/,
    holds: /now holds Laksmira Gold/,
  },
  id: {
    newGuest: /^Tamu baru/,
    female: 'Female',
    cash: 'Cash',
    payment: 'Jenis pembayaran',
    sell: /^Jual seharga Rp\. 3,200,000/,
    holds: /kini memegang Laksmira Gold/,
  },
} as const;

for (const language of ['en', 'id'] as const) {
  const words = WORDS[language];
  test.describe(`in ${language}`, () => {
    test.use({ look: { language, theme: language === 'id' ? 'dark' : 'light' } });

    test('a membership is sold to a new guest by keyboard alone: one member, sale, detail and card, and the vouchers', async ({
      page,
      client,
    }) => {
      const word = tag();
      const email = `baru.${word}@example.test`;
      const press = (key: string) => page.keyboard.press(key);
      /** Opens the list that has the focus, and takes the choice that begins so. */
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
      await expect(guestBox(page)).toBeFocused();
      await page.keyboard.type(`Baru${word} Sekali`);
      await expect(page.getByRole('option', { name: words.newGuest })).toHaveAttribute('aria-selected', 'true');
      await expectAccessible(page);
      await press('Enter');
      await expect(page.locator('input[name=email]')).toBeFocused();
      await page.keyboard.type(email);
      await press('Tab');
      await page.keyboard.type(`+62 811 ${Math.floor(1e7 + Math.random() * 8e7)}`);
      await press('Tab');
      await pick(words.female);
      await expectAccessible(page);
      await page.locator('input[name=email]').focus();
      await press('Enter');

      await expect(page.getByRole('radio').first()).toBeFocused();
      for (let at = 0; at < 6 && !(await page.getByRole('radio', { name: /Laksmira Gold/ }).isChecked()); at += 1)
        await press('ArrowDown');
      await expectAccessible(page);
      await press('Enter');

      await expect(page.getByRole('combobox', { name: words.payment })).toBeFocused();
      await pick(words.cash);
      await press('Tab');
      await page.keyboard.type(`KW-${word}`);
      await press('Tab');
      await press('Tab');
      await page.keyboard.type('250000');
      await expectAccessible(page);
      await press('Enter');
      await expect(page.getByRole('button', { name: words.sell })).toBeFocused();
      await expect(page.getByText(email)).toBeVisible();
      await expectAccessible(page);
      await press('Enter');
      await expect(page.getByRole('heading', { name: words.holds, exact: true })).toBeFocused();
      await expect(page.getByRole('img', { name: /0000/ })).toBeVisible();
      await expectAccessible(page);

      const [member, ...others] = await membersWith(client, email);
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
      expect(sold.cards).toMatchObject([{ start_date: dayThere(0), is_active: 1 }]);
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
  });
}

test('an existing member with the same e-mail or phone is offered before a second one is created', async ({
  page,
  client,
}) => {
  const hotel = await firstOf(client, '/api/hotel?filter[code][exact]=JKM');
  const member = await createMember(client, { hotel_id: hotel.id });
  await page.goto(SALE);
  await page.getByRole('button', { name: 'New guest' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill(member.email.toUpperCase());
  await expectAccessible(page);
  await page.getByRole('button', { name: `Sell to this member: ${member.first_name}` }).click();
  await expect(page.getByRole('group', { name: 'Guest' }).getByText(member.email)).toBeVisible();
  const goOn = page.getByRole('button', { name: 'Continue' });
  await expect(goOn).toBeFocused();
  await expect(goOn).toBeEnabled();
  await page.keyboard.press('Enter');
  await chooseMembership(page, 'Laksmira Silver');
  await pay(page);
  await expect(page.getByText('is in the programme already and gets a new card')).toBeVisible();
  await page.getByRole('button', { name: /^Sell for/ }).click();
  await expect(page.getByRole('heading', { name: /now holds Laksmira Silver/ })).toBeVisible();
  expect(await membersWith(client, member.email)).toHaveLength(1);
});

test.describe('when the server refuses a field', () => {
  test.use({ expectedErrors: [/422/] });

  test('the sale goes back to it, and nothing is sold until it is mended', async ({ page, client }) => {
    const member = await createMember(client);
    await page.goto(SALE);
    await enterNewGuest(page, tag());
    await chooseMembership(page, 'Laksmira Silver');
    await pay(page);
    await page.getByRole('button', { name: 'Change: Guest' }).click();
    await page.getByRole('textbox', { name: 'Email' }).fill(member.email);
    for (let step = 0; step < 3; step += 1) await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: /^Sell for/ }).click();
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused();
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveAccessibleDescription('This is taken.');
    expect((await soldTo(client, member.id)).transactions).toEqual([]);
    const email = `lain.${tag()}@example.test`;
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    for (let step = 0; step < 3; step += 1) await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: /^Sell for/ }).click();
    await expect(page.getByRole('heading', { name: /now holds/ })).toBeVisible();
    expect(await membersWith(client, email)).toHaveLength(1);
  });
});

test('a card number that is scanned leads to the member at once', async ({ page, client }) => {
  const { member, card } = await createHolder(client, 20);
  await page.goto(SALE);
  await expect(guestBox(page)).toBeFocused();
  await page.keyboard.type(card.sbec_no);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('group', { name: 'Guest' }).getByText(member.email)).toBeVisible();
});

test('what is missing is said at its field, and the first of them has the focus', async ({ page }) => {
  await page.goto(SALE);
  await page.getByRole('button', { name: 'New guest' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('textbox', { name: 'First name' })).toBeFocused();
  for (const name of ['First name', 'Email', 'Phone'])
    await expect(page.getByRole('textbox', { name })).toHaveAccessibleDescription('Please fill this in.');
  await expect(page.getByRole('combobox', { name: 'Gender' })).toHaveAccessibleDescription('Please fill this in.');
});

test('a membership that is restricted to another region is not offered', async ({ page, client }) => {
  const region = await firstOf(client, '/api/region?filter[code][exact]=IDN');
  const regions = await client.get<{ data: { id: number }[] }>('/api/region');
  const elsewhere = regions.data.find(({ id }) => id !== region.id);
  const name = `Terbatas ${tag()}`;
  await client.post('/api/membership', {
    name,
    price: '100000',
    renewal_price: '90000',
    is_free: 0,
    min_visit: 0,
    min_visit_to_upgrade: 0,
    is_regional: 0,
    restrict_region_id: elsewhere?.id,
  });
  await page.goto(SALE);
  await enterNewGuest(page, tag());
  await expect(page.getByRole('radio', { name: /Laksmira Gold/ })).toBeVisible();
  await expect(page.getByRole('radio', { name })).toHaveCount(0);
});

test('a membership is given free of charge, without a payment', async ({ page, client }) => {
  await page.goto(FREE);
  const email = await enterNewGuest(page, tag());
  await page.getByRole('radio', { name: /Sahabat/ }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Payment', exact: true })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Give the membership' }).click();
  await expect(page.getByRole('heading', { name: /now holds Sahabat/ })).toBeVisible();
  const [member] = await membersWith(client, email);
  const sold = await soldTo(client, member?.id ?? 0);
  expect(sold.transactions).toMatchObject([{ transaction_type: { code: '3' }, grand_total: '0.000' }]);
  expect(sold.cards).toHaveLength(1);
  expect(sold.vouchers.length).toBeGreaterThan(0);
});

test('a discount above the price is refused at its field', async ({ page }) => {
  await page.goto(SALE);
  await enterNewGuest(page, tag());
  await chooseMembership(page, 'Laksmira Silver');
  await pay(page, '1950001');
  await expect(page.getByRole('textbox', { name: 'Discount' })).toHaveAccessibleDescription('At most 1,950,000.');
  await page.getByRole('textbox', { name: 'Discount' }).fill('1950000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('button', { name: 'Sell for Rp. 0' })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a membership is sold, and nothing is wider than the screen', async ({ page }) => {
    await page.goto(SALE);
    const isWithin = async () =>
      expect(await page.evaluate(() => document.querySelector('#page-scroller')?.scrollWidth)).toBe(390);
    await searchGuest(page, 'sari');
    await isWithin();
    await guestBox(page).fill('');
    await enterNewGuest(page, tag());
    await expect(page.getByRole('radio', { name: /Laksmira Gold/ })).toBeVisible();
    await isWithin();
    await chooseMembership(page, 'Laksmira Gold');
    await isWithin();
    await pay(page);
    await isWithin();
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Sell for/ }).tap();
    await expect(page.getByRole('heading', { name: /now holds/ })).toBeVisible();
    await isWithin();
  });
});
