import type { DeskVoucher } from '@innkeeper/contract/calls';
import { describe, expect, it } from 'vitest';
import { initialVoucherId, groupIntoStacks, selectCount, selectedOf } from './voucher-stacks.ts';

const createVoucher = (id: number, changes: Partial<DeskVoucher> = {}): DeskVoucher => ({
  id,
  voucher_no: `V${id}`,
  name: 'Dinner',
  name_id: 'Makan malam',
  nominal: '100000.000',
  currency: 'IDR',
  redeem_date: '2026-01-01',
  valid_until_date: '2026-12-31',
  terms_condition: '',
  terms_condition_id: '',
  file_url: '/storage/x.webp',
  rejection: null,
  reason: null,
  hit: false,
  ...changes,
});
const stackSizes = (vouchers: readonly DeskVoucher[], selectedId: number | null = null) =>
  groupIntoStacks(vouchers, selectedId).map((stack) => [stack.first.id, stack.vouchers.length]);

describe('voucher stacks', () => {
  it('group equivalent vouchers in order', () => {
    expect(stackSizes([createVoucher(1), createVoucher(2, { name: 'Spa' }), createVoucher(3)])).toEqual([
      [1, 2],
      [2, 1],
    ]);
  });

  it('separate vouchers with different benefits', () => {
    const differences = [
      { nominal: '1.000' },
      { valid_until_date: '2026-11-30' },
      { terms_condition: 'Not on Sundays' },
    ];
    expect(
      stackSizes([createVoucher(1), ...differences.map((changes, index) => createVoucher(index + 2, changes))]),
    ).toHaveLength(4);
  });

  it('exclude vouchers that cannot be redeemed', () => {
    expect(stackSizes([createVoucher(1, { rejection: 'expired', reason: 'Too late.' }), createVoucher(2)])).toEqual([
      [2, 1],
    ]);
  });

  it('redeem the scanned or selected voucher', () => {
    expect(stackSizes([createVoucher(1), createVoucher(2, { hit: true }), createVoucher(3)])).toEqual([[2, 3]]);
    expect(stackSizes([createVoucher(1), createVoucher(2, { hit: true }), createVoucher(3)], 3)).toEqual([[3, 3]]);
  });
});

describe('preselected voucher', () => {
  const dinnerVouchers = [createVoucher(1), createVoucher(2)];
  const spaVoucher = createVoucher(3, { name: 'Spa' });
  const findInitialId = (vouchers: readonly DeskVoucher[], selectedId: number | null = null) =>
    initialVoucherId(groupIntoStacks(vouchers, selectedId), selectedId);

  it('is the scanned or selected one, or of the only kind', () => {
    expect(findInitialId([...dinnerVouchers, { ...spaVoucher, hit: true }])).toBe(3);
    expect(findInitialId([...dinnerVouchers, spaVoucher], 2)).toBe(2);
    expect(findInitialId(dinnerVouchers)).toBe(1);
  });

  it('is empty if there is a choice or no voucher', () => {
    expect(findInitialId([...dinnerVouchers, spaVoucher])).toBeNull();
    expect(findInitialId([])).toBeNull();
    expect(findInitialId([...dinnerVouchers, spaVoucher], 99)).toBeNull();
  });
});

describe('several vouchers', () => {
  const [dinners, spa] = groupIntoStacks(
    [createVoucher(1), createVoucher(2), createVoucher(3, { name: 'Spa' }), createVoucher(4)],
    2,
  );
  const select = (count: number, selectedIds: readonly number[]) =>
    dinners ? selectCount(dinners, count, selectedIds) : [];

  it('of a stack are selected by number, the presented one first', () => {
    expect(select(1, [])).toEqual([2]);
    expect(select(3, [])).toEqual([2, 1, 4]);
    expect(select(0, [2, 1])).toEqual([]);
  });

  it('of other stacks do not change, and those already selected go last', () => {
    expect(select(2, [3, 4])).toEqual([3, 4, 2]);
    expect(select(1, [3, 4, 2])).toEqual([3, 2]);
    expect(select(1, [3, 4])).toEqual([3, 4]);
  });

  it('are those of the stack that can still be redeemed', () => {
    const findSelected = (ids: readonly number[]) => (spa ? selectedOf(spa, ids).map(({ id }) => id) : []);
    expect(findSelected([2, 3, 99])).toEqual([3]);
    expect(findSelected([2])).toEqual([]);
  });
});
