import { z } from 'zod';
import { BIRTHDAY_DAYS, REDEEM_DAYS_BACK } from '../counter.ts';
import { permission } from '../permission.ts';
import { visit } from '../resources/visit.ts';
import { voucher_redeem } from '../resources/voucher_redeem.ts';
import type { Calls, Read } from './call.ts';
import { idParameter, momentParameter, optionalText } from './parameters.ts';
import { amount, day, flag, hotel, id, memberMay, named, nested, refusal, text, textOrNull, whole } from './shapes.ts';
import { message } from '../messages.ts';

export const counterVoucher = z.strictObject({
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
  file_url: text.meta({ description: 'Signed address of its picture' }),
  refusal: refusal.nullable().meta({ description: 'Null where it can be redeemed' }),
  reason: textOrNull.meta({ description: 'The refusal in words, in the language of the request' }),
  hit: flag.meta({ description: 'The voucher whose number was asked for' }),
});
export const counterCard = z.strictObject({ sbec_no: text, membership: named, end_date: day, is_active: flag });
const greeting = z.strictObject({
  birthday_in: whole
    .min(-BIRTHDAY_DAYS.after)
    .max(BIRTHDAY_DAYS.before)
    .nullable()
    .meta({ description: 'Days to the birthday; null at other times and for whoever may not read the member' }),
  is_first_visit: flag.meta({ description: 'Nothing of theirs was posted or redeemed at this hotel so far' }),
});
const guest = z.strictObject({
  member: named.extend({
    is_active: flag,
    standing: text,
    hotel: nested,
    is_elsewhere: flag.meta({ description: 'Of a hotel out of sight: the record cannot be read' }),
  }),
  card: counterCard.nullable(),
  greeting,
  vouchers: z.array(counterVoucher).meta({ description: 'Those that can be redeemed first' }),
  left_out: whole.meta({
    description: 'Vouchers used, cancelled, or of a card that ended, more than a year ago',
  }),
  may: memberMay,
});
const counter = z.strictObject({
  hotel: hotel.extend({ currency: text, decimals: whole }),
  day,
  guests: z.array(guest).max(10),
});

/** Longer than any number, address or telephone. */
const ASKED_MAX = 255;

/** The guest at the counter, and the vouchers that can be redeemed. */
export const counterCalls = {
  'GET /api/voucher_redeem/counter': {
    tag: voucher_redeem.labels.en,
    summary: {
      en: 'A guest at the counter, and what can be redeemed there and then',
      id: 'Tamu di konter, dan yang dapat ditukar saat itu juga',
    },
    description:
      'Who posts visits and redeems nothing sees guests without their vouchers. Finds any member of the programme by exactly what they show.',
    rights: [permission('STORE', voucher_redeem.permission), permission('STORE', visit.permission)],
    query: z.object({
      q: optionalText(message('text'))
        .refine((q) => q === undefined || q.trim() !== '', { error: message('required') })
        .refine((q = '') => q.length <= ASKED_MAX, { error: message('max_length', ASKED_MAX) })
        .transform((q) => q?.trim())
        .meta({ description: 'A card number, voucher number, telephone or email' }),
      member_id: idParameter('In place of q: a member in sight'),
      hotel_id: idParameter('The hotel of the counter; a user of one hotel may leave it out'),
      redeem_date: momentParameter(`Now by default, at most ${REDEEM_DAYS_BACK} days back`),
    }),
    answer: z.strictObject({ data: counter }),
    refusals: [429],
  },
} satisfies Calls;

export type Counter = Read<typeof counter>;
export type CounterGuest = Read<typeof guest>;
export type CounterCard = Read<typeof counterCard>;
export type CounterGreeting = Read<typeof greeting>;
export type CounterVoucher = Read<typeof counterVoucher>;
