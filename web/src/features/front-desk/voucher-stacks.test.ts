import type { DeskVoucher } from '@innkeeper/contract/calls';
import { describe, expect, it } from 'vitest';
import { initialVoucherId, stacksOf } from './voucher-stacks.ts';

const voucher = (id: number, changes: Partial<DeskVoucher> = {}): DeskVoucher => ({
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
const shape = (vouchers: readonly DeskVoucher[], selectedId: number | null = null) =>
  stacksOf(vouchers, selectedId).map(({ first, count }) => [first.id, count]);

describe('voucher stacks', () => {
  it('group equivalent vouchers in order', () => {
    expect(shape([voucher(1), voucher(2, { name: 'Spa' }), voucher(3)])).toEqual([
      [1, 2],
      [2, 1],
    ]);
  });

  it('separate vouchers that give the guest something different', () => {
    const others = [{ nominal: '1.000' }, { valid_until_date: '2026-11-30' }, { terms_condition: 'Not on Sundays' }];
    expect(shape([voucher(1), ...others.map((changes, i) => voucher(i + 2, changes))])).toHaveLength(4);
  });

  it('exclude vouchers that cannot be redeemed', () => {
    expect(shape([voucher(1, { rejection: 'expired', reason: 'Too late.' }), voucher(2)])).toEqual([[2, 1]]);
  });

  it('redeem the voucher that was presented or named', () => {
    expect(shape([voucher(1), voucher(2, { hit: true }), voucher(3)])).toEqual([[2, 3]]);
    expect(shape([voucher(1), voucher(2, { hit: true }), voucher(3)], 3)).toEqual([[3, 3]]);
  });
});

describe('preselected voucher', () => {
  const dinners = [voucher(1), voucher(2)];
  const spa = voucher(3, { name: 'Spa' });
  const selectedVoucher = (vouchers: readonly DeskVoucher[], selectedId: number | null = null) =>
    initialVoucherId(stacksOf(vouchers, selectedId), selectedId);

  it('is the one presented or named, or the only kind', () => {
    expect(selectedVoucher([...dinners, { ...spa, hit: true }])).toBe(3);
    expect(selectedVoucher([...dinners, spa], 2)).toBe(2);
    expect(selectedVoucher(dinners)).toBe(1);
  });

  it('is empty if there is a choice or no voucher', () => {
    expect(selectedVoucher([...dinners, spa])).toBeNull();
    expect(selectedVoucher([])).toBeNull();
    expect(selectedVoucher([...dinners, spa], 99)).toBeNull();
  });
});
