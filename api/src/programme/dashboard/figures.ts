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
import type { Cell, Dashboard, Figure, RevenueFigures } from '@innkeeper/contract/calls';
import type { Kept, KeptRevenue, Sum } from './kept.ts';

/** Nobody calls a member who is switched off, even if a card ends. */
const IS_ACTIVE: Condition = { column: 'is_active', operator: 'eq', value: '1' };
const STANDINGS = resources.member.fields.standing.choices.map(({ value }) => value);

/**
 * The figures with the rows that each counts. `isAll` says that every hotel is counted: then the lists need no filter for it,
 * and stay those that are read fastest.
 */
export function toDashboard(kept: Kept, isAll: boolean): Dashboard {
  const at = (column: string): Condition[] =>
    isAll
      ? []
      : [
          includes(
            column,
            kept.hotels.map(({ id }) => id),
          ),
        ];
  const rows = (resource: ResourceKey, hotel: string, ...conditions: readonly Condition[]): Rows => ({
    resource,
    conditions: [...at(hotel), ...conditions],
  });
  const members = (number: number, ...conditions: readonly Condition[]): Figure => ({
    number,
    rows: rows('member', 'hotel_id', ...conditions),
  });
  const preset = (column: string, value: string): Condition => ({ column, operator: 'preset', value });
  const revenue = (list: Rows, month: string, { membership, hotel, before }: KeptRevenue): RevenueFigures => ({
    rows: list,
    month,
    by_membership: cellsOf(membership, true),
    by_hotel: cellsOf(hotel, true),
    year_before: cellsOf(before, true),
  });
  const { standing, joined, lapsed } = kept;
  const open = cellsOf(kept.vouchers, false);
  return {
    month: kept.month,
    months: kept.months,
    hotels: kept.hotels,
    memberships: kept.memberships,
    decimals: kept.decimals,
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
      ...members(kept.expiring[i] ?? 0, preset('valid_until_date', `next_${days}_days`), IS_ACTIVE),
    })),
    sales: revenue(
      rows('transaction', 'hotel_id', includes('transaction_type_id', kept.sale_types)),
      'transaction_date',
      kept.sales,
    ),
    visits: revenue(rows('visit', 'hotel_id'), 'visit_date', kept.visits),
    redemptions: {
      rows: rows('voucher_redeem', 'redeem_hotel_id'),
      month: 'redeem_date',
      by_month: cellsOf(kept.redemptions.all, false),
      year_before: cellsOf(kept.redemptions.before, false),
    },
    vouchers: {
      number: open.reduce((sum, { number }) => sum + number, 0),
      amounts: amountsOf(kept.vouchers),
      rows: rows('member_voucher', 'member.hotel_id', includes('state', OPEN_VOUCHER_STATES)),
      month: 'valid_until_date',
      by_month: open,
    },
  };
}

/** Sums of one month and record are one cell, whatever their currencies. */
function cellsOf(sums: readonly Sum[], hasDollars: boolean): Cell[] {
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
        usd: hasDollars
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
