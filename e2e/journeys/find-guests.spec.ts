// Core test: a day at the front desk.
import type { Page } from '@playwright/test';
import { ACCOUNTS, type Client, createMember, expect, loadFirst, test } from '../src/test.ts';

const searchBox = (page: Page) =>
  page.getByRole('textbox', { name: 'Name, card, voucher, phone or email', exact: true });
const searchResults = (page: Page) => page.getByRole('main').getByRole('listitem');

const dateInDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Creates a member with a card that is valid for another 300 days. */
async function createCardHolder(client: Client, fields: Record<string, unknown>) {
  const member = await createMember(client, fields);
  const { id: hotel_id } = await loadFirst(client, '/api/hotel?per_page=1');
  const { id: membership_id } = await loadFirst(client, '/api/membership?per_page=1&filter[is_regional][eq]=0');
  const { data: card } = await client.post<{ data: { id: number; sbec_no: string } }>('/api/member_card', {
    member_id: member.id,
    membership_id,
    hotel_id: fields.hotel_id ?? hotel_id,
    start_date: '2020-01-01',
    end_date: dateInDays(300),
    is_active: 1,
    remark: 'For a journey',
  });
  return { member, card };
}

async function createVoucher(client: Client, card: { readonly id: number }) {
  const { data: cardRecord } = await client.get<{ data: { membership_id: number } }>(`/api/member_card/${card.id}`);
  const { id: voucher_id } = await loadFirst(
    client,
    `/api/voucher?per_page=1&filter[is_active][eq]=1&filter[nominal][gt]=0&filter[membership_id][includes]=${cardRecord.membership_id}`,
  );
  const { data } = await client.post<{ data: { id: number; voucher_no: string } }>('/api/member_voucher', {
    member_card_id: card.id,
    voucher_id,
    redeem_date: '2020-01-01',
    valid_until_date: dateInDays(300),
    remark: 'For a journey',
  });
  return data;
}

test('a guest is found by a misspelled name, also after a reload, and by a dictated voucher number', async ({
  page,
  client,
}) => {
  const { member, card } = await createCardHolder(client, { last_name: 'Kusumawardhani' });
  const voucher = await createVoucher(client, card);
  await page.goto('/company/dashboard');
  await page.getByRole('navigation').getByRole('link', { name: 'Search', exact: true }).first().click();
  await expect(searchBox(page)).toBeFocused();
  await page.keyboard.type(`Kusumawardani ${member.first_name}`);
  await expect(searchResults(page)).toHaveCount(1);
  await expect(searchResults(page)).toContainText([`${member.first_name} Kusumawardhani`]);
  await expect(page).toHaveURL(/q=Kusumawardani/);
  await page.reload();
  await expect(searchResults(page)).toContainText([`${member.first_name} Kusumawardhani`]);
  const dictatedNumber = voucher.voucher_no
    .toLowerCase()
    .replaceAll('0', 'o')
    .replaceAll(/(.{4})(?!$)/g, '$1 ');
  await searchBox(page).fill(dictatedNumber);
  const voucherItems = page.getByRole('region', { name: 'Vouchers', exact: true }).getByRole('listitem');
  await expect(voucherItems).toContainText([voucher.voucher_no]);
  await expect(voucherItems).toContainText([member.first_name]);
  await voucherItems.getByRole('link', { name: /^Redeem: / }).click();
  await expect(page).toHaveURL(new RegExp(`/finance/voucher-redeem/wizard/${member.id}/${voucher.id}$`));
});

test.describe('guests at the front desk of one hotel', () => {
  test.use({ account: ACCOUNTS.frontDesk });

  test('a guest of another hotel is found by card number only, is marked, and opens the front desk', async ({
    page,
    client,
    request,
    getSession,
  }) => {
    const { access_token } = await getSession(ACCOUNTS.frontDesk);
    const visibleHotels = (await (
      await request.get('/api/hotel', { headers: { authorization: `Bearer ${access_token}` } })
    ).json()) as { data: { id: number }[] };
    const ids = new Set(visibleHotels.data.map(({ id }) => id));
    const { data: allHotels } = await client.get<{ data: { id: number; name: string }[] }>('/api/hotel?per_page=100');
    const foreignHotel = allHotels.find(({ id }) => !ids.has(id));
    const { member, card } = await createCardHolder(client, { last_name: 'Tetangga', hotel_id: foreignHotel?.id });
    await page.goto(`/company/search?q=${member.first_name}`);
    await expect(page.getByText('No results for')).toBeVisible();
    await searchBox(page).fill(card.sbec_no);
    await expect(searchResults(page)).toContainText([`Guest of another hotel: ${foreignHotel?.name}`]);
    await expect(searchResults(page)).not.toContainText([member.email]);
    await expect(searchResults(page).getByRole('link')).toHaveText([`${member.first_name} Tetangga`]);
    // A card without vouchers has nothing to redeem; the button's description explains this.
    await expect(searchResults(page).getByRole('button', { name: /^Redeem/ })).toHaveAccessibleDescription(
      'No voucher is redeemable now.',
    );
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/finance/voucher-redeem/wizard/${member.id}$`));
  });
});
