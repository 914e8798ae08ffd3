import type { StandingVoucher } from '@innkeeper/contract/calls';

/** Vouchers that look the same to the guest. */
export interface VoucherGroup {
  readonly first: StandingVoucher;
  readonly count: number;
}

/** Groups identical vouchers, in order of first appearance. */
export function groupVouchers(vouchers: readonly StandingVoucher[]): VoucherGroup[] {
  const groups = Map.groupBy(
    vouchers,
    ({ name, nominal, currency, redeem_date, valid_until_date, restrict_hotel, reason }) =>
      JSON.stringify([name, nominal, currency, redeem_date, valid_until_date, restrict_hotel?.id, reason]),
  );
  return [...groups.values()].flatMap((alike) => (alike[0] ? [{ first: alike[0], count: alike.length }] : []));
}
