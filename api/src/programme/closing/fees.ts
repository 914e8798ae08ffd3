import { SALE_CODES, message } from '@innkeeper/contract';
import type { FeesOfMonth, QueryOf, monthCloseCalls } from '@innkeeper/contract/calls';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { namedSql } from '../../access/named.ts';
import { hotelInSightSql } from '../../access/scope.ts';
import { dayLabel } from '../../platform/http/day-in-words.ts';
import { invalid } from '../../platform/http/fail.ts';
import type { Executor } from './closings.ts';

type Parameters = QueryOf<(typeof monthCloseCalls)['GET /api/month_close/fees']>;

/**
 * Fees of sales by the month of the sale, and by month of service, at the hotels in the actor's sight; both less reversals and refunds. Amounts in the currency of
 * the hotel and in US dollars at the rate of the sale. Throws a 422 for a period that ends before it begins.
 * See docs/decisions/0092-liability-as-of-a-day.md.
 */
export async function readFees(
  db: Executor,
  actor: Actor,
  { from, to, country_id, hotel_id }: Parameters,
): Promise<readonly FeesOfMonth[]> {
  if (from > to) throw invalid({ to: [message('not_before', dayLabel(`${from}-01`))] });
  const { rows } = await sql<FeesOfMonth>`
    select ${namedSql('h')} as hotel, to_char(f.day, 'YYYY-MM') as month, f.currency,
      ${sumsSql(sql`f.kind <> 'service_fee'`, sql`case f.kind when 'sale' then f.number when 'reversal' then -f.number else 0 end`)} as by_sale,
      ${sumsSql(sql`f.kind = 'service_fee'`, sql`f.number`)} as by_service
    from figure_now f join hotel h on h.id = f.hotel_id
    where f.kind = any('{sale,reversal,refund,service_fee}')
      and f.part = any(array(
        select d.id::text from option_detail d join option o on o.id = d.option_id
        where o.slug = 'transaction-type' and d.code = any(${SALE_CODES}::text[])))
      and f.day between ${`${from}-01`}::date and ${`${to}-01`}::date
      and f.hotel_id = any(array(
        select h.id from hotel h
        where ${hotelInSightSql(actor, sql`h.id`)} and h.id = coalesce(${hotel_id}::bigint, h.id)
          and h.country_id = coalesce(${country_id}::bigint, h.country_id)))
    group by h.id, f.day, f.currency
    having ${isOfFeesSql(sql`f.kind <> 'service_fee'`)} or ${isOfFeesSql(sql`f.kind = 'service_fee'`)}
    order by f.day, h.code, h.id, f.currency`.execute(db);
  return rows;
}

/** SQL: whether the fees of one kind come to anything. Figures of a sale that was cancelled stay, and come to nothing. */
const isOfFeesSql = (which: RawBuilder<unknown>) => sql`sum(f.amount) filter (where ${which}) <> 0`;

const sumsSql = (which: RawBuilder<unknown>, number: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  json_build_object('number', coalesce(sum(${number}) filter (where ${which}), 0)::bigint,
    'amount', coalesce(sum(f.amount) filter (where ${which}), 0)::numeric(18, 3)::text,
    'amount_usd', coalesce(sum(f.amount_usd) filter (where ${which}), 0)::numeric(18, 2)::text)`;
