import type { DeskVoucher } from '@innkeeper/contract/calls';
import { describe, expect, it } from 'vitest';
import { initialVoucherId, groupIntoStacks } from './voucher-stacks.ts';

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
  groupIntoStacks(vouchers, selectedId).map(({ first, count }) => [first.id, count]);

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
