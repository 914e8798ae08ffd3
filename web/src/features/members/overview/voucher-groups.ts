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
  return [...groups.values()].flatMap((vouchersInGroup) =>
    vouchersInGroup[0] ? [{ first: vouchersInGroup[0], count: vouchersInGroup.length }] : [],
  );
}
