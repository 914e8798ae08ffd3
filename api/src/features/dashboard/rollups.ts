import { DASHBOARD_MONTHS, EXPIRING_DAYS, type NestedRecord, SALE_CODES } from '@innkeeper/contract';
import { genericPlanArray } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { namedRecordSql } from '../../access/named-records.ts';
import { permissionsVersionSql } from '../../access/permissions-version.ts';
import { visibleHotelSql } from '../../access/scope.ts';
import { SNAPSHOT_SQL } from '../../engine/calls/response-cache.ts';
import { type DashboardQuery, coversEveryHotel } from './dashboard-query.ts';

/** Records of one month, as the database returns them. Amounts are text, so no digit passes through a float. */
export type Sum = readonly [
  month: string,
  /** The membership or hotel; null if a record has none, or the sum is not broken down. */
  id: number | null,
  /** Null if the sum has several currencies. */
  currency: string | null,
  number: number,
  /** 3 decimals. Meaningless without a currency. */
  amount: string,
  /** 2 decimals; 0 for face values. */
  usd: string,
  /** Records missing from `usd` because their country had no rate. */
  withoutRate: number,
];

/** The shown months by membership and by hotel and currency, and the same months a year earlier by currency. */
export interface RevenueRollup {
  readonly membership: readonly Sum[];
  readonly hotel: readonly Sum[];
  readonly before: readonly Sum[];
}

/** Everything the dashboard shows, read in one statement and therefore from one snapshot. */
export interface DashboardRollups {
  readonly permissions_version: string | null;
  readonly snapshot: string | null;
  readonly month: string;
  /** Whether some of the hotels are in the next month already. */
  readonly has_two_months: boolean;
  readonly months: readonly string[];
  readonly hotels: readonly NestedRecord[];
  readonly memberships: readonly NestedRecord[];
  readonly decimals: Readonly<Record<string, number>>;
  /** Option details of the transaction types that sell, renew, give or upgrade a membership. */
  readonly sale_types: readonly number[];
  readonly standing: Readonly<Record<string, number>>;
  /** Members who registered at the hotels and are served at others; null for all hotels. */
  readonly served_elsewhere: number | null;
  readonly member_days: {
    /** In this month and in the last one. */
    readonly joined: readonly [number, number];
    readonly lapsed: readonly [number, number];
    /** One per entry of EXPIRING_DAYS. */
    readonly expiring: readonly number[];
  };
  readonly sales: RevenueRollup;
  readonly visits: RevenueRollup;
  readonly redemptions: { readonly shown: readonly Sum[]; readonly before: readonly Sum[] };
  readonly vouchers: readonly Sum[];
}

/**
 * SQL for the rollups of the hotels that the actor may see, limited to the requested hotel or region. Days are local to
 * each hotel.
 *
 * Each rollup is read once. The planner sees no value of a request, so each connection plans the statement only once:
 * planning takes longer than the statement itself.
 */
export function rollupsSql(actor: Actor, query: DashboardQuery, now: Date): RawBuilder<DashboardRollups> {
  const { hotelId, regionId, from, to } = query;
  const isEveryHotel = coversEveryHotel(actor, query);
  /** Condition on the hotel of a rollup `f`. */
  const isVisibleSql = isEveryHotel ? sql`true` : sql`f.hotel_id = any(array(select id from visible_hotel))`;
  const revenueSql = (table: string, condition: RawBuilder<unknown>) => sql`
    select f.month, f.membership_id, f.hotel_id, f.currency, grouping(f.membership_id) = 0 as is_by_membership,
           sum(f.number) as number, sum(f.grand_total) as amount, sum(f.grand_total_usd) as usd,
           sum(f.grand_total_without_rate) as without_rate
    from ${sql.table(table)} f
    where f.month between (select first from span) and (select last from span) and ${condition} and ${isVisibleSql}
    group by grouping sets ((f.month, f.membership_id), (f.month, f.hotel_id, f.currency))`;
  const revenueBeforeSql = (table: string, condition: RawBuilder<unknown>) => sql`
    select f.month, null::bigint as id, f.currency, sum(f.number) as number, sum(f.grand_total) as amount,
           sum(f.grand_total_usd) as usd, sum(f.grand_total_without_rate) as without_rate
    from ${sql.table(table)} f
    where f.month between (select before from span) and (select before_last from span) and ${condition}
      and ${isVisibleSql}
    group by f.month, f.currency`;
  const revenueJsonSql = (name: string, before: RawBuilder<unknown>) => sql`json_build_object(
    'membership', (${sumsSql(sql`(select month, membership_id as id, null::text as currency, number, amount, usd,
      without_rate from ${sql.ref(name)} where is_by_membership)`)}),
    'hotel', (${sumsSql(sql`(select month, hotel_id as id, currency, number, amount, usd, without_rate
      from ${sql.ref(name)} where not is_by_membership)`)}),
    'before', (${sumsSql(sql`(${before})`)}))`;
  // Sales include reversals and refunds, which have minus amounts, as in the list behind the metric.
  const isSale = sql`f.transaction_type_id = any(array(select id from sale_type))`;
  return sql<DashboardRollups>`
    with visible_hotel as materialized (
      select h.id, h.code, h.name, c.currency, d.today, d.month, (d.month + interval '1 month')::date as next_month,
             (d.month - interval '1 month')::date as last_month
      from hotel h join country c on c.id = h.country_id join hotel_time_zone z on z.hotel_id = h.id
      cross join lateral (
        select (${now}::timestamptz at time zone z.zone)::date as today,
               date_trunc('month', ${now}::timestamptz at time zone z.zone)::date as month) d
      where ${visibleHotelSql(actor, sql`h.id`, genericPlanArray)}
        ${hotelId === null ? sql`` : sql`and h.id = (select ${hotelId}::bigint)`}
        ${regionId === null ? sql`` : sql`and c.region_id = (select ${regionId}::bigint)`}
    ),
    -- A hotel's local day differs from the UTC day by at most one. Bounds by UTC days use an index; the condition on the
    -- local day filters the rest.
    utc as materialized (select (${now}::timestamptz at time zone 'UTC')::date as day),
    span as materialized (
      select *, (first - interval '1 year')::date as before, (last - interval '1 year')::date as before_last
      from (
        select coalesce((${from} || '-01')::date,
                 (p.present - interval '${sql.raw(String(DASHBOARD_MONTHS - 1))} months')::date) as first,
               coalesce((${to} || '-01')::date, p.present) as last, p.present
        from (select coalesce(max(month), date_trunc('month', ${now}::timestamptz)::date) as present
              from visible_hotel) p) s
    ),
    sale_type as materialized (
      select d.id from option_detail d join option o on o.id = d.option_id where o.slug = 'transaction-type'
        and d.code = any(${SALE_CODES})
    ),
    sale as materialized (${revenueSql('sale_rollup', isSale)}),
    stay as materialized (${revenueSql('visit_rollup', sql`true`)}),
    redeemed as materialized (
      select f.month, null::bigint as id, f.currency, sum(f.number) as number, sum(f.nominal) as amount,
        0::numeric as usd, 0 as without_rate
      from redemption_rollup f
      where f.month between (select before from span) and (select last from span)
        and (f.month >= (select first from span) or f.month <= (select before_last from span)) and ${isVisibleSql}
      group by f.month, f.currency
    ),
    -- Whole coming months, and single days of the current month.
    open as materialized (
      select month, null::bigint as id, currency, sum(number) as number, sum(amount) as amount, 0::numeric as usd,
             0 as without_rate
      from (
        select p.month, f.currency, sum(f.number) as number, sum(f.nominal) as amount
        from open_voucher_day_rollup f join visible_hotel p on p.id = f.hotel_id
        where f.day between (select day - 1 from utc) and (select day + 32 from utc)
          and f.day >= p.today and f.day < p.next_month
        group by p.month, f.currency
        union all
        select f.month, f.currency, sum(f.number), sum(f.nominal)
        from open_voucher_month_rollup f join visible_hotel p on p.id = f.hotel_id
        where f.month >= (select day from utc) and f.month >= p.next_month
        group by f.month, f.currency) o
      group by month, currency
    ),
    member_days as materialized (
      select
        coalesce(sum(f.joined) filter (where f.day >= p.month and f.day < p.next_month), 0) as joined,
        coalesce(sum(f.joined) filter (where f.day < p.month), 0) as joined_before,
        coalesce(sum(f.ending) filter (where f.day >= p.month and f.day < p.today), 0) as lapsed,
        coalesce(sum(f.ending) filter (where f.day < p.month), 0) as lapsed_before,
        json_build_array(${sql.join(
          EXPIRING_DAYS.map(
            (days) =>
              sql`coalesce(sum(f.active_ending)
                filter (where f.day >= p.today and f.day <= p.today + ${sql.lit(days)}::int), 0)`,
          ),
        )}) as expiring
      from member_day_rollup f join visible_hotel p on p.id = f.hotel_id
      where f.day between (select day - 64 from utc)
          and (select day + ${sql.lit(Math.max(...EXPIRING_DAYS) + 1)}::int from utc)
        and f.day >= p.last_month
    )
    select ${permissionsVersionSql(actor, now)} as permissions_version, ${SNAPSHOT_SQL} as snapshot,
      (select to_char(present, 'YYYY-MM') from span) as month,
      (select count(distinct month) > 1 from visible_hotel) as has_two_months,
      (select json_agg(to_char(m, 'YYYY-MM') order by m)
          from span, generate_series(first, last, interval '1 month') m) as months,
      (select coalesce(json_agg(${namedRecordSql('visible_hotel')} order by name, id), '[]') from visible_hotel) as hotels,
      (select coalesce(json_agg(${namedRecordSql('m')} order by m.rank, m.id), '[]')
       from membership m where m.deleted_at is null
         or m.id in (select membership_id from sale where number <> 0 union all
           select membership_id from stay where number <> 0)) as memberships,
      (select coalesce(json_object_agg(currency, decimals), '{}') from (
         select distinct on (currency) currency, decimals from country
         where currency in (select currency from visible_hotel union select currency from sale
             union select currency from stay union select currency from redeemed union select currency from open)
         order by currency, deleted_at nulls first, id) d) as decimals,
      (select json_agg(id order by id) from sale_type) as sale_types,
      (select coalesce(json_object_agg(standing, number), '{}') from (
         select f.standing, sum(f.number) as number from member_rollup f where ${isVisibleSql} group by 1) s) as standing,
      ${
        isEveryHotel
          ? sql`null::int`
          : sql`(select count(*)::int from member m
       where m.deleted_at is null and m.register_hotel_id <> m.hotel_id
         and m.register_hotel_id = any(array(select id from visible_hotel))
         and m.hotel_id <> all(array(select id from visible_hotel)))`
      } as served_elsewhere,
      (select json_build_object('joined', json_build_array(joined, joined_before),
         'lapsed', json_build_array(lapsed, lapsed_before), 'expiring', expiring) from member_days) as member_days,
      ${revenueJsonSql('sale', revenueBeforeSql('sale_rollup', isSale))} as sales,
      ${revenueJsonSql('stay', revenueBeforeSql('visit_rollup', sql`true`))} as visits,
      json_build_object(
        'shown', (${sumsSql(sql`(select * from redeemed where month >= (select first from span))`)}),
        'before', (${sumsSql(sql`(select * from redeemed where month <= (select before_last from span))`)})) as redemptions,
      (${sumsSql(sql`open`)}) as vouchers`;
}

/** The sums as JSON. Those that count no records, because all were deleted, are omitted. */
const sumsSql = (rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select coalesce(json_agg(json_build_array(left(month::text, 7), id, currency, number, round(amount, 3)::text,
    round(usd, 2)::text, without_rate) order by month, id, currency), '[]')
  from ${rows} r where number <> 0`;
