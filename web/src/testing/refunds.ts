import type { RefundPreview } from '@innkeeper/contract/calls';

/** A transaction of which nothing can be refunded. */
export const NOT_REFUNDED: RefundPreview = {
  refusal: 'Only memberships that were sold, renewed or upgraded are refunded.',
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
