import { SALE_TYPE } from '@innkeeper/contract';
import type { MemberSearchResult, Offer, Offers, SaleResponse } from '@innkeeper/contract/calls';
import type { UserValues } from './fixtures.ts';
import { FRONT_DESK, HOTELS } from './fixtures.ts';
import { CARD_PICTURE } from './card-picture.ts';
import { CAN_BUY } from './member-eligibility.ts';
import { mockResponse, setRecords } from './mock-server.ts';
import { row } from './rows.ts';

/** The server's responses about sales at the front desk in Jakarta. */

const [JAKARTA] = HOTELS;

/** The seller: the user of `FRONT_DESK`, with the right to see the mail log. */
export const SELLER: UserValues = { ...FRONT_DESK, roles: [...(FRONT_DESK.roles ?? []), 'VIEW_MAIL_LOG'] };

export const GOLD_OFFER: Offer = {
  membership: { id: 2, name: 'Laksmira Gold', code: 'GLD' },
  price: '3450000.000',
  price_missing: null,
  is_renewal_price: false,
  start_date: '2026-05-22',
  end_date: '2027-05-21',
  validity_months: 12,
  rank: 2,
  benefits: 'Late check-out\nWelcome drink',
  benefits_url: 'https://example.test/gold',
  is_regional: false,
  min_visit: 4,
  min_visit_to_upgrade: 8,
  vouchers: [
    {
      id: 1,
      name: 'Dinner for two',
      name_id: 'Makan malam berdua',
      quantity: 2,
      nominal: '750000.000',
      is_restricted: false,
    },
    { id: 2, name: 'Free night', name_id: 'Menginap gratis', quantity: 1, nominal: '1500000.000', is_restricted: true },
  ],
};

export const SILVER_OFFER: Offer = {
  ...GOLD_OFFER,
  membership: { id: 1, name: 'Laksmira Silver', code: 'SLV' },
  price: '1950000.000',
  rank: 1,
  benefits: null,
  benefits_url: null,
  is_regional: true,
  min_visit: 0,
  min_visit_to_upgrade: 0,
  vouchers: [],
};

export const FREE_OFFER: Offer = {
  ...GOLD_OFFER,
  membership: { id: 3, name: 'Laksmira Sahabat', code: 'SHB' },
  price: '0.000',
  rank: 0,
};

/** The offers for a guest who has no card. */
export const OFFERS: Offers = {
  hotel: JAKARTA,
  time_zone: 'Asia/Jakarta',
  day: '2026-05-22',
  currency: 'IDR',
  decimals: 0,
  usd_rate: '16300.000000',
  rejection: null,
  card: null,
  paid: null,
  term_end: null,
  allowed: [SALE_TYPE.sale, SALE_TYPE.free],
  offers: [SILVER_OFFER, GOLD_OFFER],
};

/** The offers for a member with a Gold card in its last weeks, at the prices of renewals. */
export const RENEWAL_OFFERS: Offers = {
  ...OFFERS,
  card: {
    id: 7,
    sbec_no: '3600 0000 0007',
    membership: GOLD_OFFER.membership,
    start_date: '2025-06-22',
    end_date: '2026-06-21',
  },
  allowed: [SALE_TYPE.renewal],
  offers: [SILVER_OFFER, GOLD_OFFER].map((offer) => ({
    ...offer,
    price: offer === GOLD_OFFER ? '2450000.000' : '1450000.000',
    is_renewal_price: true,
    start_date: '2026-06-22',
    end_date: '2027-06-21',
  })),
};

/** The offers for a member with a Silver card in the middle of its term: Gold for the difference, with the same end. */
export const UPGRADE_OFFERS: Offers = {
  ...OFFERS,
  card: {
    id: 7,
    sbec_no: '3600 0000 0007',
    membership: SILVER_OFFER.membership,
    start_date: '2025-12-22',
    end_date: '2026-12-21',
  },
  paid: SILVER_OFFER.price,
  allowed: [SALE_TYPE.upgrade],
  offers: [{ ...GOLD_OFFER, price: '1500000.000', end_date: '2026-12-21' }],
};

/** The member that the mocked search finds. */
export const FOUND_MEMBER: MemberSearchResult = {
  id: 5,
  name: 'Bagus Santoso',
  is_elsewhere: false,
  card: { sbec_no: '3600 0000 0007', end_date: '2026-06-21', membership: 'Laksmira Gold' },
  standing: 'active',
  hotel: JAKARTA,
  available_vouchers: 3,
  email: 'bagus@example.test',
  phone_no: '+6281155500005',
  may: CAN_BUY,
};

export const SALE_RESPONSE: SaleResponse = {
  transaction: {
    id: 11,
    version: 1,
    transaction_no: 'TRX-JKM-2605-0011',
    created_at: '2026-05-22 03:00:00',
    created_by: { id: 1, name: 'Sari Wulandari' },
  },
  member: { id: 5, version: 1, first_name: 'Bagus', last_name: 'Santoso', email: 'bagus@example.test' },
  member_card: {
    id: 7,
    version: 1,
    sbec_no: '3600 0000 0007',
    membership: GOLD_OFFER.membership,
    start_date: '2026-05-22',
    end_date: '2027-05-21',
    file_url: CARD_PICTURE,
  },
  member_vouchers: [1, 2].map((id) => ({
    id,
    version: 1,
    voucher_no: `V-000${id}`,
    voucher: { id: 1, name: 'Dinner for two', name_id: 'Makan malam berdua', code: 'D2' },
    valid_until_date: '2027-05-21',
  })),
};

/** Mocks a front desk of one hotel that sells `offers`. No other member has the guest's email or phone. */
export function mockSales(offers: Offers = OFFERS): void {
  setRecords('hotel', [row('hotel', 1, { ...JAKARTA, is_active: 1 })]);
  setRecords('member', [
    row('member', 5, {
      first_name: 'Bagus',
      last_name: 'Santoso',
      email: 'bagus@example.test',
      phone_no: '+6281155500005',
      hotel_id: 1,
      standing: 'active',
      membership_notification: 1,
      all_notification: 1,
    }),
  ]);
  setRecords('mail_log', []);
  mockResponse('GET /api/transaction/offers', { data: offers });
  mockResponse('GET /api/member/duplicates', { data: [] });
  mockResponse('GET /api/search', { data: { members: [FOUND_MEMBER], vouchers: [] } });
  mockResponse('POST /api/transaction/wizard', { data: SALE_RESPONSE });
}
