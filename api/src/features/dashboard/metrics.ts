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
import type { Amount, Cell, Dashboard, Metric, RevenueMetrics } from '@innkeeper/contract/calls';
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
  ): RevenueMetrics => {
    const [currency, ...otherCurrencies] = new Set(hotel.map((sum) => sum[CURRENCY]));
    const onlyCurrency = otherCurrencies.length === 0 ? (currency ?? null) : null;
    return {
      rows: list,
      month,
      by_month: toMonthCells(hotel, true),
      by_membership: membership.map((sum) => toPartCell([sum], onlyCurrency)),
      by_hotel: groupBy(hotel, (sum) => `${sum[MONTH]}/${sum[ID]}`).map((sums) => toPartCell(sums, onlyCurrency)),
      year_before: toMonthCells(before, true),
    };
  };
  const { standing } = rollups;
  const { joined, lapsed, expiring } = rollups.member_days;
  const openVouchers = toMonthCells(rollups.vouchers, false);
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
      served_elsewhere:
        rollups.served_elsewhere === null
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
        expiring[i] ?? 0,
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
      by_month: toMonthCells(rollups.redemptions.shown, false),
      year_before: toMonthCells(rollups.redemptions.before, false),
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

/** Positions in a sum. */
const [MONTH, ID, CURRENCY, NUMBER, AMOUNT, USD, WITHOUT_RATE] = [0, 1, 2, 3, 4, 5, 6] as const;

const groupBy = (sums: readonly Sum[], keyOf: (sum: Sum) => string): (readonly Sum[])[] => [
  ...Map.groupBy(sums, keyOf).values(),
];

/** One cell per month, with its amounts by currency. */
const toMonthCells = (sums: readonly Sum[], hasUsd: boolean): Cell[] =>
  groupBy(sums, (sum) => sum[MONTH]).map((monthSums) => ({
    ...toCell(monthSums, null, hasUsd),
    amounts: toAmounts(monthSums),
  }));

/** The cell of a membership or hotel. It has an amount only if all of them share this currency. */
const toPartCell = (sums: readonly Sum[], currency: string | null): Cell => ({
  ...toCell(sums, sums[0]?.[ID] ?? null, true),
  ...(currency !== null && { amounts: [{ currency, amount: addAmounts(sums.map((sum) => sum[AMOUNT])) }] }),
});

/** The cell of all sums of one month and record, without amounts. */
function toCell(sums: readonly Sum[], id: number | null, hasUsd: boolean): Cell {
  const withoutRate = sums.reduce((total, sum) => total + sum[WITHOUT_RATE], 0);
  return {
    month: sums[0]?.[MONTH] ?? '',
    id,
    number: sums.reduce((total, sum) => total + sum[NUMBER], 0),
    usd: hasUsd
      ? addDecimals(
          sums.map((sum) => sum[USD]),
          2,
        )
      : null,
    ...(withoutRate > 0 && { without_rate: withoutRate }),
  };
}

/** The amounts by currency, in alphabetical order. */
const toAmounts = (sums: readonly Sum[]): Amount[] =>
  [...Map.groupBy(sums, (sum) => sum[CURRENCY] ?? '')]
    .map(([currency, group]) => ({ currency, amount: addAmounts(group.map((sum) => sum[AMOUNT])) }))
    .toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
