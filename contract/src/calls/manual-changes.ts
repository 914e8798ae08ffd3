import { z } from 'zod';
import { permission } from '../rights/permission.ts';
import { SELF_REVERT_MINUTES } from '../rights/self-revert.ts';
import { member } from '../resources/member.ts';
import { member_card } from '../resources/member_card.ts';
import { member_voucher } from '../resources/member_voucher.ts';
import {
  MAX_VOUCHER_GIFTS,
  cardReplacementBody,
  extensionBody,
  reissueBody,
  voucherGiftBody,
} from '../bodies/manual-changes.ts';
import { body, bodyOf, fieldSchemas } from './body.ts';
import type { Calls, JsonOf } from './definition.ts';
import { pathId } from './parameters.ts';
import { dryRunField, leftOutMembers, selectionFields } from './selection.ts';
import { day, integer, record } from './shapes.ts';

const { remark: giftReason, ...giftFields } = voucherGiftBody.fields;
const voucherGift = z.strictObject({ given: integer, left_out: leftOutMembers });

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
    name: 'replaceCard',
    tag: member_card.labels.en,
    summary: { en: 'Replace a lost card with a new number', id: 'Ganti kartu yang hilang dengan nomor baru' },
    description:
      'Only the number changes; the old one no longer works. A fee is posted as a transaction of type 99, at the hotel of the card unless `hotel_id` names another. It needs `type_payment_id`, and STORE_TRANSACTION.',
    rights: [permission('UPDATE', member_card.permission), permission('UPDATE', member.permission)],
    path: { id: pathId(member_card) },
    body: bodyOf(cardReplacementBody),
    response: z.strictObject({ data: replacement }),
    write: 'version',
    rejections: [409],
  },
  'POST /api/member_card/{id}/replace/undo': {
    name: 'undoCardReplacement',
    tag: member_card.labels.en,
    summary: { en: 'Undo the replacement of a card', id: 'Urungkan penggantian kartu' },
    description: `For the user who replaced it, within ${SELF_REVERT_MINUTES} minutes: the card gets its number back, the mistaken one no longer works, and the fee is deleted.`,
    rights: [permission('UPDATE', member_card.permission), permission('UPDATE', member.permission)],
    path: { id: pathId(member_card) },
    body: bodyOf({ fields: {} }),
    response: z.strictObject({ data: record('member_card', { sbec_no: z.string() }) }),
    write: 'idempotent',
    rejections: [409],
  },
  'POST /api/member/voucher_gift': {
    name: 'giveVouchers',
    tag: member.labels.en,
    summary: { en: 'Give selected members a voucher', id: 'Beri voucher kepada anggota terpilih' },
    description: `One manual voucher for the active card of each, from today to the last day of the card or to an earlier one, for at most ${MAX_VOUCHER_GIFTS} members. Members without an active card are left out, as are those whose voucher would need an approval. \`remark\` is required unless it is a dry run.`,
    rights: [permission('STORE', member_voucher.permission)],
    body: body({
      ...selectionFields(MAX_VOUCHER_GIFTS),
      ...fieldSchemas({ fields: giftFields }),
      ...fieldSchemas({ fields: { remark: { ...giftReason, required: false } } }),
      dry_run: dryRunField('1: returns who would get it, without saving'),
    }),
    response: z.strictObject({ data: voucherGift }),
    write: 'idempotent',
  },
  'POST /api/member_voucher/{id}/reissue': {
    name: 'reissueVoucher',
    tag: member_voucher.labels.en,
    summary: { en: 'Reissue a voucher with a new number', id: 'Terbitkan ulang voucher dengan nomor baru' },
    description: 'Only the number changes; the old one no longer works.',
    rights: [permission('UPDATE', member_voucher.permission), permission('UPDATE', member.permission)],
    path: { id: pathId(member_voucher) },
    body: bodyOf(reissueBody),
    response: z.strictObject({ data: record('member_voucher', { voucher_no: z.string() }) }),
    write: 'version',
    rejections: [409],
  },
  'POST /api/member_voucher/{id}/extend': {
    name: 'extendVoucher',
    tag: member_voucher.labels.en,
    summary: { en: 'Extend a voucher (once only)', id: 'Perpanjang voucher (satu kali saja)' },
    description:
      'Later than `voucher-extension` days after the end of its card, the answer is a 409 `approval_needed`: request it as an approval.',
    rights: [permission('UPDATE', member_voucher.permission)],
    path: { id: pathId(member_voucher) },
    body: bodyOf(extensionBody),
    response: z.strictObject({ data: record('member_voucher', { valid_until_date: day }) }),
    write: 'version',
    rejections: [409],
  },
} satisfies Calls;

export type VoucherGift = JsonOf<typeof voucherGift>;
export type Replacement = JsonOf<typeof replacement>;
