import { z } from 'zod';
import { BIRTHDAY_DAYS, REDEEM_DAYS_BACK } from '../rules/front-desk.ts';
import { permission } from '../rights/permission.ts';
import { visit } from '../resources/visit.ts';
import { voucher_redeem } from '../resources/voucher_redeem.ts';
import type { Calls, JsonOf } from './definition.ts';
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

/** Calls of the front desk: the guest, and the vouchers that can be redeemed. */
export const frontDeskCalls = {
  'GET /api/voucher_redeem/counter': {
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
} satisfies Calls;

export type FrontDesk = JsonOf<typeof frontDesk>;
export type DeskGuest = JsonOf<typeof guest>;
export type DeskCard = JsonOf<typeof deskCard>;
export type DeskGreeting = JsonOf<typeof greeting>;
export type DeskVoucher = JsonOf<typeof deskVoucher>;
