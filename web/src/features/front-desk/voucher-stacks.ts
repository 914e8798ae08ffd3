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
export function stacksOf(vouchers: readonly DeskVoucher[], selectedId: number | null): VoucherStack[] {
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
  return [...stacks.values()].flatMap((alike) => {
    const first = alike.find(({ id }) => id === selectedId) ?? alike.find(({ hit }) => hit) ?? alike[0];
    return first ? [{ first, count: alike.length }] : [];
  });
}

/** The preselected voucher: the one presented or named, or the only kind available. */
export function initialVoucherId(stacks: readonly VoucherStack[], selectedId: number | null): number | null {
  const named = stacks.find(({ first }) => first.id === selectedId) ?? stacks.find(({ first }) => first.hit);
  return (named ?? (stacks.length === 1 ? stacks[0] : undefined))?.first.id ?? null;
}
