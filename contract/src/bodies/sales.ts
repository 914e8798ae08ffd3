import type { FieldSet } from '../fields/definition.ts';
import { flag, money, option, textarea } from '../fields/kinds.ts';
import { transaction } from '../resources/transaction.ts';

export const refundBody = {
  fields: {
    amount: money('Amount', 'Jumlah', {
      required: true,
      rules: [{ rule: 'moreThan', value: '0' }],
      hint: {
        en: 'In the currency of the sale, at most the remaining amount',
        id: 'Dalam mata uang penjualan, paling banyak jumlah yang tersisa',
      },
      pairsWithNext: true,
    }),
    type_payment_id: option('type-payment', 'Refund method', 'Metode pengembalian dana', { required: true }),
    refund_reason_id: option('refund-reason', 'Refund reason', 'Alasan pengembalian', { required: true }),
    ends_membership: flag('Membership', 'Keanggotaan', {
      required: true,
      answers: {
        yes: { en: 'Ends today', id: 'Berakhir hari ini' },
        no: { en: 'Continues', id: 'Tetap berlaku' },
      },
    }),
    remark: textarea('Notes', 'Catatan', { max: transaction.fields.remark.max }),
  },
} as const satisfies FieldSet;

const reason = { required: true, reason: true, max: transaction.fields.void_reason.max } as const;

export const reversalBody = {
  fields: { reason: textarea('Void reason', 'Alasan pembatalan', reason) },
} as const satisfies FieldSet;

export const cancelBody = { fields: { reason: textarea('Reason', 'Alasan', reason) } } as const satisfies FieldSet;

/** Corrects what a sale says about its payment. Omitted fields keep their values. */
export const paymentCorrectionBody = {
  fields: {
    type_payment_id: transaction.fields.type_payment_id,
    reference_no: transaction.fields.reference_no,
    correction_reason: transaction.fields.correction_reason,
  },
} as const satisfies FieldSet;

/** The reason to start or end the dispute of a payment. */
export const disputeBody = { fields: { reason: textarea('Reason', 'Alasan', reason) } } as const satisfies FieldSet;
