import { type Language, permission, resources } from '@innkeeper/contract';
import type { MemberOverview, Spend } from '@innkeeper/contract/calls';
import type { Db } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { type Actor, can } from '../../access/actor.ts';
import { scopeConditionSql } from '../../access/scope.ts';
import type { HooksByResource } from '../../engine/resources/resource-hooks.ts';
import { recordNotFoundError } from '../../engine/resources/record.ts';
import { createSource } from '../../engine/resources/source.ts';
import { namedRecordSql } from '../../access/named-records.ts';
import { addressStateSql } from '../../domain/address-state.ts';
import { timelineSql } from './timeline.ts';

export interface OverviewServices {
  readonly db: Db;
  readonly hooksByResource: HooksByResource;
  readonly clock: () => Date;
  /**
   * The mails that the actor can send to a member, with the reason for each that cannot be sent. Null for an actor who
   * may send none.
   */
  readonly readMails: (db: Db, actor: Actor, id: number, language: Language) => Promise<MemberOverview['mails']>;
}

/** Number of redemptions shown. */
const MAX_RECENT = 5;

type OverviewRow = Omit<MemberOverview, 'mails'>;

/**
 * A member's spending, redemptions and timeline, each limited to what the actor may view and to visible records. Throws
 * a 404 if the member is not visible.
 */
export async function readOverview(
  { db, hooksByResource, clock, readMails }: OverviewServices,
  actor: Actor,
  id: number,
  language: Language,
): Promise<MemberOverview> {
  const source = createSource(resources.member, hooksByResource);
  const scope = scopeConditionSql(actor, source);
  const memberContext = { hooksByResource, actor, memberId: id };
  const statement = sql`
    select (${spendSql(memberContext, clock())}) as spend, (${redeemedSql(memberContext)}) as redeemed,
      (${timelineSql(memberContext)}) as timeline, ${addressStateSql(sql`t.email`)} as address_state
    from ${sql.raw(source.from())} where t.id = ${id} and ${scope}`.compile(db.kysely);
  const [row] = await db.read<Record<string, unknown> & OverviewRow>(statement);
  if (!row) throw recordNotFoundError(resources.member, id);
  const { spend, redeemed, timeline, address_state } = row;
  const mails = await readMails(db, actor, id, language);
  return { spend, redeemed, mails, timeline, address_state };
}

interface MemberContext {
  readonly hooksByResource: HooksByResource;
  readonly actor: Actor;
  readonly memberId: number;
}

const canView = (actor: Actor, d: { readonly permission: string }): boolean =>
  can(actor, permission('VIEW', d.permission));

/**
 * The count covers all visits of the member, as their tier does; the sums cover visible hotels only. The year follows
 * each hotel's own calendar.
 */
function spendSql({ hooksByResource, actor, memberId }: MemberContext, now: Date): RawBuilder<Spend | null> {
  if (!canView(actor, resources.visit)) return sql`select null::json`;
  const source = createSource(resources.visit, hooksByResource);
  const yearSql = (instant: RawBuilder<unknown>) =>
    sql`extract(year from ${instant} at time zone effective_time_zone(h.time_zone, n.time_zone))`;
  const spendSumsSql = (rows: RawBuilder<unknown>, extraFields: RawBuilder<unknown>) => sql`
    select json_build_object('visits', coalesce(sum(s.visits + s.elsewhere), 0)::integer,
      'elsewhere', coalesce(sum(s.elsewhere), 0)::integer,
      'totals', coalesce(json_agg(json_build_object('currency', s.currency, 'decimals', s.decimals, 'visits', s.visits,
              'total', s.total::text)
        order by s.visits desc, s.currency) filter (where s.visits > 0), '[]'),
      'usd', coalesce(sum(s.usd), 0)::numeric(18, 2)::text,
      'without_rate', coalesce(sum(s.without_rate), 0)::integer ${extraFields})
    from (select currency, max(decimals) as decimals, count(*) filter (where is_here)::integer as visits,
                 count(*) filter (where not is_here)::integer as elsewhere,
                 coalesce(sum(grand_total) filter (where is_here), 0) as total,
                 sum(grand_total_usd) filter (where is_here) as usd,
                 count(*) filter (where is_here and usd_rate is null)::integer as without_rate
          from ${rows} group by currency) s`;
  return sql`
    with bills as materialized (
      select t.currency, n.decimals, t.grand_total, t.grand_total_usd, t.usd_rate, ${scopeConditionSql(actor, source)} as is_here,
             ${yearSql(sql`t.visit_date`)} = ${yearSql(sql`${now}::timestamptz`)} as is_this_year
      from ${sql.raw(source.from())} join hotel h on h.id = t.hotel_id join country n on n.id = h.country_id
      where t.member_id = ${memberId} and t.deleted_at is null
    )
    ${spendSumsSql(sql`bills`, sql`, 'this_year', (${spendSumsSql(sql`bills where is_this_year`, sql``)})`)}`;
}

/** All redemptions of the member at every hotel, because they determine the open vouchers here. */
function redeemedSql({ hooksByResource, actor, memberId }: MemberContext): RawBuilder<unknown> {
  if (!canView(actor, resources.voucher_redeem)) return sql`select null::json`;
  const source = createSource(resources.voucher_redeem, hooksByResource);
  return sql`
    with mine as materialized (
      select t.id, t.redeem_no, t.redeem_date, t.redeem_hotel_id, t.member_voucher_id,
        not ${scopeConditionSql(actor, source)} as is_elsewhere from ${sql.raw(source.from())}
      where t.member_id = ${memberId} and t.deleted_at is null
    )
    select json_build_object('count', (select count(*) from mine), 'recent', (
      select coalesce(json_agg(json_build_object(
        'id', r.id, 'redeem_no', r.redeem_no,
        'redeem_date', to_char(r.redeem_date at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'),
        'name', w.name, 'name_id', w.name_id, 'voucher_no', v.voucher_no,
        'hotel', ${namedRecordSql('h')}, 'time_zone', effective_time_zone(h.id), 'is_elsewhere', r.is_elsewhere)
        order by r.redeem_date desc, r.id desc), '[]')
      from (select * from mine order by redeem_date desc, id desc limit ${sql.lit(MAX_RECENT)}) r
      join member_voucher v on v.id = r.member_voucher_id join voucher w on w.id = v.voucher_id
      join hotel h on h.id = r.redeem_hotel_id))`;
}
