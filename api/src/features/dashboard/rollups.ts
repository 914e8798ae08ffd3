import { DASHBOARD_MONTHS, EXPIRING_DAYS, type NestedRecord, SALE_CODES } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { visibleHotelSql } from '../../access/scope.ts';
import { permissionsVersionSql } from '../../access/permissions-version.ts';
import type { DashboardQuery } from './dashboard-query.ts';
import { namedRecordSql } from '../../access/named-records.ts';

/** One sum of the rollups, as the database returns it. */
export interface Sum {
  readonly month: string;
  readonly id: number | null;
  readonly currency: string;
  readonly number: number;
  readonly amount: string;
  readonly usd: string;
  /** Records missing from `usd` because their country had no rate. */
  readonly without_rate: number;
}

/** The shown months by membership and by hotel, and the same months a year earlier. */
export interface RevenueRollup {
  readonly membership: readonly Sum[];
  readonly hotel: readonly Sum[];
  readonly before: readonly Sum[];
}

/** Everything the dashboard shows, read in one statement and therefore from one snapshot. */
export interface DashboardRollups {
  readonly permissions_version: string | null;
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
  /** Members who registered at the hotels and are served at others. */
  readonly served_elsewhere: number;
  readonly joined: readonly [number, number];
  readonly lapsed: readonly [number, number];
  /** One per entry of EXPIRING_DAYS. */
  readonly expiring: readonly number[];
  readonly sales: RevenueRollup;
  readonly visits: RevenueRollup;
  readonly redemptions: { readonly all: readonly Sum[]; readonly before: readonly Sum[] };
  readonly vouchers: readonly Sum[];
}

/**
 * SQL for the rollups of the hotels that the actor may see, limited to the requested hotel or region. Days are local to
 * each hotel.
 */
export function rollupsSql(
  actor: Actor,
  { hotelId, regionId, from, to }: DashboardQuery,
  now: Date,
): RawBuilder<DashboardRollups> {
  const visibleCondition = visibleHotelSql(actor, sql`h.id`);
  // A hotel's local day differs from the UTC day by at most one. These wider bounds use the index; the condition on the
  // local day filters the rest.
  const utcDay = sql`(${now}::timestamptz at time zone 'UTC')::date`;
  return sql<DashboardRollups>`
    with visible_hotel as (
      select h.id, h.code, h.name, c.currency, (${now}::timestamptz at time zone z.zone)::date as today,
             (date_trunc('month', ${now}::timestamptz at time zone z.zone) + interval '1 month')::date as next_month
      from hotel h join country c on c.id = h.country_id join hotel_time_zone z on z.hotel_id = h.id
      where ${visibleCondition}
        and (${hotelId}::bigint is null or h.id = ${hotelId}::bigint)
        and (${regionId}::bigint is null or c.region_id = ${regionId}::bigint)
    ),
    period as (
      select coalesce((${from} || '-01')::date,
             (p.present - interval '${sql.raw(String(DASHBOARD_MONTHS - 1))} months')::date) as first,
             coalesce((${to} || '-01')::date, p.present) as last, p.present
      from (select date_trunc('month', coalesce(max(today), ${now}::date))::date as present from visible_hotel) p
    ),
    span as (
      select *, (first - interval '1 year')::date as before, (last - interval '1 year')::date as before_last from period
    ),
    sale_type as (
      select d.id from option_detail d join option o on o.id = d.option_id where o.slug = 'transaction-type'
        and d.code = any(${SALE_CODES})
    ),
    -- Sales include reversals and refunds, which have minus amounts, as in the list behind the metric.
    revenue as (
      select f.kind, f.month, f.membership_id, f.hotel_id, f.currency, sum(f.number) as number,
             sum(f.grand_total) as amount, sum(f.grand_total_usd) as usd, sum(f.grand_total_without_rate) as without_rate
      from (
        select 'sale' as kind, month, membership_id, hotel_id, currency, number, grand_total, grand_total_usd,
          grand_total_without_rate
        from sale_rollup where transaction_type_id = any(array(select id from sale_type))
        union all
        select 'visit', month, membership_id, hotel_id, currency, number, grand_total, grand_total_usd,
          grand_total_without_rate
        from visit_rollup) f
      join visible_hotel p on p.id = f.hotel_id
      where f.month between (select before from span) and (select last from span)
      group by 1, 2, 3, 4, 5
    ),
    redeemed as (
      select f.month, null::bigint as id, f.currency, sum(f.number) as number, sum(f.nominal) as amount,
        0::numeric as usd, 0 as without_rate
      from redemption_rollup f join visible_hotel p on p.id = f.hotel_id
      where f.month between (select before from span) and (select last from span)
      group by f.month, f.currency
    ),
    -- Whole coming months, and single days of the current month.
    ending as (
      select date_trunc('month', f.day)::date as month, f.currency, f.number, f.nominal
      from open_voucher_day_rollup f join visible_hotel p on p.id = f.hotel_id
      where f.day between ${utcDay} - 1 and ${utcDay} + 32 and f.day >= p.today and f.day < p.next_month
      union all
      select f.month, f.currency, f.number, f.nominal
      from open_voucher_month_rollup f join visible_hotel p on p.id = f.hotel_id
      where f.month >= ${utcDay} and f.month >= p.next_month
    ),
    open as (
      select month, null::bigint as id, currency, sum(number) as number, sum(nominal) as amount, 0::numeric as usd,
             0 as without_rate
      from ending group by month, currency
    )
    select ${permissionsVersionSql(actor, now)} as permissions_version,
      (select to_char(present, 'YYYY-MM') from span) as month,
      (select count(distinct next_month) > 1 from visible_hotel) as has_two_months,
      (select json_agg(to_char(m, 'YYYY-MM') order by m)
          from span, generate_series(first, last, interval '1 month') m) as months,
      (select coalesce(json_agg(${namedRecordSql('visible_hotel')} order by name, id), '[]') from visible_hotel) as hotels,
      (select coalesce(json_agg(${namedRecordSql('m')} order by m.rank, m.id), '[]')
       from membership m where m.deleted_at is null
         or m.id in (select membership_id from revenue where ${isShownSql})) as memberships,
      (select coalesce(json_object_agg(currency, decimals), '{}') from (
         select distinct on (currency) currency, decimals from country
         where currency in (select currency from visible_hotel union select currency from revenue union select currency
             from redeemed union select currency from open)
         order by currency, deleted_at nulls first, id) d) as decimals,
      (select json_agg(id order by id) from sale_type) as sale_types,
      (select coalesce(json_object_agg(standing, number), '{}') from (
         select f.standing, sum(f.number) as number from member_rollup f join visible_hotel p on p.id = f.hotel_id
         group by 1) s) as standing,
      (select count(*)::int from member m
       where m.deleted_at is null and m.register_hotel_id <> m.hotel_id
         and m.register_hotel_id = any(array(select id from visible_hotel))
         and m.hotel_id <> all(array(select id from visible_hotel))) as served_elsewhere,
      (select json_build_array(
         coalesce(sum(f.joined) filter (where f.day >= date_trunc('month', p.today)), 0),
         coalesce(sum(f.joined) filter (where f.day < date_trunc('month', p.today)), 0))
       from member_day_rollup f join visible_hotel p on p.id = f.hotel_id
       where f.day between ${utcDay} - 64 and ${utcDay} + 32 and f.day >= date_trunc('month', p.today) - interval '1 month'
         and f.day < date_trunc('month', p.today) + interval '1 month') as joined,
      (select json_build_array(
         coalesce(sum(f.ending) filter (where f.day >= date_trunc('month', p.today)), 0),
         coalesce(sum(f.ending) filter (where f.day < date_trunc('month', p.today)), 0))
       from member_day_rollup f join visible_hotel p on p.id = f.hotel_id
       where f.day between ${utcDay} - 64 and ${utcDay} + 1 and f.day >= date_trunc('month', p.today) - interval '1 month'
         and f.day < p.today) as lapsed,
      (select json_build_array(${sql.join(
        EXPIRING_DAYS.map(
          (days) => sql`coalesce(sum(f.active_ending) filter (where f.day <= p.today + ${sql.lit(days)}::int), 0)`,
        ),
      )})
       from member_day_rollup f join visible_hotel p on p.id = f.hotel_id
       where f.day between ${utcDay} - 1 and ${utcDay} + ${sql.lit(Math.max(...EXPIRING_DAYS) + 1)}::int
         and f.day between p.today and p.today + ${sql.lit(Math.max(...EXPIRING_DAYS))}::int) as expiring,
      ${revenueSql('sale')} as sales,
      ${revenueSql('visit')} as visits,
      json_build_object('all', (${sumsSql(sql`(select * from redeemed where ${isShownSql})`)}),
                        'before', (${sumsSql(sql`(select * from redeemed where ${isYearBeforeSql})`)})) as redemptions,
      (${sumsSql(sql`open`)}) as vouchers`;
}

/** SQL conditions: whether a sum belongs to the shown months, or to the same months a year earlier. */
const isShownSql = sql`month >= (select first from span)`;
const isYearBeforeSql = sql`month <= (select before_last from span)`;

const revenueSql = (kind: 'sale' | 'visit'): RawBuilder<unknown> => sql`json_build_object(
  'membership', (${sumsSql(dimensionSql(kind, sql.ref('membership_id'), isShownSql))}),
  'hotel', (${sumsSql(dimensionSql(kind, sql.ref('hotel_id'), isShownSql))}),
  'before', (${sumsSql(dimensionSql(kind, sql`null::bigint`, isYearBeforeSql))}))`;

const dimensionSql = (
  kind: string,
  id: RawBuilder<unknown>,
  periodCondition: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`(
  select month, ${id} as id, currency, sum(number) as number, sum(amount) as amount, sum(usd) as usd,
    sum(without_rate) as without_rate
  from revenue where kind = ${sql.lit(kind)} and ${periodCondition} group by 1, 2, 3)`;

/**
 * Amounts are text, so no digit passes through a float. Sums that count no records, because all were deleted, are
 * omitted.
 */
const sumsSql = (rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select coalesce(json_agg(json_build_object(
    'month', to_char(month, 'YYYY-MM'), 'id', id, 'currency', currency, 'number', number,
    'amount', round(amount, 3)::text, 'usd', round(usd, 2)::text, 'without_rate', without_rate)
    order by month, id, currency), '[]')
  from ${rows} r where number <> 0`;
