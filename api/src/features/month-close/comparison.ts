import {
  type TotalsComparison,
  MAX_DIFFERENCES,
  type MonthClosing,
  type MonthDifference,
} from '@innkeeper/contract/calls';
import { type RawBuilder, sql } from 'kysely';
import { namedRecordSql, personSql } from '../../access/named-records.ts';
import type { Executor } from './closings.ts';
import { instantSql } from '../../access/named-records.ts';
import { lacksRateSql, monthSql } from './month-checks.ts';

/** SQL: the rows of a closed month, at closing and now; rows reversed since have no current amount. */
const sidesSql = ({ id, country, month }: MonthClosing): RawBuilder<unknown> => sql`
  select resource, record_id, coalesce(c.hotel_id, n.hotel_id) as hotel_id, coalesce(c.part, n.part) as part,
         coalesce(c.currency, n.currency) as currency, c.record_id is not null as was_included,
         n.record_id is not null as is_current, c.amount as closed, c.amount_usd as closed_usd,
         case when v.id is null then n.amount end as today, case when v.id is null then n.amount_usd end as today_usd,
         v.id as reversal_id
  from (select *, record_id as id from month_close_row where month_close_id = ${id}) c
  full join (select *, record_id as id from (${monthSql(country.id, month)}) m) n using (resource, record_id)
  left join transaction v on resource = 'transaction' and v.reverses_id = record_id and v.refund_reason_id is null`;

type DifferenceRow = Omit<MonthDifference, 'why'> & { readonly was_included: boolean; readonly is_current: boolean };

/** Each sum of a closed month at closing and today, and the rows that account for the difference. */
export async function readComparison(
  db: Executor,
  closing: MonthClosing,
): Promise<{
  readonly amounts: readonly TotalsComparison[];
  readonly rows: readonly MonthDifference[];
  readonly more: number;
}> {
  const amounts = await sql<TotalsComparison>`
    with sides as (${sidesSql(closing)}),
    sums as (
      select hotel_id, resource, part, currency,
        count(*) filter (where was_included)::int as n1, coalesce(sum(closed), 0)::numeric(18, 3) as a1,
        coalesce(sum(closed_usd), 0)::numeric(18, 2) as u1,
        count(*) filter (where was_included and ${lacksRateSql('closed_usd', 'resource')})::int as w1,
        count(*) filter (where is_current and reversal_id is null)::int as n2,
        coalesce(sum(today), 0)::numeric(18, 3) as a2, coalesce(sum(today_usd), 0)::numeric(18, 2) as u2,
        count(*) filter (where is_current and reversal_id is null and ${lacksRateSql('today_usd', 'resource')})::int as w2
      from sides group by 1, 2, 3, 4
    )
    select ${namedRecordSql('h')} as hotel, s.resource, s.part, s.currency,
      ${amountsSql((columnPrefix) => `${columnPrefix}1`)} as closed, ${amountsSql((columnPrefix) => `${columnPrefix}2`)} as today,
      ${amountsSql((columnPrefix) => `${columnPrefix}2 - ${columnPrefix}1`)} as difference
    from sums s join hotel h on h.id = s.hotel_id order by h.code, h.id, s.resource, s.part, s.currency`.execute(db);
  const { rows } = await sql<DifferenceRow & { readonly total: number }>`
    with sides as (${sidesSql(closing)}),
    differing as (
      select *, count(*) over ()::int as total from sides
      where was_included <> is_current or reversal_id is not null or (closed, closed_usd) is distinct from (today, today_usd)
    )
    select d.total, d.was_included, d.is_current, d.resource, d.record_id as id, ${namedRecordSql('h')} as hotel, d.part, d.currency,
      coalesce(t.transaction_no, v.visit_no, r.redeem_no) as number, d.closed::text, d.today::text,
      (coalesce(d.today, 0) - coalesce(d.closed, 0))::text as difference,
      ${instantSql(sql`coalesce(b.created_at, o.at)`)} as at,
      ${personSql('u')} as by,
      case when b.id is not null then json_build_object('id', b.id, 'transaction_no', b.transaction_no) end as reversal
    from differing d join hotel h on h.id = d.hotel_id
    left join transaction t on d.resource = 'transaction' and t.id = d.record_id
    left join visit v on d.resource = 'visit' and v.id = d.record_id
    left join voucher_redeem r on d.resource = 'voucher_redeem' and r.id = d.record_id
    left join transaction b on b.id = d.reversal_id
    left join lateral (select o.at, o.actor_id from audit_log o where o.resource = d.resource
        and o.record_id = d.record_id order by o.id desc limit 1) o on true
    left join users u on u.id = coalesce(b.created_by_id, o.actor_id)
    order by abs(coalesce(d.today, 0) - coalesce(d.closed, 0)) desc, d.resource, d.record_id
    limit ${MAX_DIFFERENCES}`.execute(db);
  return {
    amounts: amounts.rows,
    rows: rows.map(({ total: _, was_included, is_current, ...row }) => ({
      why: getDifferenceReason(was_included, is_current, row.reversal !== null),
      ...row,
    })),
    more: Math.max((rows[0]?.total ?? 0) - rows.length, 0),
  };
}

/**
 * SQL of a total: its number, its amount, its value in US dollars, and the number of records that this value excludes.
 */
function amountsSql(toColumnSql: (columnPrefix: 'n' | 'a' | 'u' | 'w') => string): RawBuilder<unknown> {
  const [number, amount, usd, withoutRate] = (['n', 'a', 'u', 'w'] as const).map((columnPrefix) =>
    sql.raw(toColumnSql(columnPrefix)),
  );
  return sql`json_build_object('number', ${number}, 'amount', (${amount})::text,
    'amount_usd', case when s.resource <> 'voucher_redeem' then (${usd})::text end, 'without_rate', ${withoutRate})`;
}

function getDifferenceReason(wasIncluded: boolean, isIncluded: boolean, isReversed: boolean): MonthDifference['why'] {
  if (!wasIncluded) return 'added';
  if (!isIncluded) return 'gone';
  return isReversed ? 'reversed' : 'changed';
}
