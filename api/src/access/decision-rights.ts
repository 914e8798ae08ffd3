import { ACCESS_LEVEL } from '@innkeeper/contract';
import type { Tx } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { apiError } from '../platform/http/api-error.ts';
import type { Outbox } from '../platform/mail/outbox.ts';
import type { Actor } from './actor.ts';
import { accessTexts } from '../texts/access.ts';

const levelCodeOf = ({ accessLevel }: Actor) => (accessLevel === null ? null : ACCESS_LEVEL[accessLevel]);

/** SQL of a user: the id, permission codes, code of the access level, and hotels, of which null means all. */
interface Decider {
  readonly user: RawBuilder<unknown>;
  readonly codes: RawBuilder<unknown>;
  readonly level: RawBuilder<unknown>;
  readonly hotels: RawBuilder<unknown>;
}

const deciderOf = (actor: Actor): Decider => ({
  user: sql`${actor.userId}::bigint`,
  codes: sql`${[...actor.roles]}::text[]`,
  level: sql`${levelCodeOf(actor)}::text`,
  hotels: sql`${actor.hotels}::bigint[]`,
});

/**
 * SQL: whether a user has the right to decide the approval `a`, does not rank below the requester, and sees its hotel,
 * or all hotels of its country.
 */
const decisionRightSql = ({ codes, level, hotels }: Decider): RawBuilder<unknown> => sql`(
  a.needs = any(${codes})
  and ${level} <= (select coalesce(max(l.code), ${ACCESS_LEVEL.property}) from users u
    join role_group g on g.id = u.role_group_id join option_detail l on l.id = g.access_type_id
    where u.id = a.requested_by_id)
  and (${hotels} is null or a.hotel_id = any(${hotels})
    or exists (select from hotel h where h.country_id = a.country_id)
       and not exists (select from hotel h where h.country_id = a.country_id and h.deleted_at is null
         and h.id <> all(${hotels}))))`;

/**
 * SQL: whether a user may do the action of the approval `a` without one; only such a user may approve it. Nobody may
 * give a complimentary membership over the limit, extend a voucher too far or reopen a month without approval, so
 * everybody with the right may approve these.
 */
const actionRightSql = ({ user, level }: Decider): RawBuilder<unknown> => sql`case
  when a.kind in ('discount', 'refund')
    then (a.facts ->> case a.kind when 'discount' then 'discount' else 'refunded' end)::numeric * 100
      <= (a.facts ->> 'sub_total')::numeric
        * (select discount_limit_of(u.role_group_id) from users u where u.id = ${user})
  when a.kind in ('tier', 'upgrade') then ${level} = ${ACCESS_LEVEL.group}
  else true end`;

/** SQL: whether the approval `a` waits, and a user other than its requester may decide it. */
const decidableSql = (decider: Decider, at: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  a.outcome is null and a.expires_at > ${at} and a.requested_by_id is distinct from ${decider.user}
  and ${decisionRightSql(decider)} and ${actionRightSql(decider)}
  and are_independent(a.requested_by_id, ${decider.user}, ${at}))`;

/** SQL: whether an actor may decide the approval `a`. */
export const canDecideSql = (actor: Actor, now: Date): RawBuilder<boolean> =>
  sql`coalesce(${decidableSql(deciderOf(actor), sql`${now}::timestamptz`)}, false)`;

/**
 * SQL: whether an actor has the right to decide the approval `a` and may view its hotel. Other rules can still forbid
 * the decision.
 */
export const hasDecisionRightSql = (actor: Actor): RawBuilder<boolean> =>
  sql`coalesce(${decisionRightSql(deciderOf(actor))}, false)`;

const APPROVER: Decider = { user: sql`d.id`, codes: sql`d.codes`, level: sql`d.level`, hotels: sql`d.hotels` };

/** Mails at most ten users who may decide the approval that it is waiting. */
export async function mailApprovers(tx: Tx, outbox: Outbox, approvalId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select d.id from approval a, (
      select u.id, l.code as level,
        array(select r.name from role_group_role p join roles r on r.id = p.roles_id and r.deleted_at is null
          where p.role_group_id = g.id) as codes,
        case when l.code <> ${ACCESS_LEVEL.group} then array(
          select h.id from region_users s join hotel h on true join country c on c.id = h.country_id
          where s.user_id = u.id and s.deleted_at is null
            and case when s.restrict_hotel_id is null then c.region_id = s.region_id
              else h.id = s.restrict_hotel_id end) end as hotels
      from users u join role_group g on g.id = u.role_group_id and g.deleted_at is null
      join option_detail l on l.id = g.access_type_id
      where u.is_active and u.deleted_at is null) d
    where a.id = ${approvalId} and ${decidableSql(APPROVER, sql`a.requested_at`)}
    order by d.level desc, d.id limit 10`.execute(tx);
  for (const { id: userId } of rows) await outbox(tx, { letter: 'approval_requested', userId });
}

/**
 * Throws a 403 if the actor is one of these users, or if either created, activated or set the password of the other
 * within the last 30 days. Every four-eyes check uses this or `canDecideSql`, which share one database function.
 */
export async function assertIndependent(
  tx: Tx,
  { userId }: Actor,
  authors: readonly (number | null)[],
  now: Date,
): Promise<void> {
  if (authors.includes(userId)) throw apiError('forbidden', { message: accessTexts.ownAction });
  const { rows } = await sql`select from unnest(${authors}::bigint[]) author
    where not are_independent(author, ${userId}::bigint, ${now}::timestamptz)`.execute(tx);
  if (rows.length > 0) throw apiError('forbidden', { message: accessTexts.notIndependent });
}
