// Core test: every renewal.
import { FRONT_DESK_USER, SALE, createHolder, hotelDate, enterPayment, soldTo } from '../src/sale-steps.ts';
import { expect, test } from '../src/test.ts';

test.use({ account: FRONT_DESK_USER });

const renewalPath = (id: number): string => `${SALE}?type=2&member_id=${id}`;

test('renewing a card that expires soon starts the new one on the day after the old one ends', async ({
  page,
  client,
}) => {
  const { member, membership, card } = await createHolder(client, 30);
  await page.goto(renewalPath(member.id));
  const guest = page.getByRole('group', { name: 'Guest' });
  await expect(guest.getByText(card.sbec_no)).toBeVisible();
  const continueButton = page.getByRole('button', { name: 'Continue' });
  await expect(continueButton).toBeFocused();
  await expect(continueButton).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('radio', { name: new RegExp(membership.name) })).toBeChecked();
  await page.keyboard.press('Enter');
  await enterPayment(page);
  await expect(page.getByText(/The current card .* stay valid until/)).toBeVisible();
  await page.getByRole('button', { name: /^Renew for/ }).click();
  await expect(page.getByRole('heading', { name: new RegExp(`${membership.name} issued to`) })).toBeVisible();

  const sold = await soldTo(client, member.id);
  expect(sold.transactions).toMatchObject([
    { transaction_type: { code: '2' }, sub_total: `${Number(membership.renewal_price)}.000` },
  ]);
  expect(sold.cards).toMatchObject([
    { id: card.id, end_date: hotelDate(30), is_active: 1 },
    { start_date: hotelDate(31), is_active: 1 },
  ]);
});

test.describe('a clerk in the office', () => {
  test.use({ account: 'admin@innkeeper.test' });

  test('cancels and restores a sale with its records; rejects cancelling it once a voucher was redeemed', async ({
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
    const confirmation = page.getByRole('alertdialog', { name: `Delete ${transaction_no}?` });
    await expect(confirmation.getByText(`card ${data.member_card.sbec_no}, ${membership.name}`)).toBeVisible();
    await expect(confirmation.getByText(`${data.member_vouchers.length} unused vouchers`)).toBeVisible();
    await confirmation.getByRole('textbox', { name: 'Void reason' }).fill('Sold to the wrong guest');
    await confirmation.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText(/^Deleted on/)).toBeVisible();
    expect((await soldTo(client, member.id)).vouchers).toEqual([]);

    await page.getByRole('button', { name: 'Restore' }).click();
    const restoration = page.getByRole('alertdialog', { name: `Restore ${transaction_no}?` });
    await expect(restoration.getByText(`card ${data.member_card.sbec_no}, ${membership.name}`)).toBeVisible();
    await restoration.getByRole('button', { name: 'Restore' }).click();
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
    const rejection = page.getByRole('alertdialog', { name: `${transaction_no} cannot be deleted` });
    await expect(rejection.getByText(redemption.redeem_no)).toBeVisible();
  });
});
