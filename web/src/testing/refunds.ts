import type { RefundPreview } from '@innkeeper/contract/calls';

/** A transaction that cannot be refunded. */
export const NOT_REFUNDABLE: RefundPreview = {
  rejection: 'Only sold, renewed or upgraded memberships can be refunded.',
  may_keep: false,
  currency: 'IDR',
  decimals: 0,
  grand_total: '1500000.000',
  refunded: '0.000',
  left: '1500000.000',
  limit: 25,
  within_limit: '375000.000',
  cards: [],
  unused: { vouchers: 0, nominal: '0.000' },
  used: [],
  refunds: [],
  disputes: [],
};

/** A sale with one used and two unused vouchers. */
export const PARTLY_USED_SALE: RefundPreview = {
  ...NOT_REFUNDABLE,
  rejection: null,
  may_keep: true,
  cards: [{ id: 7, sbec_no: '3600 0000 0007', membership: { id: 2, name: 'Laksmira Gold', code: 'GLD' } }],
  unused: { vouchers: 2, nominal: '500000.000' },
  used: [
    {
      voucher_no: 'V-0001',
      name: 'Dinner',
      nominal: '250000.000',
      currency: 'IDR',
      redeem_no: 'RDM-0009',
      redeem_hotel: 'Laksmira Sanggar Ubud',
      day: '2026-05-24',
    },
  ],
};
