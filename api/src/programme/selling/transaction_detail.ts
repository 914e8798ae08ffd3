import { sql } from 'kysely';
import type { Behaviour, Row, Values, WriteContext } from '../../engine/resources/behaviour.ts';
import { isSaleClosedSql } from '../../engine/resources/months.ts';
import { refusalBy } from '../../engine/resources/refusals.ts';
import { wentWithSale } from '../cards/went-with-sale.ts';

/** Lines of transactions. The database adds them up, and keeps the sum from falling below the discount (see add_up). */
export const transaction_detail: Behaviour = {
  computed: {
    stays_because: (ref) => `case when ${wentWithSale('transaction_detail', ref('id'))} then 'cancelled'
      when ${isSaleClosedSql(ref('transaction_id'))} then 'month_closed'
      when (select is_sale(s.transaction_type_id) or s.reverses_id is not null or is_reversed(s.id) from transaction s where s.id = ${ref('transaction_id')}) then 'settled' end`,
  },
  beforeWrite: (context, values, before) =>
    context.check && before ? refuseBelowDiscount(context, values, before) : undefined,
};

/** Checks the rule of transaction_grand_total_check for a line that is not written. */
async function refuseBelowDiscount({ tx, check }: WriteContext, values: Values, before: Row): Promise<Values> {
  const { transaction_id, quantity, unit_price }: Values = { ...before, ...values };
  const own = `lines of ${String(before.transaction_id)}`;
  const others = check?.get(own) ?? [];
  const line = { id: before.id, quantity: transaction_id === before.transaction_id ? quantity : 0, unit_price };
  const lines = JSON.stringify([...others, line]);
  const { rows } = await sql<{ is_below: boolean }>`
    select t.discount > (
      select coalesce(sum(coalesce(c.quantity * c.unit_price, d.sub_total)), 0)
      from transaction_detail d left join json_to_recordset(${lines}::json) c (id bigint, quantity integer, unit_price numeric) on c.id = d.id
      where d.transaction_id = t.id and d.deleted_at is null) as is_below
    from transaction t where t.id = ${before.transaction_id} and t.deleted_at is null`.execute(tx);
  if (rows[0]?.is_below) throw refusalBy('transaction_grand_total_check');
  check?.set(own, [...others, line]);
  return values;
}
