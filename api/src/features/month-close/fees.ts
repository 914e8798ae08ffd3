import { type FeePart, SALE_CODES, message } from '@innkeeper/contract';
import type { MonthlyFees, QueryOf, monthCloseCalls } from '@innkeeper/contract/calls';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { namedRecordSql } from '../../access/named-records.ts';
import { visibleHotelSql } from '../../access/scope.ts';
import { dayLabel } from '../../platform/http/format-day.ts';
import { validationError } from '../../platform/http/api-error.ts';
import type { Executor } from './closings.ts';

type Parameters = QueryOf<(typeof monthCloseCalls)['GET /api/month_close/fees']>;

/** Fees by month of sale and by month of service, each with the number of sales behind it. */
export type FeesKey = 'number' | 'amount' | 'amount_usd' | 'without_rate';

/** SQL of a sum over the rollups `f`. */
export function feeSql(part: FeePart, key: FeesKey): RawBuilder<unknown> {
  const casts = {
    number: sql`::bigint`,
    amount: sql`::numeric(18, 3)`,
    amount_usd: sql`::numeric(18, 2)`,
    without_rate: sql`::bigint`,
  };
  return sql`coalesce(sum(${sql.ref(`f.${key}`)}) filter (where f.part = ${sql.lit(part)}), 0)${casts[key]}`;
}

/** Throws a 422 for a period that ends before it begins. */
export function assertPeriodOrder({ from, to }: Pick<Parameters, 'from' | 'to'>): void {
  if (from > to) throw validationError({ to: [message('not_before', dayLabel(`${from}-01`))] });
}

/**
 * Sale fees by month of sale and by month of service at the hotels visible to the actor, both minus reversals and
 * refunds. Amounts are in the hotel's currency and in US dollars at the rate of the sale. Throws a 422 for a period
 * that ends before it begins. See docs/decisions/0092-report-voucher-liability-by-day-and-fees-by-service-month.md.
 */
export async function readFees(db: Executor, actor: Actor, query: Parameters): Promise<readonly MonthlyFees[]> {
  assertPeriodOrder(query);
  const columns = [
    sql`${namedRecordSql('h')} as hotel`,
    sql`to_char(f.month, 'YYYY-MM') as month`,
    sql`f.currency`,
    sql`${sumsSql('by_sale')} as by_sale`,
    sql`${sumsSql('by_service')} as by_service`,
  ];
  const { rows } = await sql<MonthlyFees>`${feesSql(actor, query, columns)}`.execute(db);
  return rows;
}

/** SQL of the rows by month, hotel `h` and currency of the rollups `f`, in order; `columns` are their sums. */
export const feesSql = (
  actor: Actor,
  { from, to, country_id, hotel_id }: Parameters,
  columns: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> => sql`
  select ${sql.join(columns)}
  from (
    select hotel_id, month, transaction_type_id, currency, 'by_sale' as part, net_number as number,
      grand_total as amount, grand_total_usd as amount_usd, grand_total_without_rate as without_rate
    from sale_rollup
    union all
    select hotel_id, month, transaction_type_id, currency, 'by_service', number, amount, amount_usd, without_rate
    from service_fee_rollup) f
  join hotel h on h.id = f.hotel_id
  where f.transaction_type_id = any(array(
      select d.id from option_detail d join option o on o.id = d.option_id
      where o.slug = 'transaction-type' and d.code = any(${SALE_CODES}::text[])))
    and f.month between ${`${from}-01`}::date and ${`${to}-01`}::date
    and f.hotel_id = any(array(
      select h.id from hotel h
      where ${visibleHotelSql(actor, sql`h.id`)} and h.id = coalesce(${hotel_id}::bigint, h.id)
        and h.country_id = coalesce(${country_id}::bigint, h.country_id)))
  group by h.id, f.month, f.currency
  having ${hasFeesSql('by_sale')} or ${hasFeesSql('by_service')}
  order by f.month, h.code, h.id, f.currency`;

/** SQL: whether the fees of one part are not zero. Rollups of a cancelled sale remain but add up to zero. */
const hasFeesSql = (part: FeePart) => sql`sum(f.amount) filter (where f.part = ${sql.lit(part)}) <> 0`;

const sumsSql = (part: FeePart): RawBuilder<unknown> => sql`
  json_build_object('number', ${feeSql(part, 'number')}, 'amount', ${feeSql(part, 'amount')}::text,
    'amount_usd', ${feeSql(part, 'amount_usd')}::text, 'without_rate', ${feeSql(part, 'without_rate')})`;
