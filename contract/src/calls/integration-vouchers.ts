import { z } from 'zod';
import { message } from '../messages.ts';
import { member } from '../resources/member.ts';
import { voucher_redeem } from '../resources/voucher_redeem.ts';
import { body } from './body.ts';
import type { Calls, Read } from './call.ts';
import { counterCard, counterVoucher } from './counter.ts';
import { EXAMPLE_CARD, INTEGRATION_TAG, judged, newestAnswer, newestQuery } from './integration.ts';
import { pathId, textParameter } from './parameters.ts';
import { flag, hotel, named, nested, record, text, textOrNull, whole } from './shapes.ts';

const shown = textParameter('Exactly one of card_no, phone_no and email').refine((value) => value.length <= 255, {
  error: message('max_length', 255),
});

const guest = named.extend({
  is_active: flag,
  standing: text,
  hotel: nested,
  is_elsewhere: flag.meta({ description: 'Of another hotel: found by what they showed, and told no more of' }),
  card: counterCard.nullable().meta({ description: 'The card by which the member stands' }),
  first_name: textOrNull,
  last_name: textOrNull,
  email: textOrNull,
  phone_no: textOrNull,
});
const status = z.strictObject({
  integration: named,
  hotel,
  time_zone: text.meta({ description: 'Of the hotel: times without a zone are meant in it' }),
  may: z.strictObject({ read_members: flag, redeem: flag, post_visits: flag }),
  calls_per_minute: whole,
  is_test: flag.meta({ description: 'On trial: calls are answered as if they had been done, and change nothing' }),
  now: text.meta({ description: 'The server’s time, UTC' }),
});

const whose = { type: 'integer', minimum: 1 };
const words = { type: 'string' };

/** Calls by which a hotel's own system asks its status, finds members and redeems vouchers. */
export const integrationVoucherCalls = {
  'GET /integration/v1/status': {
    tag: INTEGRATION_TAG,
    summary: {
      en: 'Who calls, for which hotel, and what it may do',
      id: 'Siapa yang memanggil, untuk hotel mana, dan haknya',
    },
    rights: [],
    answer: z.strictObject({ data: status }),
  },
  'GET /integration/v1/members': {
    tag: INTEGRATION_TAG,
    summary: { en: 'Find members by what they show', id: 'Cari anggota dari yang mereka tunjukkan' },
    description:
      'Finds any member of the programme by exactly a card number, telephone or email. Who was found stays reachable by id for a day; of a member of another hotel no more is told than a counter needs.',
    rights: ['may_read_members'],
    query: z.object({ card_no: shown, phone_no: shown, email: shown }),
    example: { query: { card_no: EXAMPLE_CARD } },
    answer: z.strictObject({ data: z.array(guest).max(10) }),
    refusals: [429],
  },
  'GET /integration/v1/members/{id}/vouchers': {
    tag: INTEGRATION_TAG,
    summary: {
      en: 'A member’s vouchers, and whether each can be redeemed here now',
      id: 'Voucher anggota, dan apakah dapat ditukar di sini sekarang',
    },
    description: 'Members of this hotel, and those found within a day. The redeemable ones come first.',
    rights: ['may_read_members'],
    path: { id: pathId(member) },
    query: z.object({}),
    answer: z.strictObject({
      data: z.array(counterVoucher),
      meta: z.strictObject({
        left_out: whole.meta({
          description: 'Vouchers used, cancelled, or of a card that ended, more than a year ago',
        }),
      }),
    }),
  },
  'GET /integration/v1/redemptions': {
    tag: INTEGRATION_TAG,
    summary: { en: 'Redemptions at the hotel, the newest first', id: 'Penukaran di hotel, yang terbaru lebih dulu' },
    rights: ['may_redeem'],
    query: newestQuery,
    example: { query: { limit: '50', updated_since: '2026-05-22T00:00:00+07:00' } },
    answer: newestAnswer(record('voucher_redeem', {})),
  },
  'GET /integration/v1/redemptions/{id}': {
    tag: INTEGRATION_TAG,
    summary: { en: 'A redemption', id: 'Sebuah penukaran' },
    rights: ['may_redeem'],
    path: { id: pathId(voucher_redeem) },
    query: z.object({}),
    answer: z.strictObject({ data: record('voucher_redeem', {}) }),
  },
  'POST /integration/v1/redemptions': {
    tag: INTEGRATION_TAG,
    summary: { en: 'Redeem a voucher', id: 'Tukar voucher' },
    description: 'A voucher of another hotel’s member is told by its number.',
    rights: ['may_redeem'],
    body: body({
      voucher_no: judged<string>({ ...words, description: 'Or member_voucher_id' }),
      member_voucher_id: judged<number>(whose),
      member_id: judged<number>({ ...whose, description: 'The voucher’s own when left out' }),
      redeem_hotel_id: judged<number>({ ...whose, description: 'The hotel’s own when left out; no other' }),
      redeem_date: judged<string>({ ...words, description: 'Now when left out' }),
      booking_no: judged<string>(words),
      staff_name: judged<string>(words),
      remark: judged<string>(words),
    }),
    example: { body: { voucher_no: 'RFMG KXMW RBT4', booking_no: 'R-1001', staff_name: 'Till 3' } },
    answer: z.strictObject({ data: record('voucher_redeem', {}) }),
    status: 201,
    write: 'once',
    keepsPlans: true,
    refusals: [409, 429],
  },
  'DELETE /integration/v1/redemptions/{id}': {
    tag: INTEGRATION_TAG,
    summary: {
      en: 'Void a redemption: its voucher can be redeemed again',
      id: 'Batalkan penukaran: voucher dapat ditukar lagi',
    },
    description:
      'Only a redemption that this very integration made, on the day of the redemption in the hotel’s zone; 403 otherwise. Staff void others.',
    rights: ['may_redeem'],
    path: { id: pathId(voucher_redeem) },
    query: z.object({ reason: textParameter('Why it is voided; or in the body') }),
    body: body({ reason: judged<string>({ ...words, description: 'Why it is voided' }) }),
    example: { body: { reason: 'The guest changed their mind' } },
    answer: z.strictObject({ data: record('voucher_redeem', {}) }),
    write: 'once',
    keepsPlans: true,
    refusals: [409],
  },
} satisfies Calls;

export type FoundMember = Read<typeof guest>;
