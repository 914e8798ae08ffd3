import type { CounterVoucher } from '@innkeeper/contract/calls';

/** Vouchers that are alike to the guest: any of them may be taken. */
export interface VoucherStack {
  /** The one that is taken. */
  readonly first: CounterVoucher;
  readonly count: number;
}

/** The vouchers that can be redeemed, alike ones together; of each kind the one that the guest shows or names is taken. */
export function stacksOf(vouchers: readonly CounterVoucher[], wanted: number | null): VoucherStack[] {
  const stacks = Map.groupBy(
    vouchers.filter(({ refusal }) => refusal === null),
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
    const first = alike.find(({ id }) => id === wanted) ?? alike.find(({ hit }) => hit) ?? alike[0];
    return first ? [{ first, count: alike.length }] : [];
  });
}

/** The voucher that is meant without asking: the one that was shown or named, or the only kind there is. */
export function meantVoucher(stacks: readonly VoucherStack[], wanted: number | null): number | null {
  const named = stacks.find(({ first }) => first.id === wanted) ?? stacks.find(({ first }) => first.hit);
  return (named ?? (stacks.length === 1 ? stacks[0] : undefined))?.first.id ?? null;
}
