// Core test: a day at the front desk.
import type { Page } from '@playwright/test';
import { ACCOUNTS, type Client, createMember, expect, firstOf, test } from '../src/test.ts';

const box = (page: Page) => page.getByRole('textbox', { name: 'Name, card, voucher, phone or email', exact: true });
const results = (page: Page) => page.getByRole('main').getByRole('listitem');

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Creates a member with a card that is valid for another 300 days. */
async function createHolder(client: Client, fields: Record<string, unknown>) {
  const member = await createMember(client, fields);
  const { id: hotel_id } = await firstOf(client, '/api/hotel?per_page=1');
  const { id: membership_id } = await firstOf(client, '/api/membership?per_page=1&filter[is_regional][eq]=0');
  const { data: card } = await client.post<{ data: { id: number; sbec_no: string } }>('/api/member_card', {
    member_id: member.id,
    membership_id,
    hotel_id: fields.hotel_id ?? hotel_id,
    start_date: '2020-01-01',
    end_date: inDays(300),
    is_active: 1,
    remark: 'For a journey',
  });
  return { member, card };
}

async function createVoucher(client: Client, card: { readonly id: number }) {
  const { data: whole } = await client.get<{ data: { membership_id: number } }>(`/api/member_card/${card.id}`);
  const { id: voucher_id } = await firstOf(
    client,
    `/api/voucher?per_page=1&filter[is_active][eq]=1&filter[nominal][gt]=0&filter[membership_id][includes]=${whole.membership_id}`,
  );
  const { data } = await client.post<{ data: { id: number; voucher_no: string } }>('/api/member_voucher', {
    member_card_id: card.id,
    voucher_id,
    redeem_date: '2020-01-01',
    valid_until_date: inDays(300),
    remark: 'For a journey',
  });
  return data;
}

test('a guest is found by a misspelled name, also after a reload, and by a dictated voucher number', async ({
  page,
  client,
}) => {
  const { member, card } = await createHolder(client, { last_name: 'Kusumawardhani' });
  const voucher = await createVoucher(client, card);
  await page.goto('/company/dashboard');
  await page.getByRole('navigation').getByRole('link', { name: 'Search', exact: true }).first().click();
  await expect(box(page)).toBeFocused();
  await page.keyboard.type(`Kusumawardani ${member.first_name}`);
  await expect(results(page)).toHaveCount(1);
  await expect(results(page)).toContainText([`${member.first_name} Kusumawardhani`]);
  await expect(page).toHaveURL(/q=Kusumawardani/);
  await page.reload();
  await expect(results(page)).toContainText([`${member.first_name} Kusumawardhani`]);
  const dictated = voucher.voucher_no
    .toLowerCase()
    .replaceAll('0', 'o')
    .replaceAll(/(.{4})(?!$)/g, '$1 ');
  await box(page).fill(dictated);
  const found = page.getByRole('region', { name: 'Vouchers', exact: true }).getByRole('listitem');
  await expect(found).toContainText([voucher.voucher_no]);
  await expect(found).toContainText([member.first_name]);
  await found.getByRole('link', { name: /^Redeem: / }).click();
  await expect(page).toHaveURL(new RegExp(`/finance/voucher-redeem/wizard/${member.id}/${voucher.id}$`));
});

test.describe('guests at the front desk of one hotel', () => {
  test.use({ account: ACCOUNTS.frontDesk });

  test('a guest of another hotel is found by card number only, is marked, and opens the front desk', async ({
    page,
    client,
    request,
    sessionOf,
  }) => {
    const { access_token } = await sessionOf(ACCOUNTS.frontDesk);
    const mine = (await (
      await request.get('/api/hotel', { headers: { authorization: `Bearer ${access_token}` } })
    ).json()) as { data: { id: number }[] };
    const ids = new Set(mine.data.map(({ id }) => id));
    const { data: all } = await client.get<{ data: { id: number; name: string }[] }>('/api/hotel?per_page=100');
    const theirs = all.find(({ id }) => !ids.has(id));
    const { member, card } = await createHolder(client, { last_name: 'Tetangga', hotel_id: theirs?.id });
    await page.goto(`/company/search?q=${member.first_name}`);
    await expect(page.getByText('No results for')).toBeVisible();
    await box(page).fill(card.sbec_no);
    await expect(results(page)).toContainText([`Guest of another hotel: ${theirs?.name}`]);
    await expect(results(page)).not.toContainText([member.email]);
    await expect(results(page).getByRole('link')).toHaveText([`${member.first_name} Tetangga`]);
    // A card without vouchers has nothing to redeem, and the button's description explains that.
    await expect(results(page).getByRole('button', { name: /^Redeem/ })).toHaveAccessibleDescription(
      'No voucher is redeemable now.',
    );
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/finance/voucher-redeem/wizard/${member.id}$`));
  });
});
