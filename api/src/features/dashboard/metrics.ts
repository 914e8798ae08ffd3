import {
  OPEN_VOUCHER_STATES,
  type Condition,
  EXPIRING_DAYS,
  type ResourceKey,
  type Rows,
  includes,
  resources,
  addDecimals,
} from '@innkeeper/contract';
import type { Cell, Dashboard, Metric, RevenueMetrics } from '@innkeeper/contract/calls';
import type { DashboardRollups, RevenueRollup, Sum } from './rollups.ts';

/** Inactive members are not called, even if their card expires. */
const IS_ACTIVE: Condition = { column: 'is_active', operator: 'eq', value: '1' };
const STANDINGS = resources.member.fields.standing.choices.map(({ value }) => value);

/**
 * The metrics, each with the rows that it counts. If `isAll` is true, every hotel is counted: the lists then need no
 * hotel filter, which is their fastest form.
 */
export function toDashboard(rollups: DashboardRollups, isAll: boolean): Dashboard {
  const at = (column: string): Condition[] =>
    isAll
      ? []
      : [
          includes(
            column,
            rollups.hotels.map(({ id }) => id),
          ),
        ];
  const rows = (resource: ResourceKey, hotel: string, ...conditions: readonly Condition[]): Rows => ({
    resource,
    conditions: [...at(hotel), ...conditions],
  });
  const members = (number: number, ...conditions: readonly Condition[]): Metric => ({
    number,
    rows: rows('member', 'hotel_id', ...conditions),
  });
  const preset = (column: string, value: string): Condition => ({ column, operator: 'preset', value });
  const revenue = (list: Rows, month: string, { membership, hotel, before }: RevenueRollup): RevenueMetrics => ({
    rows: list,
    month,
    by_membership: cellsOf(membership, true),
    by_hotel: cellsOf(hotel, true),
    year_before: cellsOf(before, true),
  });
  const { standing, joined, lapsed } = rollups;
  const open = cellsOf(rollups.vouchers, false);
  return {
    month: rollups.month,
    months: rollups.months,
    hotels: rollups.hotels,
    memberships: rollups.memberships,
    decimals: rollups.decimals,
    members: {
      ...members(Object.values(standing).reduce((sum, n) => sum + n, 0)),
      by_standing: STANDINGS.map((value) => ({
        standing: value,
        ...members(standing[value] ?? 0, includes('standing', [value])),
      })),
    },
    joined: {
      this_month: members(joined[0], preset('member_date', 'this_month')),
      last_month: members(joined[1], preset('member_date', 'last_month')),
    },
    lapsed: {
      this_month: members(lapsed[0], preset('valid_until_date', 'month_to_yesterday')),
      last_month: members(lapsed[1], preset('valid_until_date', 'last_month')),
    },
    expiring: EXPIRING_DAYS.map((days, i) => ({
      days,
      ...members(rollups.expiring[i] ?? 0, preset('valid_until_date', `next_${days}_days`), IS_ACTIVE),
    })),
    sales: revenue(
      rows('transaction', 'hotel_id', includes('transaction_type_id', rollups.sale_types)),
      'transaction_date',
      rollups.sales,
    ),
    visits: revenue(rows('visit', 'hotel_id'), 'visit_date', rollups.visits),
    redemptions: {
      rows: rows('voucher_redeem', 'redeem_hotel_id'),
      month: 'redeem_date',
      by_month: cellsOf(rollups.redemptions.all, false),
      year_before: cellsOf(rollups.redemptions.before, false),
    },
    vouchers: {
      number: open.reduce((sum, { number }) => sum + number, 0),
      amounts: amountsOf(rollups.vouchers),
      rows: rows('member_voucher', 'member.hotel_id', includes('state', OPEN_VOUCHER_STATES)),
      month: 'valid_until_date',
      by_month: open,
    },
  };
}

/** All sums of one month and record form one cell, whatever their currencies. */
function cellsOf(sums: readonly Sum[], hasUsd: boolean): Cell[] {
  const groups = Map.groupBy(sums, ({ month, id }) => `${month}/${id}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    return [
      {
        month: first.month,
        id: first.id,
        number: group.reduce((sum, { number }) => sum + number, 0),
        amounts: amountsOf(group),
        usd: hasUsd
          ? addDecimals(
              group.map(({ usd }) => usd),
              2,
            )
          : null,
        without_rate: group.reduce((sum, { without_rate }) => sum + without_rate, 0),
      },
    ];
  });
}

function amountsOf(sums: readonly Sum[]): Cell['amounts'] {
  const groups = Map.groupBy(sums, ({ currency }) => currency ?? '');
  return [...groups].map(([currency, group]) => ({
    currency,
    amount: addDecimals(
      group.map(({ amount }) => amount),
      3,
    ),
  }));
}
