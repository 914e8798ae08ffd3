import { type Client, loadFirst, createTag } from './records.ts';

/** The records of a Gold membership sale. */
interface GoldSale {
  readonly member: {
    readonly id: number;
    readonly first_name: string;
    readonly email: string;
    readonly hotel_id: number;
  };
  readonly member_card: { readonly id: number; readonly sbec_no: string };
  readonly member_vouchers: readonly { readonly id: number; readonly voucher_no: string }[];
}

/** Creates a guest for this test only and sells them a Gold membership today. */
export async function sellGoldMembership(
  client: Client,
  memberFields: Record<string, unknown> = {},
): Promise<GoldSale> {
  const loadFirstId = async (path: string) => (await loadFirst(client, path)).id;
  const tag = createTag();
  const { data } = await client.post<{ data: GoldSale }>('/api/transaction/wizard', {
    type: 1,
    hotel_id: await loadFirstId('/api/hotel?filter[code][exact]=JKM'),
    membership_id: await loadFirstId('/api/membership?filter[code][exact]=GLD'),
    type_payment_id: await loadFirstId('/api/option_detail/choices?slug=type-payment'),
    member: {
      first_name: `Tamu${tag}`,
      last_name: 'Percobaan',
      email: `tamu.${tag}@example.test`,
      phone_no: `+62 811 ${Math.floor(1e7 + Math.random() * 8e7)}`,
      origin_country_id: await loadFirstId('/api/country?per_page=1&filter[cca2][exact]=ID'),
      type_gender_id: await loadFirstId('/api/option_detail/choices?slug=type-gender'),
      ...memberFields,
    },
  });
  return data;
}

/** Creates a visit today at the hotel that serves the member. */
export const createVisit = (client: Client, { member }: GoldSale) =>
  client.post<{ data: { id: number; visit_no: string } }>('/api/visit', {
    member_id: member.id,
    hotel_id: member.hotel_id,
    reference_no: createTag(),
    staff_name: 'Dewi',
    total_fb: '100000',
  });

/** Lets all visits of a day count, so that a member can reach the next tier on the same day. */
export async function countEveryVisit(client: Client): Promise<void> {
  const query = new URLSearchParams({ 'filter[option.slug][exact]': 'visits-per-day' });
  const { data } = await client.get<{ data: { id: number }[] }>(`/api/option_detail?${query}`);
  for (const { id } of data) await client.post(`/api/option_detail/${id}`, { value: '50' });
}

/** Redeems the sale's first voucher at the hotel that serves the member. */
export const redeemFirstVoucher = (client: Client, { member, member_vouchers: [voucher] }: GoldSale) =>
  client.post<{ data: { id: number; redeem_no: string } }>('/api/voucher_redeem', {
    member_voucher_id: voucher?.id,
    redeem_hotel_id: member.hotel_id,
    redeem_date: new Date().toISOString(),
    booking_no: 'B-77',
    staff_name: 'Sari',
  });
