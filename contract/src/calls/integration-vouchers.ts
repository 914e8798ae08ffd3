import { z } from 'zod';
import { message } from '../errors/messages.ts';
import { member } from '../resources/member.ts';
import { voucher_redeem } from '../resources/voucher_redeem.ts';
import { body } from './body.ts';
import type { Calls, JsonOf } from './definition.ts';
import { deskCard, deskVoucher } from './front-desk.ts';
import {
  EXAMPLE_CARD_NUMBER,
  INTEGRATION_TAG,
  jsonSchema,
  updatedSinceResponse,
  updatedSinceQuery,
} from './integrations.ts';
import { pathId, textParameter } from './parameters.ts';
import { flag, hotel, namedRecord, codedRecord, record, text, textOrNull, integer } from './shapes.ts';

const lookupParameter = textParameter('Exactly one of card_no, phone_no and email').refine(
  (value) => value.length <= 255,
  {
    error: message('max_length', 255),
  },
);

const matchedMember = namedRecord.extend({
  is_active: flag,
  standing: text,
  hotel: codedRecord,
  is_elsewhere: flag.meta({ description: 'Member of another hotel: only limited data is returned' }),
  card: deskCard.nullable().meta({ description: 'Card that determines the member’s status' }),
  first_name: textOrNull,
  last_name: textOrNull,
  email: textOrNull,
  phone_no: textOrNull,
});
const status = z.strictObject({
  integration: namedRecord,
  hotel,
  time_zone: text.meta({ description: 'Time zone of the hotel, used for times without an offset' }),
  may: z.strictObject({ read_members: flag, redeem: flag, post_visits: flag }),
  rights: z.array(text).meta({ description: 'Permission codes of the integration', examples: [['VIEW_MEMBER']] }),
  calls_per_minute: integer,
  is_test: flag.meta({ description: 'Test mode: calls return normal responses but change nothing' }),
  now: text.meta({ description: 'Server time, UTC' }),
});

const idSchema = { type: 'integer', minimum: 1 };
const textSchema = { type: 'string' };

/** Calls with which a hotel's own system reads its status, finds members and redeems vouchers. */
export const integrationVoucherCalls = {
  'GET /integration/v1/status': {
    name: 'getStatus',
    tag: INTEGRATION_TAG,
    summary: {
      en: 'Caller, hotel and permissions of the token',
      id: 'Pemanggil, hotel, dan izin token',
    },
    rights: [],
    response: z.strictObject({ data: status }),
  },
  'GET /integration/v1/members': {
    name: 'findMember',
    tag: INTEGRATION_TAG,
    summary: {
      en: 'Find members by card number, phone or email',
      id: 'Cari anggota dengan nomor kartu, telepon, atau email',
    },
    description:
      'Finds any member of the programme by exact card number, phone or email. A found member can be read by ID for a day; for members of other hotels only the data needed at a front desk is returned.',
    rights: ['may_read_members'],
    query: z.object({ card_no: lookupParameter, phone_no: lookupParameter, email: lookupParameter }),
    example: { query: { card_no: EXAMPLE_CARD_NUMBER } },
    response: z.strictObject({ data: z.array(matchedMember).max(10) }),
    rejections: [429],
  },
  'GET /integration/v1/members/{id}/vouchers': {
    name: 'listVouchersOfMember',
    tag: INTEGRATION_TAG,
    summary: {
      en: 'A member’s vouchers and their availability here today',
      id: 'Voucher anggota dan ketersediaannya di sini hari ini',
    },
    description: 'Works for members of this hotel and members found within a day. Redeemable vouchers come first.',
    rights: ['may_read_members'],
    path: { id: pathId(member) },
    query: z.object({}),
    response: z.strictObject({
      data: z.array(deskVoucher),
      meta: z.strictObject({
        left_out: integer.meta({
          description: 'Number of omitted vouchers: used, cancelled or expired with their card more than a year ago',
        }),
      }),
    }),
  },
  'GET /integration/v1/redemptions': {
    name: 'listRedemptionsOfHotel',
    tag: INTEGRATION_TAG,
    summary: { en: 'Redemptions at the hotel, newest first', id: 'Penukaran di hotel, terbaru dahulu' },
    rights: ['may_redeem'],
    query: updatedSinceQuery,
    example: { query: { limit: '50', updated_since: '2026-05-22T00:00:00+07:00' } },
    response: updatedSinceResponse(record('voucher_redeem', {})),
  },
  'GET /integration/v1/redemptions/{id}': {
    name: 'getRedemptionOfHotel',
    tag: INTEGRATION_TAG,
    summary: { en: 'A redemption', id: 'Satu penukaran' },
    rights: ['may_redeem'],
    path: { id: pathId(voucher_redeem) },
    query: z.object({}),
    response: z.strictObject({ data: record('voucher_redeem', {}) }),
  },
  'POST /integration/v1/redemptions': {
    name: 'redeemVoucherAtHotel',
    tag: INTEGRATION_TAG,
    summary: { en: 'Redeem a voucher', id: 'Tukar voucher' },
    description: 'Use the voucher number for members of other hotels.',
    rights: ['may_redeem'],
    body: body({
      voucher_no: jsonSchema<string>({ ...textSchema, description: 'Or member_voucher_id' }),
      member_voucher_id: jsonSchema<number>(idSchema),
      member_id: jsonSchema<number>({ ...idSchema, description: 'Default: the voucher’s member' }),
      redeem_hotel_id: jsonSchema<number>({
        ...idSchema,
        description: 'Default: the hotel’s currency. No other is accepted',
      }),
      redeem_date: jsonSchema<string>({ ...textSchema, description: 'Default: now' }),
      booking_no: jsonSchema<string>(textSchema),
      staff_name: jsonSchema<string>(textSchema),
      remark: jsonSchema<string>(textSchema),
    }),
    example: { body: { voucher_no: 'RFMG KXMW RBT4', booking_no: 'R-1001', staff_name: 'Till 3' } },
    response: z.strictObject({ data: record('voucher_redeem', {}) }),
    status: 201,
    write: 'idempotent',
    reusesPlans: true,
    rejections: [409, 429],
  },
  'DELETE /integration/v1/redemptions/{id}': {
    name: 'voidRedemption',
    tag: INTEGRATION_TAG,
    summary: {
      en: 'Void a redemption and release its voucher',
      id: 'Batalkan penukaran; voucher dapat ditukar lagi',
    },
    description:
      'Only for redemptions made by this integration, on the same day in the hotel’s time zone; otherwise 403. Staff can void others.',
    rights: ['may_redeem'],
    path: { id: pathId(voucher_redeem) },
    query: z.object({ reason: textParameter('Void reason, unless sent in the body') }),
    body: body({ reason: jsonSchema<string>({ ...textSchema, description: 'Void reason' }) }),
    example: { body: { reason: 'The guest changed their mind' } },
    response: z.strictObject({ data: record('voucher_redeem', {}) }),
    write: 'idempotent',
    reusesPlans: true,
    rejections: [409],
  },
} satisfies Calls;

export type MatchedMember = JsonOf<typeof matchedMember>;
