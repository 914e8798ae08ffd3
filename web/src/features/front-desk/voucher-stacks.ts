import type { DeskVoucher } from '@innkeeper/contract/calls';

/** Vouchers that are equivalent to the guest: any of them may be redeemed. */
export interface VoucherStack {
  readonly first: DeskVoucher;
  /** All of them, in the order in which they are redeemed. */
  readonly vouchers: readonly DeskVoucher[];
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
    return first ? [{ first, vouchers: [first, ...equivalentVouchers.filter((voucher) => voucher !== first)] }] : [];
  });
}

/** The preselected voucher: the one presented or named, or the only kind available. */
export function initialVoucherId(stacks: readonly VoucherStack[], selectedId: number | null): number | null {
  const requestedStack = stacks.find(({ first }) => first.id === selectedId) ?? stacks.find(({ first }) => first.hit);
  return (requestedStack ?? (stacks.length === 1 ? stacks[0] : undefined))?.first.id ?? null;
}

/** The selected vouchers of a stack. */
export const selectedOf = ({ vouchers }: VoucherStack, selectedIds: readonly number[]): readonly DeskVoucher[] =>
  vouchers.filter(({ id }) => selectedIds.includes(id));

/** Selects this many vouchers of a stack, those already selected first. The selection of other stacks does not change. */
export function selectCount(stack: VoucherStack, count: number, selectedIds: readonly number[]): readonly number[] {
  const stackIds = stack.vouchers.map(({ id }) => id);
  const isSelected = (id: number) => selectedIds.includes(id);
  const inOrder = [...stackIds.filter(isSelected), ...stackIds.filter((id) => !isSelected(id))];
  return [...selectedIds.filter((id) => !stackIds.includes(id)), ...inOrder.slice(0, count)];
}
