import type { Approval, MonthlyFees, Liability, MonthClosing } from '@innkeeper/contract/calls';
import { HOTELS } from './fixtures.ts';
import { HttpResponse, mockResponse } from './mock-server.ts';

const country = { id: 1, name: 'Indonesia' };
const staffUser = { id: 1, name: 'Sari Wulandari', username: 'sari.wulandari' };

export const monthClosing: MonthClosing = {
  id: 1,
  country,
  month: '2026-09',
  remark: 'Kurs dikonfirmasi',
  closed_at: '2026-10-03 02:00:00',
  closed_by: staffUser,
  reopened_at: null,
  reopened_by: null,
  approved_by: null,
  reopen_reason: null,
  head: `7-${'9f86d081884c7d65'.repeat(4)}`,
};

const amountKey = { hotel: HOTELS[0], resource: 'transaction', part: '1', currency: 'IDR' } as const;

const liabilityAmount = (number: number, without_rate = 0) => ({
  number,
  nominal: `${number * 250_000}.000`,
  nominal_usd: (((number - without_rate) * 250_000) / 15_500).toFixed(2),
  without_rate,
});
/** Forty vouchers are outstanding at the end of the month, two of them without a rate. */
const liability: Liability = {
  hotel: HOTELS[0],
  kind: { id: 1, name: 'Dining', name_id: 'Dining' },
  currency: 'IDR',
  opening: liabilityAmount(30, 2),
  issued: liabilityAmount(24),
  redeemed: liabilityAmount(9),
  expired: liabilityAmount(4),
  cancelled: liabilityAmount(2),
  corrected: liabilityAmount(1),
  closing: liabilityAmount(40, 2),
};

/** Twelve memberships were sold in the month, one of them without a rate. The terms of a hundred include the month. */
const fees: MonthlyFees = {
  hotel: HOTELS[0],
  month: '2026-09',
  currency: 'IDR',
  by_sale: { number: 12, amount: '18000000.000', amount_usd: '1064.52', without_rate: 1 },
  by_service: { number: 100, amount: '12500000.000', amount_usd: '806.45', without_rate: 4 },
};

/** Mocks that October 2026 is the last month that is over, and that September is closed and a sale of it reversed. */
export function mockMonths(closings: readonly MonthClosing[] = [monthClosing]): void {
  mockResponse('GET /api/month_close', () =>
    HttpResponse.json({
      data: closings,
      countries: [{ ...country, currency: 'IDR', decimals: 0, month: '2026-10' }],
      meta: { page: 1, per_page: 500, total: closings.length },
    }),
  );
  mockResponse('GET /api/month_close/check', () =>
    HttpResponse.json({
      data: {
        country,
        month: '2026-10',
        is_over: true,
        closing: null,
        checks: [
          { key: 'without_rate', number: 0, records: [] },
          {
            key: 'held_postings',
            number: 1,
            records: [
              {
                resource: 'held_posting',
                id: 4,
                number: 'POS-1188',
                hotel: HOTELS[0],
                amount: '450000.000',
                currency: 'IDR',
              },
            ],
          },
          {
            key: 'exceptional_bills',
            number: 1,
            records: [
              {
                resource: 'visit',
                id: 7,
                number: 'V00000007',
                hotel: HOTELS[0],
                amount: '98500000.000',
                currency: 'IDR',
              },
            ],
          },
          { key: 'late_bills', number: 0, records: [] },
          { key: 'unapproved', number: 2, records: [] },
        ],
        amounts: [{ ...amountKey, number: 12, amount: '18000000.000', amount_usd: '967.74', without_rate: 2 }],
      },
    }),
  );
  mockResponse('GET /api/month_close/liability', () =>
    HttpResponse.json({ data: { from: '2026-10-01', to: '2026-10-31', rows: [liability] } }),
  );
  mockResponse('GET /api/month_close/fees', () =>
    HttpResponse.json({ data: { from: '2026-09', to: '2026-09', rows: [fees] } }),
  );
  mockResponse('GET /api/month_close/:id/comparison', () =>
    HttpResponse.json({
      data: {
        closing: monthClosing,
        amounts: [
          {
            ...amountKey,
            closed: { number: 12, amount: '18000000.000', amount_usd: '1161.29', without_rate: 0 },
            today: { number: 11, amount: '16500000.000', amount_usd: '1064.52', without_rate: 0 },
            difference: { number: -1, amount: '-1500000.000', amount_usd: '-96.77', without_rate: 0 },
          },
        ],
        rows: [
          {
            ...amountKey,
            why: 'reversed',
            id: 3,
            number: 'T00000003',
            closed: '1500000.000',
            today: null,
            difference: '-1500000.000',
            at: '2026-11-02 03:10:00',
            by: staffUser,
            reversal: { id: 9, transaction_no: 'T00000009' },
          },
        ],
        more: 0,
      },
    }),
  );
}

export const requestedDiscount: Approval = {
  id: 1,
  kind: 'discount',
  state: 'waiting',
  requested_at: '2026-11-24 04:00:00',
  requested_by: { id: 5, name: 'Budi Santoso', username: 'budi.santoso' },
  expires_at: '2026-12-01 04:00:00',
  reason: 'Tamu tetap, menginap setiap bulan',
  facts: {
    hotel: HOTELS[0].name,
    country: null,
    month: null,
    member: 'Dewi Lestari',
    membership: 'Laksmira Gold',
    sub_total: '1500000.000',
    discount: '750000.000',
    grand_total: '750000.000',
    currency: 'IDR',
  },
  decided_at: null,
  decided_by: null,
  decision: null,
  failure: null,
  may_decide: true,
  is_own: false,
};
/** An upgrade by visits that an integration posted. */
export const requestedUpgrade: Approval = {
  ...requestedDiscount,
  id: 5,
  kind: 'upgrade',
  requested_by: null,
  reason: '',
  facts: {
    ...requestedDiscount.facts,
    membership: 'Sahabat Plus',
    until: '2027-01-31',
    visits: '6',
    sub_total: null,
    discount: null,
    grand_total: null,
    currency: null,
  },
};

export function mockApprovals(data: readonly Approval[]): void {
  mockResponse('GET /api/approval', () =>
    HttpResponse.json({ data, meta: { page: 1, per_page: 25, total: data.length } }),
  );
}
