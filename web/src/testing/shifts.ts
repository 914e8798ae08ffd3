import type { ShiftResource } from '@innkeeper/contract';
import type { Shift, ShiftActivity, ShiftDay, ShiftEntry } from '@innkeeper/contract/calls';
import { HOTELS } from './fixtures.ts';

const hotel: Shift['hotel'] = { ...HOTELS[0], currency: 'IDR', decimals: 0, time_zone: 'Asia/Jakarta' };

/** An entry of a shift; by default a sale to Ratna Kusuma. */
export const shiftEntry = (values: Partial<ShiftEntry> = {}): ShiftEntry => ({
  resource: 'transaction',
  id: 31,
  number: 'T00000031',
  at: '2026-03-14 02:26:53',
  member: { id: 7, name: 'Ratna Kusuma' },
  name: 'New member · Laksmira Gold',
  name_id: 'New member · Laksmira Gold',
  amount: '3000000.000',
  currency: 'IDR',
  payment: 'Cash',
  user: { id: 1, name: 'Dewi Anggraini' },
  reason: null,
  ...values,
});

export const VISIT_ENTRY = shiftEntry({
  resource: 'visit',
  id: 41,
  number: 'BILL-7',
  name: '',
  name_id: '',
  amount: '1250000.000',
  payment: null,
});
export const REDEMPTION_ENTRY = shiftEntry({
  resource: 'voucher_redeem',
  id: 51,
  number: 'R00000051',
  name: 'Birthday cake',
  name_id: 'Kue ulang tahun',
  amount: '250000.000',
  payment: null,
});

/** What these entries add up to, all in one currency. */
export const shiftActivity = (resource: ShiftResource, entries: readonly ShiftEntry[] = []): ShiftActivity => ({
  number: entries.length,
  amounts: entries.flatMap(({ amount, currency }) => (amount === null ? [] : [{ currency, amount }])).slice(0, 1),
  rows: { resource, conditions: [{ column: 'created_at', operator: 'preset', value: 'today' }] },
  entries,
});

/** The day of the first hotel, on which nothing has happened yet. */
export const shiftDay = (values: Partial<ShiftDay> = {}): ShiftDay => ({
  hotel,
  day: '2026-03-14',
  birthdays: { number: 0, guests: [] },
  call_backs: { number: 0, guests: [] },
  sold: shiftActivity('transaction'),
  redeemed: shiftActivity('voucher_redeem'),
  posted: shiftActivity('visit'),
  ...values,
});

/** A day with one of everything. */
export const fullDay = (): ShiftDay =>
  shiftDay({
    birthdays: {
      number: 1,
      guests: [
        {
          member: { id: 8, name: 'Budi Santoso' },
          membership: { id: 1, name: 'Laksmira Gold' },
          valid_until_date: '2026-12-31',
          turns: 50,
        },
      ],
    },
    call_backs: {
      number: 1,
      guests: [
        {
          id: 61,
          member: { id: 9, name: 'Siti Rahma', phone_no: '+6281234567890' },
          call_back_on: '2026-03-12',
          note: 'After lunch',
          by: { id: 2, name: 'Yoga Pratama' },
        },
      ],
    },
    sold: shiftActivity('transaction', [shiftEntry()]),
    redeemed: shiftActivity('voucher_redeem', [REDEMPTION_ENTRY]),
    posted: shiftActivity('visit', [VISIT_ENTRY]),
  });

/** The shift of the signed-in user at the first hotel, in which nothing was recorded. */
export const shift = (values: Partial<Shift> = {}): Shift => ({
  hotel,
  from: '2026-03-13 17:00:00',
  to: '2026-03-14 07:05:00',
  user: { id: 1, name: 'Dewi Anggraini' },
  sold: shiftActivity('transaction'),
  redeemed: shiftActivity('voucher_redeem'),
  posted: shiftActivity('visit'),
  undone: { number: 0, entries: [] },
  payments: [],
  ...values,
});

/** A shift with one of everything, and payments in cash and by card. */
export const fullShift = (values: Partial<Shift> = {}): Shift =>
  shift({
    sold: shiftActivity('transaction', [shiftEntry()]),
    redeemed: shiftActivity('voucher_redeem', [REDEMPTION_ENTRY]),
    posted: shiftActivity('visit', [VISIT_ENTRY]),
    undone: {
      number: 1,
      entries: [{ ...REDEMPTION_ENTRY, id: 52, number: 'R00000052', reason: 'Wrong guest' }],
    },
    payments: [
      {
        payment: { id: 1, name: 'Cash' },
        currency: 'IDR',
        taken: '3000000.000',
        returned: '500000.000',
        balance: '2500000.000',
      },
      {
        payment: { id: 2, name: 'Credit card' },
        currency: 'IDR',
        taken: '1000000.000',
        returned: '0.000',
        balance: '1000000.000',
      },
    ],
    ...values,
  });
