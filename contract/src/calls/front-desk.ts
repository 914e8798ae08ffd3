import { z } from 'zod';
import { BIRTHDAY_DAYS, MAX_VOUCHERS_REDEEMED, REDEEM_DAYS_BACK } from '../rules/front-desk.ts';
import { permission } from '../rights/permission.ts';
import { SELF_REVERT_MINUTES } from '../rights/self-revert.ts';
import { visit } from '../resources/visit.ts';
import { voucher_redeem } from '../resources/voucher_redeem.ts';
import { body, idOrTextField, textField } from './body.ts';
import type { Calls, JsonOf } from './definition.ts';
import { jsonSchema } from './integrations.ts';
import { idParameter, instantParameter, optionalTextSchema } from './parameters.ts';
import {
  addressState,
  amount,
  day,
  flag,
  hotel,
  id,
  memberEligibility,
  namedRecord,
  codedRecord,
  record,
  rejection,
  text,
  textOrNull,
  integer,
} from './shapes.ts';
import { message } from '../errors/messages.ts';

export const deskVoucher = z.strictObject({
  id,
  voucher_no: text,
  name: text,
  name_id: text,
  nominal: amount,
  currency: text,
  redeem_date: day,
  valid_until_date: day,
  terms_condition: text,
  terms_condition_id: text,
  file_url: text.meta({ description: 'Signed URL of its picture' }),
  rejection: rejection.nullable().meta({ description: 'Null if redeemable' }),
  reason: textOrNull.meta({ description: 'Reason as text, in the language of the request' }),
  hit: flag.meta({ description: 'The requested voucher number belongs to this voucher' }),
});
export const deskCard = z.strictObject({
  sbec_no: text,
  membership: namedRecord,
  end_date: day,
  is_active: flag,
  benefits: textOrNull.meta({ description: 'The benefits sold with the card, one a line' }),
});
const greeting = z.strictObject({
  birthday_in: integer
    .min(-BIRTHDAY_DAYS.after)
    .max(BIRTHDAY_DAYS.before)
    .nullable()
    .meta({ description: 'Days until the birthday; null if not near, or if the caller cannot view the member' }),
  is_first_visit: flag.meta({ description: 'No visit or redemption at this hotel yet' }),
});
const guest = z.strictObject({
  member: namedRecord.extend({
    is_active: flag,
    standing: text,
    hotel: codedRecord,
    is_elsewhere: flag.meta({
      description: 'Member of a hotel the caller cannot access; the record itself cannot be read',
    }),
  }),
  card: deskCard.nullable(),
  greeting,
  address_state: addressState,
  vouchers: z.array(deskVoucher).meta({ description: 'Redeemable ones first' }),
  left_out: integer.meta({
    description: 'Number of omitted vouchers: used, cancelled or expired with their card more than a year ago',
  }),
  may: memberEligibility,
});
const frontDesk = z.strictObject({
  hotel: hotel.extend({
    currency: text,
    decimals: integer,
    time_zone: text.meta({ description: 'Time zone in which visits and redemptions are shown' }),
  }),
  day,
  guests: z.array(guest).max(10),
});

/** A limit above the length of any number, email or telephone number. */
const MAX_SEARCH_TEXT_LENGTH = 255;

/** A list of a call, with as many entries as vouchers are redeemed in one go. */
const listOfVouchers = <T extends z.ZodType>(entry: T) =>
  z.array(entry, { error: message('list') }).refine((list) => list.length > 0 && list.length <= MAX_VOUCHERS_REDEEMED, {
    error: message('list_length', MAX_VOUCHERS_REDEEMED),
  });
const redemptions = z.strictObject({ data: z.array(record('voucher_redeem', { redeem_no: text })) });
const idSchema = { type: 'integer', minimum: 1 };
const textSchema = { type: 'string' };

/** Calls of the front desk: the guest, the vouchers that can be redeemed, and their redemption in one go. */
export const frontDeskCalls = {
  'GET /api/voucher_redeem/counter': {
    name: 'getGuestAtCounter',
    tag: voucher_redeem.labels.en,
    summary: {
      en: 'Guest at the front desk, with vouchers redeemable now',
      id: 'Tamu di konter, beserta voucher yang dapat ditukar sekarang',
    },
    description:
      'Finds any member of the programme by an exact card number, voucher number, phone or email. Without the right to redeem, vouchers are omitted.',
    rights: [permission('STORE', voucher_redeem.permission), permission('STORE', visit.permission)],
    query: z.object({
      q: optionalTextSchema(message('text'))
        .refine((q) => q === undefined || q.trim() !== '', { error: message('required') })
        .refine((q = '') => q.length <= MAX_SEARCH_TEXT_LENGTH, {
          error: message('max_length', MAX_SEARCH_TEXT_LENGTH),
        })
        .transform((q) => q?.trim())
        .meta({ description: 'Card number, voucher number, phone or email' }),
      member_id: idParameter('Instead of q: the ID of a visible member'),
      hotel_id: idParameter('Hotel of the front desk; optional for users of one hotel'),
      redeem_date: instantParameter(`Default: now. At most ${REDEEM_DAYS_BACK} days ago`),
    }),
    response: z.strictObject({ data: frontDesk }),
    rejections: [429],
  },
  'POST /api/voucher_redeem/counter': {
    name: 'redeemVouchers',
    tag: voucher_redeem.labels.en,
    summary: { en: 'Redeem several vouchers of a guest in one go', id: 'Tukar beberapa voucher tamu sekaligus' },
    description:
      'Either all are redeemed, or nothing is. If a voucher cannot be redeemed, the response is the error that it would get alone; its message begins with the number of the voucher.',
    rights: [permission('STORE', voucher_redeem.permission)],
    body: body({
      voucher_nos: listOfVouchers(textField(MAX_SEARCH_TEXT_LENGTH)).meta({
        description: `Voucher numbers, at most ${MAX_VOUCHERS_REDEEMED}`,
      }),
      member_id: idOrTextField('Member of all vouchers'),
      // As in a single redemption, which validates them.
      redeem_hotel_id: jsonSchema<number>(idSchema),
      redeem_date: jsonSchema<string>({ ...textSchema, description: `At most ${REDEEM_DAYS_BACK} days ago` }),
      booking_no: jsonSchema<string>(textSchema),
      staff_name: jsonSchema<string>(textSchema),
      remark: jsonSchema<string | null>(textSchema),
    }),
    response: redemptions,
    status: 201,
    write: 'idempotent',
    reusesPlans: true,
    rejections: [409, 429],
  },
  'POST /api/voucher_redeem/counter/void': {
    name: 'voidRedemptions',
    tag: voucher_redeem.labels.en,
    summary: { en: 'Void several redemptions in one go', id: 'Batalkan beberapa penukaran sekaligus' },
    description: `Either all are voided, or nothing is, with one reason. Needs ${permission('DELETE', voucher_redeem.permission)}, or that the caller created each within the last ${SELF_REVERT_MINUTES} minutes, unchanged by others.`,
    rights: [permission('DELETE', voucher_redeem.permission), permission('STORE', voucher_redeem.permission)],
    body: body({
      ids: listOfVouchers(idOrTextField('ID of a redemption')),
      reason: jsonSchema<string>({ ...textSchema, description: 'Void reason' }),
    }),
    response: redemptions,
    write: 'idempotent',
    reusesPlans: true,
    rejections: [404, 409],
  },
} satisfies Calls;

export type FrontDesk = JsonOf<typeof frontDesk>;
export type DeskGuest = JsonOf<typeof guest>;
export type DeskCard = JsonOf<typeof deskCard>;
export type DeskGreeting = JsonOf<typeof greeting>;
export type DeskVoucher = JsonOf<typeof deskVoucher>;
