import { type Page, expect } from '@playwright/test';
import { type Client, createMember, loadFirst } from './records.ts';

export const SALE_PATH = '/finance/transaction/wizard';
export const FREE_SALE_PATH = '/finance/transaction/free_membership';

/** The front desk user of a hotel in Jakarta who makes the sales of the tests. */
export const FRONT_DESK_USER = 'dewi.anggraini';
const HOTEL_CODE = 'JKM';

/** The date at that hotel, this many days from now: `YYYY-MM-DD`. */
export const hotelDate = (days: number): string =>
  new Date(Date.now() + 7 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);

interface Card {
  readonly id: number;
  readonly sbec_no: string;
  readonly membership_id: number;
  readonly start_date: string;
  readonly end_date: string;
  readonly is_active: number;
}

interface SaleRecords {
  readonly transactions: readonly {
    readonly id: number;
    readonly transaction_no: string;
    readonly transaction_type: { readonly code: string };
    readonly sub_total: string;
    readonly discount: string;
    readonly grand_total: string;
    readonly grand_total_usd: string;
    readonly usd_rate: string;
    readonly reference_no: string | null;
  }[];
  readonly cards: readonly Card[];
  readonly vouchers: readonly { readonly member_card_id: number; readonly valid_until_date: string }[];
}

/** All records of the sales to a member. */
export async function loadSales(client: Client, memberId: number): Promise<SaleRecords> {
  const loadAll = async <T>(resource: string) =>
    (await client.get<{ data: T[] }>(`/api/${resource}?member_id=${memberId}&per_page=100&sort=id`)).data;
  return {
    transactions: await loadAll('transaction'),
    cards: await loadAll('member_card'),
    vouchers: await loadAll('member_voucher'),
  };
}

/** The members with this email. */
export const findMembersByEmail = async (client: Client, email: string): Promise<readonly { readonly id: number }[]> =>
  (await client.get<{ data: { id: number }[] }>(`/api/member?filter[email][exact]=${email}`)).data;

/** Creates a member of the hotel with a card that expires this many days from now. */
export async function createCardHolder(client: Client, daysUntilEnd: number) {
  const hotel = await loadFirst(client, `/api/hotel?filter[code][exact]=${HOTEL_CODE}`);
  const membership = await loadFirst<{ id: number; name: string; renewal_price: string }>(
    client,
    '/api/membership?filter[code][exact]=GLD',
  );
  const member = await createMember(client, {
    hotel_id: hotel.id,
    register_hotel_id: hotel.id,
    membership_id: membership.id,
  });
  const { data: card } = await client.post<{ data: Card }>('/api/member_card', {
    member_id: member.id,
    membership_id: membership.id,
    hotel_id: hotel.id,
    start_date: hotelDate(daysUntilEnd - 364),
    end_date: hotelDate(daysUntilEnd),
    is_active: 1,
    remark: 'For a journey',
  });
  return { member, membership, card, hotelId: hotel.id };
}

/** The search box for guests. */
export const guestSearchBox = (page: Page) =>
  page.getByRole('combobox', { name: /^(Name, card number|Nama, nomor kartu)/ });

/** Types the guest's name and waits for the search results. */
async function searchGuest(page: Page, text: string): Promise<void> {
  await expect(guestSearchBox(page)).toBeVisible();
  await guestSearchBox(page).fill(text);
  await expect(page.getByRole('listbox', { name: /^(Members found|Anggota yang ditemukan)$/ })).toHaveAttribute(
    'aria-busy',
    'false',
  );
}

/** Fills in the guest step of a sale to a new guest, using fields and buttons. Returns the email. */
export async function enterNewGuest(page: Page, tag: string): Promise<string> {
  const email = `tamu.${tag}@example.test`;
  await searchGuest(page, `Tamu${tag} Percobaan`);
  await page.getByRole('option', { name: /^New guest/ }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Phone' }).fill(`+62 811 ${Math.floor(1e7 + Math.random() * 8e7)}`);
  await page.getByRole('combobox', { name: 'Gender' }).click();
  await page.getByRole('option', { name: 'Female' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  return email;
}

export async function chooseMembership(page: Page, name: string): Promise<void> {
  await page.getByRole('radio', { name: new RegExp(name) }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

export async function enterPayment(page: Page, discount?: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Payment type' }).click();
  await page.getByRole('option', { name: 'Cash' }).click();
  if (discount !== undefined) await page.getByRole('textbox', { name: 'Discount' }).fill(discount);
  await page.getByRole('button', { name: 'Continue' }).click();
}
