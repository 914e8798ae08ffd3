import { z } from 'zod';
import { permission } from '../permission.ts';
import { member } from '../resources/member.ts';
import { member_card } from '../resources/member_card.ts';
import { member_voucher } from '../resources/member_voucher.ts';
import { transaction } from '../resources/transaction.ts';
import { message } from '../messages.ts';
import { body, dayField, optionalCodeField, optionalIdField, reasonField } from './body.ts';
import type { Calls, Read } from './call.ts';
import { pathId } from './parameters.ts';
import { day, record } from './shapes.ts';

/** Longest reason for a change by hand. */
const REASON_MAX = 500;

/** An amount as text, with at most 3 decimals; null where it is left out. */
const amountField = z
  .string({ error: message('number') })
  .regex(/^(?:|-?(?:0|[1-9]\d{0,11}))(?:\.\d{1,3})?$/, { error: message('number'), abort: true })
  .refine((sent) => Number(sent) >= 0, { error: message('min', 0) })
  .nullish()
  .transform((sent) => (Number(sent ?? 0) > 0 ? (sent ?? null) : null))
  .meta({ description: 'The fee, in the currency of `hotel_id`; none when empty' });

const replaced = z.strictObject({
  member_card: record('member_card', { sbec_no: z.string() }),
  transaction: record('transaction', { transaction_no: z.string() }).nullable(),
});

/** Calls by which a counter changes a card or a voucher by hand, each with a reason. The list of changes by hand shows it. */
export const byHandCalls = {
  'POST /api/member_card/{id}/replace': {
    tag: member_card.labels.en,
    summary: { en: 'Replace a lost card: give it a new number', id: 'Ganti kartu yang hilang: beri nomor baru' },
    description:
      'Nothing but the number changes; counters refuse the old one. A fee is a transaction of type 99 and needs STORE_TRANSACTION beside.',
    rights: [permission('UPDATE', member_card.permission), permission('UPDATE', member.permission)],
    path: { id: pathId(member_card) },
    body: body({
      reason: reasonField(REASON_MAX),
      sbec_no: optionalCodeField(member_card.fields.sbec_no.max).meta({
        description: 'Of a card that was printed beforehand; given by the system when empty',
      }),
      fee: amountField,
      hotel_id: optionalIdField('Where the fee is paid; the hotel of the card when empty'),
      type_payment_id: optionalIdField('How the fee is paid; with a fee it has to be said'),
      reference_no: optionalCodeField(transaction.fields.reference_no.max),
    }),
    answer: z.strictObject({ data: replaced }),
    write: 'version',
    refusals: [409],
  },
  'POST /api/member_voucher/{id}/reissue': {
    tag: member_voucher.labels.en,
    summary: { en: 'Give a voucher a new number', id: 'Terbitkan ulang voucher dengan nomor baru' },
    description: 'Nothing but the number changes; counters refuse the old one.',
    rights: [permission('UPDATE', member_voucher.permission), permission('UPDATE', member.permission)],
    path: { id: pathId(member_voucher) },
    body: body({ reason: reasonField(REASON_MAX) }),
    answer: z.strictObject({ data: record('member_voucher', { voucher_no: z.string() }) }),
    write: 'version',
    refusals: [409],
  },
  'POST /api/member_voucher/{id}/extend': {
    tag: member_voucher.labels.en,
    summary: { en: 'Extend a voucher, once', id: 'Perpanjang voucher, satu kali' },
    description:
      'Beyond the days of `voucher-extension` after the end of its card it is a 409 `approval_needed`, and is asked for as an approval.',
    rights: [permission('UPDATE', member_voucher.permission)],
    path: { id: pathId(member_voucher) },
    body: body({ valid_until_date: dayField('The last day from now on'), remark: reasonField(REASON_MAX) }),
    answer: z.strictObject({ data: record('member_voucher', { valid_until_date: day }) }),
    write: 'version',
    refusals: [409],
  },
} satisfies Calls;

export type Replaced = Read<typeof replaced>;
