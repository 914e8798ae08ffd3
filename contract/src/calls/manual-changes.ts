import { z } from 'zod';
import { permission } from '../rights/permission.ts';
import { member } from '../resources/member.ts';
import { member_card } from '../resources/member_card.ts';
import { member_voucher } from '../resources/member_voucher.ts';
import { transaction } from '../resources/transaction.ts';
import { message } from '../errors/messages.ts';
import { body, dayField, optionalCodeField, optionalIdField, reasonField } from './body.ts';
import type { Calls, JsonOf } from './definition.ts';
import { pathId } from './parameters.ts';
import { day, record } from './shapes.ts';

/** Maximum length of the reason for a manual change. */
const MAX_REASON_LENGTH = 500;

/** An amount as text, with at most 3 decimals; null if omitted. */
const amountField = z
  .string({ error: message('number') })
  .regex(/^(?:|-?(?:0|[1-9]\d{0,11}))(?:\.\d{1,3})?$/, { error: message('number'), abort: true })
  .refine((value) => Number(value) >= 0, { error: message('min', 0) })
  .nullish()
  .transform((value) => (Number(value ?? 0) > 0 ? (value ?? null) : null))
  .meta({ description: 'Fee in the currency of `hotel_id`; empty for no fee' });

const replacement = z.strictObject({
  member_card: record('member_card', { sbec_no: z.string() }),
  transaction: record('transaction', { transaction_no: z.string() }).nullable(),
});

/**
 * Calls with which the front desk changes a card or a voucher manually. Each needs a reason, which the list of manual
 * changes shows.
 */
export const manualChangeCalls = {
  'POST /api/member_card/{id}/replace': {
    tag: member_card.labels.en,
    summary: { en: 'Replace a lost card with a new number', id: 'Ganti kartu yang hilang dengan nomor baru' },
    description:
      'Only the number changes; the old one no longer works. A fee is posted as a transaction of type 99 and also needs STORE_TRANSACTION.',
    rights: [permission('UPDATE', member_card.permission), permission('UPDATE', member.permission)],
    path: { id: pathId(member_card) },
    body: body({
      reason: reasonField(MAX_REASON_LENGTH),
      sbec_no: optionalCodeField(member_card.fields.sbec_no.max).meta({
        description: 'Number of a pre-printed card; generated if empty',
      }),
      fee: amountField,
      hotel_id: optionalIdField('Where the fee is paid; the hotel of the card when empty'),
      type_payment_id: optionalIdField('How the fee is paid; required with a fee'),
      reference_no: optionalCodeField(transaction.fields.reference_no.max),
    }),
    response: z.strictObject({ data: replacement }),
    write: 'version',
    rejections: [409],
  },
  'POST /api/member_voucher/{id}/reissue': {
    tag: member_voucher.labels.en,
    summary: { en: 'Reissue a voucher with a new number', id: 'Terbitkan ulang voucher dengan nomor baru' },
    description: 'Only the number changes; the old one no longer works.',
    rights: [permission('UPDATE', member_voucher.permission), permission('UPDATE', member.permission)],
    path: { id: pathId(member_voucher) },
    body: body({ reason: reasonField(MAX_REASON_LENGTH) }),
    response: z.strictObject({ data: record('member_voucher', { voucher_no: z.string() }) }),
    write: 'version',
    rejections: [409],
  },
  'POST /api/member_voucher/{id}/extend': {
    tag: member_voucher.labels.en,
    summary: { en: 'Extend a voucher (once only)', id: 'Perpanjang voucher (satu kali saja)' },
    description:
      'Later than `voucher-extension` days after the end of its card, the answer is a 409 `approval_needed`: request it as an approval.',
    rights: [permission('UPDATE', member_voucher.permission)],
    path: { id: pathId(member_voucher) },
    body: body({ valid_until_date: dayField('New last day'), remark: reasonField(MAX_REASON_LENGTH) }),
    response: z.strictObject({ data: record('member_voucher', { valid_until_date: day }) }),
    write: 'version',
    rejections: [409],
  },
} satisfies Calls;

export type Replacement = JsonOf<typeof replacement>;
