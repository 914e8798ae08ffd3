import type { DeskVoucher } from '@innkeeper/contract/calls';

/** Vouchers that are equivalent to the guest: any of them may be redeemed. */
export interface VoucherStack {
  /** The voucher to redeem. */
  readonly first: DeskVoucher;
  readonly count: number;
}

/**
 * Groups equivalent redeemable vouchers. A group redeems the voucher the guest presents or names, if it contains it.
 */
export function groupIntoStacks(vouchers: readonly DeskVoucher[], selectedId: number | null): VoucherStack[] {
  const stacks = Map.groupBy(
    vouchers.filter(({ rejection }) => rejection === null),
    (v) =>
      JSON.stringify([
        v.name,
        v.name_id,
        v.nominal,
        v.currency,
        v.redeem_date,
        v.valid_until_date,
        v.terms_condition,
        v.terms_condition_id,
      ]),
  );
  return [...stacks.values()].flatMap((equivalentVouchers) => {
    const first =
      equivalentVouchers.find(({ id }) => id === selectedId) ??
      equivalentVouchers.find(({ hit }) => hit) ??
      equivalentVouchers[0];
    return first ? [{ first, count: equivalentVouchers.length }] : [];
  });
}

/** The preselected voucher: the one presented or named, or the only kind available. */
export function initialVoucherId(stacks: readonly VoucherStack[], selectedId: number | null): number | null {
  const requestedStack = stacks.find(({ first }) => first.id === selectedId) ?? stacks.find(({ first }) => first.hit);
  return (requestedStack ?? (stacks.length === 1 ? stacks[0] : undefined))?.first.id ?? null;
}
