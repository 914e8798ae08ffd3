import type { FieldSet } from '../fields/definition.ts';
import { date, money, option, reference, text, textarea } from '../fields/kinds.ts';
import { member_card } from '../resources/member_card.ts';
import { member_voucher } from '../resources/member_voucher.ts';
import { transaction } from '../resources/transaction.ts';

const REASON = { required: true, reason: true, max: 500 } as const;
const reason = textarea('Reason', 'Alasan', REASON);

export const cardReplacementBody = {
  fields: {
    reason: textarea('Reason', 'Alasan', {
      ...REASON,
      suggestions: [
        { en: 'Card lost', id: 'Kartu hilang' },
        { en: 'Card stolen', id: 'Kartu dicuri' },
        { en: 'Card damaged', id: 'Kartu rusak' },
        { en: 'Name changed', id: 'Nama berubah' },
      ],
    }),
    sbec_no: text('New number', 'Nomor baru', {
      code: true,
      max: member_card.fields.sbec_no.max,
      hint: member_card.fields.sbec_no.hint,
    }),
    fee: money('Fee', 'Biaya', {
      hint: { en: 'Optional, in the hotel’s currency', id: 'Opsional, dalam mata uang hotel' },
    }),
    hotel_id: reference('hotel', 'Hotel of the fee', 'Hotel biaya'),
    type_payment_id: option('type-payment', 'Payment type', 'Jenis pembayaran'),
    reference_no: text('Official Receipt No', 'No. kuitansi resmi', {
      code: true,
      max: transaction.fields.reference_no.max,
    }),
  },
} as const satisfies FieldSet;

export const reissueBody = { fields: { reason } } as const satisfies FieldSet;

/** Maximum number of members who get a voucher by one call. Each voucher is checked by itself. */
export const MAX_VOUCHER_GIFTS = 500;

/** A voucher for each of several members. */
export const voucherGiftBody = {
  fields: {
    voucher_id: reference('voucher', 'Voucher', 'Voucher', { required: true }),
    valid_until_date: date('Valid until', 'Berlaku hingga', {
      noAutoFill: true,
      futureDates: true,
      hint: { en: 'Leave empty for the last day of each card', id: 'Kosongkan untuk hari terakhir tiap kartu' },
    }),
    remark: reason,
  },
} as const satisfies FieldSet;

export const extensionBody = {
  fields: {
    valid_until_date: date(
      member_voucher.fields.valid_until_date.label.en,
      member_voucher.fields.valid_until_date.label.id,
      {
        required: true,
        noAutoFill: true,
        futureDates: true,
      },
    ),
    remark: reason,
  },
} as const satisfies FieldSet;
