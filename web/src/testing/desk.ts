import type { FrontDesk, DeskGuest, DeskVoucher } from '@innkeeper/contract/calls';
import { HOTELS } from './fixtures.ts';
import { CAN_RENEW } from './member-eligibility.ts';
import { HttpResponse, mockResponse, setRecords } from './mock-server.ts';
import { row } from './rows.ts';

/** The hotel of the front desk. */
const [DESK_HOTEL] = HOTELS;

/** The n-th voucher of a guest; by default an available one for a cake. */
export const deskVoucher = (n: number, values: Partial<DeskVoucher> = {}): DeskVoucher => ({
  id: n,
  voucher_no: `20260000000${n}`,
  name: 'Birthday cake',
  name_id: 'Kue ulang tahun',
  nominal: '250000.000',
  currency: 'IDR',
  redeem_date: '2026-01-01',
  valid_until_date: '2026-12-31',
  terms_condition: 'A day ahead.',
  terms_condition_id: 'Sehari sebelumnya.',
  file_url: '/testing/picture.svg',
  rejection: null,
  reason: null,
  hit: false,
  ...values,
});

export const DINNER_VOUCHER = deskVoucher(1, {
  name: 'Dinner for two',
  name_id: 'Makan malam berdua',
  nominal: '900000.000',
});
export const CAKE_VOUCHER = deskVoucher(2);
export const EXPIRED_VOUCHER = deskVoucher(3, {
  name: 'Night in a suite',
  name_id: 'Menginap di suite',
  rejection: 'expired',
  reason: 'This voucher was valid until 31 March 2026.',
});

/** A guest of this hotel with three vouchers, one of which has expired. */
export const deskGuest = (
  member: Partial<DeskGuest['member']> = {},
  values: Partial<Omit<DeskGuest, 'member'>> = {},
): DeskGuest => ({
  member: {
    id: 7,
    name: 'Ratna Kusuma',
    is_active: true,
    standing: 'active',
    hotel: DESK_HOTEL,
    is_elsewhere: false,
    ...member,
  },
  card: {
    sbec_no: '6010123412341234',
    membership: { id: 1, name: 'Laksmira Gold' },
    end_date: '2026-12-31',
    is_active: true,
    benefits: '20% off dining at every outlet\nLate check-out until 14:00',
  },
  greeting: { birthday_in: null, is_first_visit: false },
  address_state: null,
  vouchers: [DINNER_VOUCHER, CAKE_VOUCHER, EXPIRED_VOUCHER],
  left_out: 0,
  may: { ...CAN_RENEW, sale: null },
  ...values,
});

/** Mocks a front desk that finds these guests by card number, by whole voucher number, and by id. */
export function mockDesk(...guests: readonly DeskGuest[]): void {
  mockDeskIn('Asia/Jakarta', ...guests);
}

/** The same at a hotel in this time zone. */
export function mockDeskIn(time_zone: string, ...guests: readonly DeskGuest[]): void {
  mockResponse('GET /api/voucher_redeem/counter', ({ request }) => {
    const { searchParams: query } = new URL(request.url);
    const [q, memberId, hotelId] = ['q', 'member_id', 'hotel_id'].map((name) => query.get(name));
    const hotel = HOTELS.find(({ id }) => String(id) === hotelId) ?? DESK_HOTEL;
    const data = {
      hotel: { ...hotel, currency: 'IDR', decimals: 0, time_zone },
      day: query.get('redeem_date')?.slice(0, 10) ?? '2026-05-04',
      guests: guests
        .filter(
          ({ member, card, vouchers }) =>
            String(member.id) === memberId ||
            (q && (card?.sbec_no === q || vouchers.some((voucher) => voucher.voucher_no === q))),
        )
        .map((guest) => ({
          ...guest,
          vouchers: guest.vouchers.map((voucher) => ({ ...voucher, hit: voucher.voucher_no === q })),
        })),
    } satisfies FrontDesk;
    return HttpResponse.json({ data });
  });
}

/** Mocks a front desk to which only its own hotel is visible. */
export const mockOneHotel = (): void => setRecords('hotel', [row('hotel', DESK_HOTEL.id, DESK_HOTEL)]);
