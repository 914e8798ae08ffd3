import { type Client, createMember, loadFirst, createTag } from './records.ts';
import type { Member } from './records.ts';

/** A guest with a card, for front desk tests. */
export interface DeskGuest {
  readonly member: Member;
  /** The hotel that sold the card and serves the member. */
  readonly hotelId: number;
  readonly cardNo: string;
  readonly cardId: number;
}

/** A guest's voucher, with the names of its kind in both languages. */
export interface IssuedVoucher {
  readonly id: number;
  readonly voucher_no: string;
  readonly name: string;
  readonly name_id: string;
}

/** The UTC date this many days from now: `YYYY-MM-DD`. */
const dateFromToday = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Creates a guest of the hotel with this code, with a valid card. */
export async function createGuest(client: Client, hotelCode: string): Promise<DeskGuest> {
  const hotel = await loadFirst(client, `/api/hotel?filter[code][exact]=${hotelCode}`);
  const member = await createMember(client, { hotel_id: hotel.id, register_hotel_id: hotel.id });
  const membership = await loadFirst(client, '/api/membership?filter[code][exact]=SHP');
  const { data } = await client.post<{ data: { id: number; sbec_no: string } }>('/api/member_card', {
    member_id: member.id,
    membership_id: membership.id,
    hotel_id: hotel.id,
    sbec_no: `E2E-${createTag()}`.toUpperCase(),
    start_date: dateFromToday(-30),
    end_date: dateFromToday(330),
    is_active: 1,
    remark: 'For a journey',
  });
  return { member, hotelId: hotel.id, cardNo: data.sbec_no, cardId: data.id };
}

/** Issues a voucher on the guest's card: the membership's kind at this index, by default valid from day -30 to 330. */
export async function issueVoucher(
  client: Client,
  guest: DeskGuest,
  index = 0,
  overrides: Record<string, unknown> = {},
): Promise<IssuedVoucher> {
  const card = await client.get<{ data: { membership_id: number } }>(`/api/member_card/${guest.cardId}`);
  const vouchers = await client.get<{ data: { id: number; name: string; name_id: string }[] }>(
    `/api/voucher?per_page=20&sort=id&filter[membership_id][includes]=${card.data.membership_id}&filter[nominal][gt]=0`,
  );
  const voucher = vouchers.data[index];
  if (!voucher) throw new Error(`There is no kind ${index} of voucher`);
  const { data } = await client.post<{ data: { id: number; voucher_no: string } }>('/api/member_voucher', {
    member_card_id: guest.cardId,
    voucher_id: voucher.id,
    redeem_date: dateFromToday(-30),
    valid_until_date: dateFromToday(330),
    remark: 'For a journey',
    ...overrides,
  });
  return { id: data.id, voucher_no: data.voucher_no, name: voucher.name, name_id: voucher.name_id };
}
