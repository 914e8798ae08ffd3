import type { CounterVoucher } from '@innkeeper/contract/calls';
import { describe, expect, it } from 'vitest';
import { meantVoucher, stacksOf } from './voucher-stacks.ts';

const voucher = (id: number, changes: Partial<CounterVoucher> = {}): CounterVoucher => ({
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
  refusal: null,
  reason: null,
  hit: false,
  ...changes,
});
const shape = (vouchers: readonly CounterVoucher[], wanted: number | null = null) =>
  stacksOf(vouchers, wanted).map(({ first, count }) => [first.id, count]);

describe('vouchers at a counter', () => {
  it('stand together where they are alike, in their order', () => {
    expect(shape([voucher(1), voucher(2, { name: 'Spa' }), voucher(3)])).toEqual([
      [1, 2],
      [2, 1],
    ]);
  });

  it('stand apart where the guest gets something else for them', () => {
    const others = [{ nominal: '1.000' }, { valid_until_date: '2026-11-30' }, { terms_condition: 'Not on Sundays' }];
    expect(shape([voucher(1), ...others.map((changes, i) => voucher(i + 2, changes))])).toHaveLength(4);
  });

  it('that cannot be honoured are no part of it', () => {
    expect(shape([voucher(1, { refusal: 'expired', reason: 'Too late.' }), voucher(2)])).toEqual([[2, 1]]);
  });

  it('that was shown, or named, is the one that is taken', () => {
    expect(shape([voucher(1), voucher(2, { hit: true }), voucher(3)])).toEqual([[2, 3]]);
    expect(shape([voucher(1), voucher(2, { hit: true }), voucher(3)], 3)).toEqual([[3, 3]]);
  });
});

describe('the voucher that is meant', () => {
  const dinners = [voucher(1), voucher(2)];
  const spa = voucher(3, { name: 'Spa' });
  const meant = (vouchers: readonly CounterVoucher[], wanted: number | null = null) =>
    meantVoucher(stacksOf(vouchers, wanted), wanted);

  it('is the one that was shown or named, or the only kind', () => {
    expect(meant([...dinners, { ...spa, hit: true }])).toBe(3);
    expect(meant([...dinners, spa], 2)).toBe(2);
    expect(meant(dinners)).toBe(1);
  });

  it('is asked for where there is a choice, or nothing', () => {
    expect(meant([...dinners, spa])).toBeNull();
    expect(meant([])).toBeNull();
    expect(meant([...dinners, spa], 99)).toBeNull();
  });
});
