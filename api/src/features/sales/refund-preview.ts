import { type Language, GUARD_REJECTIONS, resources } from '@innkeeper/contract';
import type { RefundPreview } from '@innkeeper/contract/calls';
import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { namedRecordSql, personSql } from '../../access/named-records.ts';
import { readDiscountLimit } from '../../access/own-rights.ts';
import { scopeConditionSql } from '../../access/scope.ts';
import type { HooksByResource } from '../../engine/resources/resource-hooks.ts';
import { recordNotFoundError } from '../../engine/resources/record.ts';
import { createSource } from '../../engine/resources/source.ts';
import { findDependentSale } from './dependent-sales.ts';
import { type BrokenRefundRules, brokenRefundRulesSql, findBrokenRule } from './refund.ts';
import { soldCardsSql } from './sold-records.ts';
import { saleTexts } from '../../texts/sales.ts';

type RefundRow = Omit<RefundPreview, 'rejection' | 'may_keep' | 'limit'> & { readonly rules: BrokenRefundRules };

/**
 * The refundable amount of a sale, what would end with it, and what the guest has already used. Throws a 404 if the
 * sale is not visible.
 */
export async function readRefundPreview(
  { db, hooksByResource }: { readonly db: Db; readonly hooksByResource: HooksByResource },
  actor: Actor,
  id: number,
  language: Language,
): Promise<RefundPreview> {
  const source = createSource(resources.transaction, hooksByResource);
  const scope = scopeConditionSql(actor, source);
  const limit = await readDiscountLimit(db.kysely, actor);
  const vouchersSql = sql`member_voucher v where v.member_card_id in ${soldCardsSql([id])} and v.deleted_at is null`;
  const { rows } = await sql<RefundRow>`
    select ${brokenRefundRulesSql} as rules,
      t.currency, n.decimals, t.grand_total::text, r.refunded::numeric(15, 3)::text as refunded,
      (t.grand_total - r.refunded)::text as left,
      greatest(least(trunc(t.grand_total * ${limit} / 100, n.decimals), t.grand_total) - r.refunded, 0)::numeric(15,
      3)::text as within_limit,
      (select coalesce(json_agg(json_build_object('id', c.id, 'sbec_no', c.sbec_no,
                'membership', ${namedRecordSql('l')}) order by c.id), '[]')
       from member_card c join membership l on l.id = c.membership_id
       where c.id in ${soldCardsSql([id])} and c.is_active and c.deleted_at is null) as cards,
      (select json_build_object('vouchers', count(*), 'nominal', coalesce(sum(u.nominal), 0)::numeric(15, 3)::text)
       from (select v.* from ${vouchersSql}) u join member_card c on c.id = u.member_card_id and c.is_active
       where not exists (select from voucher_redeem x where x.member_voucher_id = u.id
           and x.deleted_at is null)) as unused,
      (select coalesce(json_agg(json_build_object('voucher_no', u.voucher_no, 'name', w.name,
         'nominal', u.nominal::text, 'currency', u.currency,
         'redeem_no', x.redeem_no, 'redeem_hotel', p.name,
         'day', (x.redeem_date at time zone effective_time_zone(p.id))::date) order by x.id), '[]')
       from (select v.* from ${vouchersSql}) u join voucher w on w.id = u.voucher_id
       join voucher_redeem x on x.member_voucher_id = u.id and x.deleted_at is null
       join hotel p on p.id = x.redeem_hotel_id) as used,
      (select coalesce(json_agg(json_build_object('id', f.id, 'transaction_no', f.transaction_no,
         'day', (f.transaction_date at time zone effective_time_zone(f.hotel_id))::date,
         'amount', (-f.grand_total)::text, 'refund_reason', d.name,
         'ended', exists (select from member_card c where c.refunded_with_id = f.id)) order by f.id), '[]')
       from transaction f join option_detail d on d.id = f.refund_reason_id
       where f.reverses_id = t.id and f.deleted_at is null) as refunds,
      (select coalesce(json_agg(json_build_object('reason', x.reason,
         'disputed_on', (x.disputed_at at time zone effective_time_zone(t.hotel_id))::date,
         'disputed_by', ${personSql('b')},
         'resolved_on', (x.resolved_at at time zone effective_time_zone(t.hotel_id))::date,
         'resolved_by', ${personSql('e')}, 'resolution', x.resolution) order by x.id desc), '[]')
       from sale_dispute x join users b on b.id = x.disputed_by_id left join users e on e.id = x.resolved_by_id
       where x.transaction_id = t.id) as disputes
    from ${sql.raw(source.from())}
    join hotel h on h.id = t.hotel_id join country n on n.id = h.country_id
    cross join lateral (select refunded_amount(t.id) as refunded) r
    where t.id = ${id} and ${scope}`.execute(db.kysely);
  const [row] = rows;
  if (!row) throw recordNotFoundError(resources.transaction, id);
  const { rules, ...preview } = row;
  const brokenRule = findBrokenRule(rules);
  const fullRejection =
    brokenRule === undefined
      ? Number(row.left) > 0
        ? undefined
        : saleTexts.nothingLeft
      : GUARD_REJECTIONS[brokenRule]?.text;
  const rejection = fullRejection ?? (await findDependentSale(db.kysely, [id]));
  return { ...preview, limit, rejection: rejection?.[language] ?? null, may_keep: fullRejection === undefined };
}
