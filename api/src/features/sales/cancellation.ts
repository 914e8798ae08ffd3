import { resources } from '@innkeeper/contract';
import type { Cancellation } from '@innkeeper/contract/calls';
import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { scopeConditionSql } from '../../access/scope.ts';
import type { HooksByResource } from '../../engine/resources/resource-hooks.ts';
import { recordNotFoundError } from '../../engine/resources/record.ts';
import { createSource } from '../../engine/resources/source.ts';
import { namedRecordSql } from '../../access/named-records.ts';
import { isRedeemedSql } from '../../domain/redeemed-vouchers.ts';
import { isSoldSql, soldCardsSql } from './sold-records.ts';

/**
 * The records that are deleted or restored along with a transaction; for a refund, those that become active again.
 * Throws a 404 if the transaction is not visible.
 */
export async function readCancellationPreview(
  { db, hooksByResource }: { readonly db: Db; readonly hooksByResource: HooksByResource },
  actor: Actor,
  id: number,
): Promise<Cancellation> {
  const source = createSource(resources.transaction, hooksByResource);
  const scope = scopeConditionSql(actor, source);
  const cancelledWithSql = (alias: string) =>
    sql`case when t.deleted_at is null then ${sql.ref(`${alias}.deleted_at`)} is null else ${sql.ref(`${alias}.cancelled_with_id`)} = t.id end`;
  const statement = sql`
    select t.deleted_at is not null as is_deleted,
      (select coalesce(json_agg(json_build_object('id', c.id, 'sbec_no', c.sbec_no,
         'membership', ${namedRecordSql('l')}) order by c.id), '[]')
       from member_card c join membership l on l.id = c.membership_id where (c.id in ${soldCardsSql([id])} and ${cancelledWithSql('c')}) or c.refunded_with_id = t.id) as cards,
      (select count(*) from member_voucher v
       where ((${isSoldSql([id])} and ${cancelledWithSql('v')})
           or (v.deleted_at is null and v.member_card_id in (select c.id from member_card c where c.refunded_with_id = t.id)))
         and not ${sql.raw(isRedeemedSql('v.id'))})::int as vouchers,
      (select coalesce(json_agg(json_build_object('voucher_no', v.voucher_no, 'redeem_no', r.redeem_no,
         'redeem_hotel', h.name,
         'day', (r.redeem_date at time zone effective_time_zone(h.id))::date) order by r.id), '[]')
       from member_voucher v join voucher_redeem r on r.member_voucher_id = v.id and r.deleted_at is null
       join hotel h on h.id = r.redeem_hotel_id
       where ${isSoldSql([id])}) as redeemed,
      (select json_build_object('id', s.id, 'transaction_no', s.transaction_no) from transaction s
       where s.id = t.reverses_id and t.refund_reason_id is not null) as refund_of,
      (select month from closed_months(t.hotel_id, t.transaction_date)) as closed_month,
      (select json_build_object('id', b.id, 'transaction_no', b.transaction_no) from transaction b
       where b.reverses_id = t.id and b.refund_reason_id is null) as reversal
    from ${sql.raw(source.from())} where t.id = ${id} and ${scope}`.compile(db.kysely);
  const [row] = await db.read<Record<string, unknown> & Cancellation>(statement);
  if (!row) throw recordNotFoundError(resources.transaction, id);
  return row;
}
