import type { ClosingCheck, ClosingTotals } from '@innkeeper/contract/calls';
import { type RawBuilder, sql } from 'kysely';
import { namedRecordSql } from '../../access/named-records.ts';
import type { Executor } from './closings.ts';

/** Maximum number of records listed per item of the check list. */
const MAX_LISTED = 20;
/** A bill is unusual if it is this many times the median of its hotel and month. */
const OUTLIER_FACTOR = 10;

/**
 * SQL: whether a row of a month has no rate, so that sums in US dollars exclude it. Redemptions have no value in US
 * dollars.
 */
export const lacksRateSql = (amountUsd: string, resource: string): RawBuilder<unknown> =>
  sql`${sql.ref(amountUsd)} is null and ${sql.ref(resource)} <> 'voucher_redeem'`;

/** SQL: the sums of rows of `month_rows`, or of the frozen rows. */
export const totalsSql = (rows: RawBuilder<unknown>): RawBuilder<ClosingTotals> => sql`
  select ${namedRecordSql('h')} as hotel, r.resource, r.part, r.currency, count(*)::int as number,
         sum(r.amount)::numeric(18, 3)::text as amount,
         case when r.resource <> 'voucher_redeem' then coalesce(sum(r.amount_usd), 0)::numeric(18,
         2)::text end as amount_usd,
         count(*) filter (where ${lacksRateSql('r.amount_usd', 'r.resource')})::int as without_rate
  from (${rows}) r join hotel h on h.id = r.hotel_id
  group by h.id, r.resource, r.part, r.currency order by h.code, h.id, r.resource, r.part, r.currency`;

export async function readTotals(db: Executor, rows: RawBuilder<unknown>): Promise<readonly ClosingTotals[]> {
  return (await totalsSql(rows).execute(db)).rows;
}

export const monthSql = (country: number, month: string): RawBuilder<unknown> =>
  sql`select * from month_rows(${country}::bigint, ${month})`;

/** The check list to review before closing a month. */
export async function readChecks(db: Executor, country: number, month: string): Promise<readonly ClosingCheck[]> {
  const { rows } = await sql<ClosingCheck>`
    with rows as materialized (${monthSql(country, month)}),
    median as (
      select hotel_id, percentile_cont(0.5) within group (order by amount) as amount from rows where resource = 'visit'
      group by 1
    ),
    flagged as (
      select 'without_rate' as key, r.* from rows r where ${lacksRateSql('r.amount_usd', 'r.resource')}
      union all
      select 'exceptional_bills', r.* from rows r join median m on m.hotel_id = r.hotel_id
      where r.resource = 'visit' and r.amount > ${OUTLIER_FACTOR} * m.amount
      union all
      select 'late_bills', r.* from rows r join visit v on v.id = r.record_id
      join hotel_time_zone z on z.hotel_id = v.hotel_id
      where r.resource = 'visit' and to_char(v.created_at at time zone z.zone, 'YYYY-MM') > ${month}
      union all
      select 'held_postings', 'held_posting', b.id, b.hotel_id, null, b.currency, b.grand_total, null
      from held_posting b join hotel h on h.id = b.hotel_id and h.country_id = ${country}
      join hotel_time_zone z on z.hotel_id = b.hotel_id
      where b.state = 'waiting' and b.deleted_at is null
        and to_char(b.visit_date at time zone z.zone, 'YYYY-MM') = ${month}
    ),
    ranked as (
      select f.*, row_number() over (partition by f.key order by f.amount desc, f.record_id) as position from flagged f
    )
    select k.key, case when k.key = 'unapproved' then (
        select count(*) from approval a left join hotel h on h.id = a.hotel_id
        where a.outcome is null and a.expires_at > now() and ${country}::bigint in (a.country_id, h.country_id))
      else (select count(*) from flagged f where f.key = k.key) end::int as number,
      (select coalesce(json_agg(json_build_object('resource', n.resource, 'id', n.record_id,
          'number', coalesce(v.visit_no, t.transaction_no, b.reference_no), 'hotel', ${namedRecordSql('h')},
          'amount', n.amount::text, 'currency', n.currency)
          order by n.position), '[]')
       from ranked n join hotel h on h.id = n.hotel_id
       left join visit v on n.resource = 'visit' and v.id = n.record_id
       left join transaction t on n.resource = 'transaction' and t.id = n.record_id
       left join held_posting b on n.resource = 'held_posting' and b.id = n.record_id
       where n.key = k.key and n.position <= ${MAX_LISTED}) as records
    from (values (1, 'without_rate'), (2, 'held_postings'), (3, 'exceptional_bills'), (4, 'late_bills'),
        (5, 'unapproved')) k (position, key) order by k.position`.execute(db);
  return rows;
}
