import { resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import { discountLimitSql } from '../../access/own-rights.ts';
import {
  type ResourceHooks,
  type Row,
  type Values,
  type WriteContext,
  checkAll,
  checkEach,
} from '../../engine/resources/resource-hooks.ts';
import { checkMonthOpen, isSaleClosedSql } from '../../domain/closed-period.ts';
import { errorForConstraint } from '../../engine/resources/constraint-errors.ts';
import { isDeletedWithSaleSql } from '../../domain/deleted-with-sale.ts';

/** Lines of transactions. The database adds them up, and rejects a sum below the discount (see calculate_totals). */
export const transaction_detail: ResourceHooks = {
  computed: {
    locked_reason: (ref) => `case when ${isDeletedWithSaleSql('transaction_detail', ref('id'))} then 'cancelled'
      when ${isSaleClosedSql(ref('transaction_id'))} then 'month_closed'
      when (select is_sale(s.transaction_type_id) or s.reverses_id is not null or is_reversed(s.id) from transaction s
          where s.id = ${ref('transaction_id')}) then 'settled' end`,
  },
  check: checkAll(
    checkMonthOpen(resources.transaction_detail),
    checkEach(async (context, { action, before, values }) => {
      if (action === 'delete') return before ? assertAboveDiscount(context, { quantity: 0 }, before) : undefined;
      if (values.unit_price !== undefined || values.transaction_id !== undefined)
        await assertPriceScale(context, { ...before, ...values });
      if (before) await assertAboveDiscount(context, values, before);
    }),
  ),
};

/** Rejects a price with more decimals than the currency. */
async function assertPriceScale({ tx }: WriteContext, { transaction_id, unit_price }: Values): Promise<void> {
  const { rows } = await sql<{ decimals: number }>`
    select c.decimals from transaction t join hotel h on h.id = t.hotel_id join country c on c.id = h.country_id
    where t.id = ${transaction_id} and has_excess_decimals(${unit_price}::numeric, c.decimals)`.execute(tx);
  const [excess] = rows;
  if (excess) throw errorForConstraint('transaction_detail_unit_price_decimals', undefined, String(excess.decimals));
}

/**
 * Throws a 422 if the lines of the transaction would no longer exceed its discount, or exceed the actor's limit of it.
 * Lines of the same write count as changed.
 */
async function assertAboveDiscount(
  { tx, actor, acceptedRows }: WriteContext,
  values: Values,
  before: Row,
): Promise<void> {
  const { transaction_id, quantity, unit_price }: Values = { ...before, ...values };
  const checkKey = `lines of ${String(before.transaction_id)}`;
  const acceptedLines = acceptedRows?.get(checkKey) ?? [];
  const line = { id: before.id, quantity: transaction_id === before.transaction_id ? quantity : 0, unit_price };
  const lines = JSON.stringify([...acceptedLines, line]);
  const { rows } = await sql<{ is_below: boolean; is_beyond: boolean; limit: number }>`
    select t.discount > s.sum as is_below, s.sum < t.sub_total and t.discount * 100 > s.sum * l.most as is_beyond,
      l.most as limit
    from transaction t
    cross join lateral (
      select coalesce(sum(coalesce(c.quantity * c.unit_price, d.sub_total)), 0) as sum
      from transaction_detail d
      left join json_to_recordset(${lines}::json) c (id bigint, quantity integer, unit_price numeric) on c.id = d.id
      where d.transaction_id = t.id and d.deleted_at is null) s
    cross join (select ${discountLimitSql(actor)} as most) l
    where t.id = ${before.transaction_id} and t.deleted_at is null and not has_final_lines(t.id)`.execute(tx);
  const [totals] = rows;
  if (totals?.is_below) throw errorForConstraint('transaction_grand_total_check');
  if (totals?.is_beyond) throw errorForConstraint('transaction_discount_limit', undefined, String(totals.limit));
  acceptedRows?.set(checkKey, [...acceptedLines, line]);
}
