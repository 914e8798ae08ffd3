import type {
  MemberOverview,
  Standing,
  StandingVisit,
  StandingVoucher,
  TimelineEntry,
} from '@innkeeper/contract/calls';
import { CARD_PICTURE } from './card-picture.ts';
import { HOTELS } from './fixtures.ts';
import { CAN_BUY } from './member-eligibility.ts';
import { mockResponse, setRecords } from './mock-server.ts';
import { markDeleted, row } from './rows.ts';

/** The server's responses for the page of a member: status and overview. */

const [JAKARTA, SEMARANG] = HOTELS;
const GOLD_MEMBERSHIP = { id: 2, name: 'Laksmira Gold', code: 'GLD' };
const STAFF_MEMBER = { id: 9, name: 'Ratna Kusumawardhani' };

const dinner: StandingVoucher = {
  id: 31,
  voucher_no: 'V-0031',
  name: 'Dinner for two',
  name_id: 'Makan malam berdua',
  nominal: '750000.000',
  currency: 'IDR',
  redeem_date: '2026-02-01',
  valid_until_date: '2027-01-31',
  restrict_hotel: null,
  rejection: null,
  reason: null,
};

const visit: StandingVisit = {
  id: 51,
  visit_no: 'VIS-0051',
  day: '2026-03-14',
  hotel: JAKARTA,
  reference_no: 'B-51',
  grand_total: '1250000.000',
  currency: 'IDR',
};

const NOT_YET_RENEWABLE = 'Card 601012341234 ends on 31 January 2027. Renewal window: 2 November 2026 to 30 July 2027.';

/** A member with a Gold card and one visit, long before the renewal window. */
export const STANDING: Standing = {
  member: { id: 5, name: 'Bagus Santoso' },
  day: '2026-03-20',
  standing: 'active',
  membership: GOLD_MEMBERSHIP,
  card: {
    id: 7,
    sbec_no: '3600 0000 0007',
    membership: GOLD_MEMBERSHIP,
    start_date: '2026-02-01',
    end_date: '2027-01-31',
    is_running: true,
    currency: 'IDR',
    benefits: '20% off dining at every outlet',
    file_url: CARD_PICTURE,
  },
  next_card: null,
  manual_tier: null,
  visits: { counting: 'per-bill', counted: 1, complimentary: 0, total: 1 },
  maintain: { required: 4, missing: 3, by: '2027-01-31' },
  upgrade: {
    required: 8,
    missing: 7,
    by: '2027-01-31',
    to: { id: 3, name: 'Laksmira Platinum', code: 'PLT' },
    is_waiting: false,
  },
  counted: [visit],
  not_counted: [
    { ...visit, id: 50, day: '2026-01-10', why: 'before_card', reason: 'Before the first day of the term.' },
  ],
  vouchers: [
    dinner,
    { ...dinner, id: 32, voucher_no: 'V-0032' },
    { ...dinner, id: 33, name: 'Free night', name_id: 'Menginap gratis', restrict_hotel: SEMARANG },
    {
      ...dinner,
      id: 34,
      name: 'Birthday cake',
      name_id: 'Kue ulang tahun',
      rejection: 'conflict',
      reason: 'Only in the month of the birthday.',
    },
  ],
  renewal: { from: '2026-11-02', until: '2027-07-30', is_open: false },
  may: {
    sale: {
      next: 'renew',
      sell: NOT_YET_RENEWABLE,
      renew: NOT_YET_RENEWABLE,
      give: NOT_YET_RENEWABLE,
      upgrade: NOT_YET_RENEWABLE,
    },
    redeem: null,
  },
};

const redemptionEntry: TimelineEntry = {
  at: '2026-03-14 05:00:00',
  kind: 'redeemed',
  resource: 'voucher_redeem',
  id: 41,
  number: 'RDM-0041',
  name: 'Dinner for two',
  name_id: 'Makan malam berdua',
  note: null,
  state: null,
  amount: null,
  currency: null,
  decimals: null,
  hotel: JAKARTA,
  time_zone: 'Asia/Jakarta',
  by: STAFF_MEMBER,
  is_elsewhere: false,
};

export const OVERVIEW: MemberOverview = {
  spend: {
    visits: 2,
    elsewhere: 0,
    totals: [{ currency: 'IDR', decimals: 0, visits: 2, total: '2500000.000' }],
    usd: '153.37',
    without_rate: 0,
    this_year: {
      visits: 1,
      elsewhere: 0,
      totals: [{ currency: 'IDR', decimals: 0, visits: 1, total: '1250000.000' }],
      usd: '76.69',
      without_rate: 0,
    },
  },
  redeemed: {
    count: 1,
    recent: [
      {
        id: 41,
        redeem_no: 'RDM-0041',
        redeem_date: '2026-03-14 05:00:00',
        name: 'Dinner for two',
        name_id: 'Makan malam berdua',
        voucher_no: 'V-0030',
        hotel: JAKARTA,
        time_zone: 'Asia/Jakarta',
        is_elsewhere: false,
      },
    ],
  },
  mails: [
    { mail_type: 'welcome', reason: null },
    { mail_type: 'renewal', reason: 'The card was not renewed.' },
    { mail_type: 'expiry-reminder', reason: null },
    { mail_type: 'birthday', reason: 'The member opted out: “Birthday emails” is off.' },
  ],
  address_state: null,
  timeline: [
    redemptionEntry,
    {
      ...redemptionEntry,
      kind: 'mailed',
      resource: 'mail_log',
      id: 61,
      name: 'Welcome',
      name_id: null,
      state: 'sent',
      by: null,
    },
    {
      ...redemptionEntry,
      at: '2026-02-01 03:00:00',
      kind: 'sold',
      resource: 'transaction',
      id: 11,
      name: 'Laksmira Gold',
      name_id: null,
      amount: '3450000.000',
      currency: 'IDR',
      decimals: 0,
    },
  ],
};

/** An event of the timeline; by default a redemption. */
export const createTimelineEntry = (values: Partial<TimelineEntry>): TimelineEntry => ({
  ...redemptionEntry,
  ...values,
});

/** Mocks the responses for the page of member 5. */
export function mockMember(standing: Partial<Standing> = {}, overview: Partial<MemberOverview> = {}): void {
  const names = { first_name: 'Bagus', last_name: 'Santoso', email: 'bagus@example.test', merged_into_id: null };
  setRecords('member', [row('member', 5, { ...names, merged_from_id: null, standing: 'active' })]);
  mockResponse('GET /api/member/5/standing', { data: { ...STANDING, ...standing } });
  mockResponse('GET /api/member/5/overview', { data: { ...OVERVIEW, ...overview } });
  mockResponse('GET /api/member/duplicates', { data: [] });
}

/** Mocks the responses for the page of member 5, who is deleted. */
export function mockDeletedMember(): void {
  mockMember();
  setRecords('member', [
    markDeleted(row('member', 5, { first_name: 'Bagus', merged_into_id: null, merged_from_id: null })),
  ]);
}

/** The status of a member who has no card yet. */
export const STANDING_WITHOUT_CARD = {
  standing: 'none',
  card: null,
  visits: { counting: 'per-bill', counted: 0, complimentary: 0, total: 0 },
  maintain: null,
  upgrade: null,
  counted: [],
  not_counted: [],
  vouchers: [],
  renewal: null,
  may: CAN_BUY,
} satisfies Partial<Standing>;
