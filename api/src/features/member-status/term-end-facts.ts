import { permission, resources } from '@innkeeper/contract';
import type { TermEndFacts } from '@innkeeper/contract/calls';
import type { Db } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { type Actor, can } from '../../access/actor.ts';
import { scopeConditionSql, viewableSql, visibleHotelSql } from '../../access/scope.ts';
import type { HooksByResource } from '../../engine/resources/resource-hooks.ts';
import { recordNotFoundError } from '../../engine/resources/record.ts';
import { createSource } from '../../engine/resources/source.ts';

/**
 * The facts of a review that depend on its reader: the phone of a member whom they may view, and the spend in the term
 * at the hotels that they see. Throws a 404 if the review is not visible.
 */
export async function readTermEndFacts(
  { db, hooksByResource }: { readonly db: Db; readonly hooksByResource: HooksByResource },
  actor: Actor,
  id: number,
): Promise<TermEndFacts> {
  const source = createSource(resources.term_end, hooksByResource);
  const scope = scopeConditionSql(actor, source);
  const memberSource = createSource(resources.member, hooksByResource, 'm');
  const statement = sql`
    select case when ${viewableSql(actor, memberSource)} then m.phone_no end as phone_no, (${spendSql(actor)}) as spend
    from ${sql.raw(source.from())}
    join member_card c on c.id = t.member_card_id join member m on m.id = c.member_id
    cross join lateral (select first_day_of_term(c.id) as first_day) term
    where t.id = ${id} and ${scope}`.compile(db.kysely);
  const [facts] = await db.read<Record<string, unknown> & TermEndFacts>(statement);
  if (!facts) throw recordNotFoundError(resources.term_end, id);
  return facts;
}

/** SQL: the spend of the member `m` in the term of the card `c`, by the days of each visit's hotel. */
function spendSql(actor: Actor): RawBuilder<TermEndFacts['spend']> {
  if (!can(actor, permission('VIEW', resources.visit.permission))) return sql`select null::json`;
  return sql`
    select json_build_object(
      'totals', coalesce(json_agg(json_build_object('currency', s.currency, 'decimals', s.decimals,
          'total', s.total::text) order by s.visits desc, s.currency) filter (where s.visits > 0), '[]'),
      'elsewhere', coalesce(sum(s.elsewhere), 0)::integer)
    from (
      select v.currency, max(n.decimals) as decimals, count(*) filter (where is_here) as visits,
        count(*) filter (where not is_here) as elsewhere, sum(v.grand_total) filter (where is_here) as total
      from visit v join hotel h on h.id = v.hotel_id join country n on n.id = h.country_id
      cross join lateral (select ${visibleHotelSql(actor, sql`v.hotel_id`)} as is_here) seen
      where v.member_id = m.id and v.deleted_at is null and v.grand_total is not null
        and (v.visit_date at time zone effective_time_zone(h.time_zone, n.time_zone))::date
          between term.first_day and c.end_date
      group by v.currency) s`;
}
