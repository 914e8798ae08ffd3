import {
  OPEN_VOUCHER_STATES,
  type Condition,
  EXPIRING_DAYS,
  type ResourceKey,
  type RowSelection,
  includesCondition,
  resources,
  addAmounts,
  addDecimals,
} from '@innkeeper/contract';
import type { Cell, Dashboard, Metric, RevenueMetrics } from '@innkeeper/contract/calls';
import type { DashboardRollups, RevenueRollup, Sum } from './rollups.ts';

/** Inactive members are not called, even if their card expires. */
const IS_ACTIVE: Condition = { column: 'is_active', operator: 'eq', value: '1' };
const STANDINGS = resources.member.fields.standing.choices.map(({ value }) => value);

/**
 * The metrics, each with the rows that it counts. With `isEveryHotel` the lists need no hotel filter, which is their
 * fastest form.
 */
export function toDashboard(rollups: DashboardRollups, isEveryHotel: boolean): Dashboard {
  const hotelIds = rollups.hotels.map(({ id }) => id);
  const hotelConditions = (column: string): Condition[] => (isEveryHotel ? [] : [includesCondition(column, hotelIds)]);
  const createRows = (resource: ResourceKey, hotel: string, ...conditions: readonly Condition[]): RowSelection => ({
    resource,
    conditions: [...hotelConditions(hotel), ...conditions],
  });
  const createMemberMetric = (number: number, ...conditions: readonly Condition[]): Metric => ({
    number,
    rows: createRows('member', 'hotel_id', ...conditions),
  });
  const createPresetCondition = (column: string, value: string): Condition => ({ column, operator: 'preset', value });
  const createRevenueMetrics = (
    list: RowSelection,
    month: string,
    { membership, hotel, before }: RevenueRollup,
  ): RevenueMetrics => ({
    rows: list,
    month,
    by_membership: toCells(membership, true),
    by_hotel: toCells(hotel, true),
    year_before: toCells(before, true),
  });
  const { standing, joined, lapsed } = rollups;
  const openVouchers = toCells(rollups.vouchers, false);
  return {
    month: rollups.month,
    has_two_months: rollups.has_two_months,
    months: rollups.months,
    hotels: rollups.hotels,
    memberships: rollups.memberships,
    decimals: rollups.decimals,
    members: {
      ...createMemberMetric(Object.values(standing).reduce((sum, n) => sum + n, 0)),
      by_standing: STANDINGS.map((value) => ({
        standing: value,
        ...createMemberMetric(standing[value] ?? 0, includesCondition('standing', [value])),
      })),
      served_elsewhere: isEveryHotel
        ? null
        : {
            number: rollups.served_elsewhere,
            rows: {
              resource: 'member',
              conditions: [
                includesCondition('register_hotel_id', hotelIds),
                { ...includesCondition('hotel_id', hotelIds), operator: 'excepts' },
              ],
            },
          },
    },
    joined: {
      this_month: createMemberMetric(joined[0], createPresetCondition('member_date', 'this_month')),
      last_month: createMemberMetric(joined[1], createPresetCondition('member_date', 'last_month')),
    },
    lapsed: {
      this_month: createMemberMetric(lapsed[0], createPresetCondition('valid_until_date', 'month_to_yesterday')),
      last_month: createMemberMetric(lapsed[1], createPresetCondition('valid_until_date', 'last_month')),
    },
    expiring: EXPIRING_DAYS.map((days, i) => ({
      days,
      ...createMemberMetric(
        rollups.expiring[i] ?? 0,
        createPresetCondition('valid_until_date', `next_${days}_days`),
        IS_ACTIVE,
      ),
    })),
    sales: createRevenueMetrics(
      createRows('transaction', 'hotel_id', includesCondition('transaction_type_id', rollups.sale_types)),
      'transaction_date',
      rollups.sales,
    ),
    visits: createRevenueMetrics(createRows('visit', 'hotel_id'), 'visit_date', rollups.visits),
    redemptions: {
      rows: createRows('voucher_redeem', 'redeem_hotel_id'),
      month: 'redeem_date',
      by_month: toCells(rollups.redemptions.all, false),
      year_before: toCells(rollups.redemptions.before, false),
    },
    vouchers: {
      number: openVouchers.reduce((sum, { number }) => sum + number, 0),
      amounts: toAmounts(rollups.vouchers),
      rows: createRows('member_voucher', 'member.hotel_id', includesCondition('state', OPEN_VOUCHER_STATES)),
      month: 'valid_until_date',
      by_month: openVouchers,
    },
  };
}

/** All sums of one month and record form one cell, whatever their currencies. */
function toCells(sums: readonly Sum[], hasUsd: boolean): Cell[] {
  const groups = Map.groupBy(sums, ({ month, id }) => `${month}/${id}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    return [
      {
        month: first.month,
        id: first.id,
        number: group.reduce((sum, { number }) => sum + number, 0),
        amounts: toAmounts(group),
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

function toAmounts(sums: readonly Sum[]): Cell['amounts'] {
  const groups = Map.groupBy(sums, ({ currency }) => currency);
  return [...groups].map(([currency, group]) => ({
    currency,
    amount: addAmounts(group.map(({ amount }) => amount)),
  }));
}
