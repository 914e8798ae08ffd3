import { expectAccessible } from '../src/accessibility.ts';
import { CLERK, SALE, createHolder, dayThere, pay, soldTo } from '../src/sale-steps.ts';
import { expect, test } from '../src/test.ts';

test.use({ account: CLERK });

const renewalOf = (id: number): string => `${SALE}?type=2&member_id=${id}`;

test('a card that ends soon is renewed early: the new one starts the day after, and the old one stays valid', async ({
  page,
  client,
}) => {
  const { member, membership, card } = await createHolder(client, 30);
  await page.goto(renewalOf(member.id));
  const guest = page.getByRole('group', { name: 'Guest' });
  await expect(guest.getByText(card.sbec_no)).toBeVisible();
  await expect(guest.getByText('Vouchers that are not used yet keep their own last day')).toBeVisible();
  await expectAccessible(page);
  const goOn = page.getByRole('button', { name: 'Continue' });
  await expect(goOn).toBeFocused();
  await expect(goOn).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('radio', { name: new RegExp(membership.name) })).toBeChecked();
  await page.keyboard.press('Enter');
  await pay(page);
  await expect(page.getByText(/The present card .* stay good until/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Renew for/ }).click();
  await expect(page.getByRole('heading', { name: new RegExp(`now holds ${membership.name}`) })).toBeVisible();

  const sold = await soldTo(client, member.id);
  expect(sold.transactions).toMatchObject([
    { transaction_type: { code: '2' }, sub_total: `${Number(membership.renewal_price)}.000` },
  ]);
  expect(sold.cards).toMatchObject([
    { id: card.id, end_date: dayThere(30), is_active: 1 },
    { start_date: dayThere(31), is_active: 1 },
  ]);
});

test('who presses Enter before the card is known goes on once it is', async ({ page, client }) => {
  const { member, membership } = await createHolder(client, 30);
  const known = Promise.withResolvers<void>();
  await page.route(/\/api\/transaction\/offers/, async (route) => {
    await known.promise;
    await route.continue();
  });
  await page.goto(renewalOf(member.id));
  const goOn = page.getByRole('button', { name: 'Continue' });
  await expect(goOn).toBeFocused();
  await expect(goOn).toHaveAttribute('aria-busy', 'true');
  await page.keyboard.press('Enter');
  known.resolve();
  await expect(page.getByRole('radio', { name: new RegExp(membership.name) })).toBeChecked();
});

test('a card that has ended is renewed from today, or something else is sold', async ({ page, client }) => {
  const { member } = await createHolder(client, -20);
  await page.goto(`${SALE}?member_id=${member.id}`);
  await expect(page.getByText(/The card ended on .*; the new one begins on/)).toBeVisible();
  await page.getByRole('radio', { name: 'New membership' }).click();
  await page.getByRole('radio', { name: 'Renewal' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await pay(page);
  await page.getByRole('button', { name: /^Renew for/ }).click();
  await expect(page.getByRole('heading', { name: /now holds/ })).toBeVisible();
  expect((await soldTo(client, member.id)).cards.at(-1)).toMatchObject({ start_date: dayThere(0) });
});

test('outside its window a renewal says from when until when it can be made', async ({ page, client }) => {
  const { member, card } = await createHolder(client, 200);
  await page.goto(`${SALE}?member_id=${member.id}`);
  await expect(page.getByText(new RegExp(`Card ${card.sbec_no} ends on .*: it can be renewed from`))).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue' })).toHaveCount(0);
  await expectAccessible(page);
});

test.describe('when another clerk was first', () => {
  test.use({ expectedErrors: [/409/] });

  test('the renewal is refused in words that say who', async ({ page, client }) => {
    const { member, membership, hotelId } = await createHolder(client, 10);
    await page.goto(renewalOf(member.id));
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('radio', { name: new RegExp(membership.name) })).toBeChecked();
    await page.getByRole('button', { name: 'Continue' }).click();
    await pay(page);
    const [payment] = (await client.get<{ data: { id: number }[] }>('/api/option_detail/choices?slug=type-payment'))
      .data;
    await client.post('/api/transaction/wizard', {
      type: 2,
      hotel_id: hotelId,
      membership_id: membership.id,
      member_id: member.id,
      type_payment_id: payment?.id,
    });
    await page.getByRole('button', { name: /^Renew for/ }).click();
    await expect(page.getByRole('group').getByText(/Ratna Kusumawardhani renewed this membership/)).toBeVisible();
    expect((await soldTo(client, member.id)).transactions).toHaveLength(1);
  });
});

test.describe('a sale that is taken back', () => {
  test.use({ account: 'admin@innkeeper.test' });

  test('says what goes along and what comes back, and is refused once a voucher was redeemed', async ({
    page,
    client,
  }) => {
    const { member, membership, hotelId } = await createHolder(client, -5);
    const [payment] = (await client.get<{ data: { id: number }[] }>('/api/option_detail/choices?slug=type-payment'))
      .data;
    const { data } = await client.post<{
      data: {
        transaction: { id: number; transaction_no: string };
        member_card: { sbec_no: string };
        member_vouchers: { id: number }[];
      };
    }>('/api/transaction/wizard', {
      type: 2,
      hotel_id: hotelId,
      membership_id: membership.id,
      member_id: member.id,
      type_payment_id: payment?.id,
    });
    const { transaction_no } = data.transaction;
    await page.goto(`/finance/transaction/${data.transaction.id}`);
    await page.getByRole('button', { name: `Delete ${transaction_no}` }).click();
    const question = page.getByRole('alertdialog', { name: `Delete ${transaction_no}?` });
    await expect(question.getByText(`card ${data.member_card.sbec_no}, ${membership.name}`)).toBeVisible();
    await expect(question.getByText(`${data.member_vouchers.length} vouchers that were not used`)).toBeVisible();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText(/^Deleted on/)).toBeVisible();
    expect((await soldTo(client, member.id)).vouchers).toEqual([]);

    await page.getByRole('button', { name: 'Restore' }).click();
    const back = page.getByRole('alertdialog', { name: `Restore ${transaction_no}?` });
    await expect(back.getByText(`card ${data.member_card.sbec_no}, ${membership.name}`)).toBeVisible();
    await back.getByRole('button', { name: 'Restore' }).click();
    await expect(page.getByText(/^Deleted on/)).toHaveCount(0);
    expect((await soldTo(client, member.id)).vouchers).toHaveLength(data.member_vouchers.length);

    const { data: redemption } = await client.post<{ data: { redeem_no: string } }>('/api/voucher_redeem', {
      member_voucher_id: data.member_vouchers[0]?.id,
      redeem_hotel_id: hotelId,
      redeem_date: new Date().toISOString().slice(0, 19).replace('T', ' '),
      booking_no: 'B-7',
      staff_name: 'Dewi',
    });
    await page.getByRole('button', { name: `Delete ${transaction_no}` }).click();
    const refusal = page.getByRole('alertdialog', { name: `${transaction_no} cannot be deleted` });
    await expect(refusal.getByText(redemption.redeem_no)).toBeVisible();
    await expectAccessible(page);
    await refusal.getByRole('button', { name: 'Close' }).first().click();
    await expect(refusal).toBeHidden();
  });
});
