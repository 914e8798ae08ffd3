// Core test: every renewal.
import { FRONT_DESK_USER, SALE_PATH, createCardHolder, hotelDate, enterPayment, loadSales } from '../src/sale-steps.ts';
import { expect, test } from '../src/test.ts';

test.use({ account: FRONT_DESK_USER });

const createRenewalPath = (id: number): string => `${SALE_PATH}?type=2&member_id=${id}`;

test('renewing a card that expires soon starts the new one on the day after the old one ends', async ({
  page,
  client,
}) => {
  const { member, membership, card } = await createCardHolder(client, 30);
  await page.goto(createRenewalPath(member.id));
  const guestGroup = page.getByRole('group', { name: 'Guest' });
  await expect(guestGroup.getByText(card.sbec_no)).toBeVisible();
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

  const sales = await loadSales(client, member.id);
  expect(sales.transactions).toMatchObject([
    { transaction_type: { code: '2' }, sub_total: `${Number(membership.renewal_price)}.000` },
  ]);
  expect(sales.cards).toMatchObject([
    { id: card.id, end_date: hotelDate(30), is_active: 1 },
    { start_date: hotelDate(31), is_active: 1 },
  ]);
});

test.describe('a clerk in the office', () => {
  test.use({ account: 'admin@innkeeper.test' });

  test('cancels and restores a sale with its records, but cannot cancel it once a voucher was redeemed', async ({
    page,
    client,
  }) => {
    const { member, membership, hotelId } = await createCardHolder(client, -5);
    const [paymentType] = (await client.get<{ data: { id: number }[] }>('/api/option_detail/choices?slug=type-payment'))
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
      type_payment_id: paymentType?.id,
    });
    const { transaction_no } = data.transaction;
    await page.goto(`/finance/transaction/${data.transaction.id}`);
    await page.getByRole('button', { name: `Delete ${transaction_no}` }).click();
    const deleteDialog = page.getByRole('alertdialog', { name: `Delete ${transaction_no}?` });
    await expect(deleteDialog.getByText(`card ${data.member_card.sbec_no}, ${membership.name}`)).toBeVisible();
    await expect(deleteDialog.getByText(`${data.member_vouchers.length} unused vouchers`)).toBeVisible();
    await deleteDialog.getByRole('textbox', { name: 'Void reason' }).fill('Sold to the wrong guest');
    await deleteDialog.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText(/^Deleted on/)).toBeVisible();
    expect((await loadSales(client, member.id)).vouchers).toEqual([]);

    await page.getByRole('button', { name: 'Restore' }).click();
    const restoreDialog = page.getByRole('alertdialog', { name: `Restore ${transaction_no}?` });
    await expect(restoreDialog.getByText(`card ${data.member_card.sbec_no}, ${membership.name}`)).toBeVisible();
    await restoreDialog.getByRole('button', { name: 'Restore' }).click();
    await expect(page.getByText(/^Deleted on/)).toHaveCount(0);
    expect((await loadSales(client, member.id)).vouchers).toHaveLength(data.member_vouchers.length);

    const { data: redemption } = await client.post<{ data: { redeem_no: string } }>('/api/voucher_redeem', {
      member_voucher_id: data.member_vouchers[0]?.id,
      redeem_hotel_id: hotelId,
      redeem_date: new Date().toISOString().slice(0, 19).replace('T', ' '),
      booking_no: 'B-7',
      staff_name: 'Dewi',
    });
    await page.getByRole('button', { name: `Delete ${transaction_no}` }).click();
    const rejectionDialog = page.getByRole('alertdialog', { name: `${transaction_no} cannot be deleted` });
    await expect(rejectionDialog.getByText(redemption.redeem_no)).toBeVisible();
  });
});
