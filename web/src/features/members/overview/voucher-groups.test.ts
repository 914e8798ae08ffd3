import type { StandingVoucher } from '@innkeeper/contract/calls';
import { expect, it } from 'vitest';
import { groupVouchers } from './voucher-groups.ts';

const createVoucher = (id: number, values: Partial<StandingVoucher> = {}): StandingVoucher => ({
  id,
  voucher_no: `V${id}`,
  name: 'Dinner for two',
  name_id: 'Makan malam untuk dua orang',
  nominal: '250000.000',
  currency: 'IDR',
  redeem_date: '2026-01-01',
  valid_until_date: '2026-12-31',
  restrict_hotel: null,
  rejection: null,
  reason: null,
  ...values,
});

it('identical vouchers form one line with their count, in original order', () => {
  const groups = groupVouchers([
    createVoucher(3),
    createVoucher(1, { name: 'Free night' }),
    createVoucher(2),
    createVoucher(4, { valid_until_date: '2027-12-31' }),
    createVoucher(5, { reason: 'Only at Hotel Melati.', rejection: 'wrong_hotel' }),
    createVoucher(6, { restrict_hotel: { id: 1, name: 'Hotel Melati' } }),
  ]);
  expect(groups.map(({ first, count }) => [first.id, count])).toEqual([
    [3, 2],
    [1, 1],
    [4, 1],
    [5, 1],
    [6, 1],
  ]);
});
