import { type Condition, type NestedRecord, type ResourceKey, includesCondition } from '@innkeeper/contract';
import type { Cell, Comparison, Dashboard, Metric, RevenueMetrics } from '@innkeeper/contract/calls';
import { HOTELS } from './fixtures.ts';

const MONTHS = ['2026-01', '2026-02', '2026-03', '2026-04'] as const;
const MEMBERSHIPS = [
  { id: 1, name: 'Laksmira Silver' },
  { id: 2, name: 'Laksmira Gold' },
] as const;

const metric = (number: number, ...conditions: readonly Condition[]): Metric => ({
  number,
  rows: { resource: 'member', conditions },
});
const presetCondition = (column: string, value: string): Condition => ({ column, operator: 'preset', value });
const compareMonths = (column: string, number: number): Comparison => ({
  this_month: metric(number, presetCondition(column, 'this_month')),
  last_month: metric(number + 2, presetCondition(column, 'last_month')),
});

/** One record per month for each id, of two million rupiah or 125 dollars. */
const cellsOf = (ids: readonly (number | null)[], currency = 'IDR'): Cell[] =>
  MONTHS.flatMap((month) =>
    ids.map((id) => ({
      month,
      id,
      number: 1,
      amounts: [{ currency, amount: '2000000.000' }],
      usd: '125.00',
    })),
  );
/** The year before has half of the current values, and none in its first month. */
const YEAR_BEFORE: readonly Cell[] = cellsOf([null])
  .slice(1)
  .map((cell) => ({ ...cell, month: cell.month.replace('2026', '2025') }));
/** The sum of so many of these records in each month. */
const monthCells = (number: number): Cell[] =>
  cellsOf([null]).map((cell) => ({
    ...cell,
    number,
    amounts: [{ currency: 'IDR', amount: `${number * 2_000_000}.000` }],
    usd: `${number * 125}.00`,
  }));
const revenue = (resource: ResourceKey, month: string, hotels: readonly NestedRecord[]): RevenueMetrics => ({
  rows: { resource, conditions: [] },
  month,
  by_month: monthCells(hotels.length),
  by_membership: cellsOf(MEMBERSHIPS.map(({ id }) => id)),
  by_hotel: cellsOf(hotels.map(({ id }) => id)),
  year_before: YEAR_BEFORE,
});

/** The metrics of two memberships in four months. A metric counts the records of its `rows`. */
export function dashboardData(values: Partial<Dashboard> = {}): Dashboard {
  const hotels = values.hotels ?? HOTELS.slice(0, 2);
  const unassignedCells = cellsOf([null]).map((cell) => ({ ...cell, number: 3, usd: null }));
  return {
    month: '2026-04',
    has_two_months: false,
    months: MONTHS,
    hotels,
    memberships: MEMBERSHIPS,
    decimals: { IDR: 0, USD: 2 },
    members: {
      ...metric(1250),
      by_standing: [
        { standing: 'maintained', ...metric(700, includesCondition('standing', ['maintained'])) },
        { standing: 'active', ...metric(400, includesCondition('standing', ['active'])) },
        { standing: 'lapsed', ...metric(150, includesCondition('standing', ['lapsed'])) },
      ],
      served_elsewhere: null,
    },
    joined: compareMonths('member_date', 21),
    lapsed: compareMonths('valid_until_date', 8),
    expiring: [30, 60, 90].map((days) => ({
      days,
      ...metric(days * 2, presetCondition('valid_until_date', `next_${days}_days`)),
    })),
    sales: revenue('transaction', 'transaction_date', hotels),
    visits: revenue('visit', 'visit_date', hotels),
    redemptions: {
      rows: { resource: 'voucher_redeem', conditions: [] },
      month: 'redeem_date',
      by_month: unassignedCells,
      year_before: YEAR_BEFORE,
    },
    vouchers: {
      number: 12,
      rows: { resource: 'member_voucher', conditions: [includesCondition('state', ['available'])] },
      month: 'valid_until_date',
      by_month: unassignedCells,
      amounts: [{ currency: 'IDR', amount: '8000000.000' }],
    },
    ...values,
  };
}

const NO_MEMBERS = { number: 0, rows: { resource: 'member', conditions: [] } } as const;
const noRevenue = { by_month: [], by_membership: [], by_hotel: [], year_before: [] };
/** A dashboard without members. */
export const EMPTY_DASHBOARD: Dashboard = dashboardData({
  members: { ...NO_MEMBERS, by_standing: [], served_elsewhere: null },
  sales: { ...revenue('transaction', 'transaction_date', []), ...noRevenue },
  visits: { ...revenue('visit', 'visit_date', []), ...noRevenue },
  redemptions: {
    rows: { resource: 'voucher_redeem', conditions: [] },
    month: 'redeem_date',
    by_month: [],
    year_before: [],
  },
});
