import { ACCESS_LEVEL } from '@innkeeper/contract';
import type { Tx } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { apiError } from '../platform/http/api-error.ts';
import type { Outbox } from '../platform/mail/outbox.ts';
import type { Actor } from './actor.ts';
import { accessTexts } from '../texts/access.ts';

const levelCodeOf = ({ accessLevel }: Actor) => (accessLevel === null ? null : ACCESS_LEVEL[accessLevel]);

/** SQL: whether an actor may decide the approval `a`. */
export const canDecideSql = (actor: Actor, now: Date): RawBuilder<boolean> =>
  sql`coalesce(can_decide(a, ${actor.userId}::bigint, ${[...actor.roles]}::text[], ${levelCodeOf(actor)}::text,
          ${actor.hotels}::bigint[], ${now}::timestamptz), false)`;

/**
 * SQL: whether an actor has the right to decide the approval `a` and may view its hotel. Other rules can still forbid
 * the decision.
 */
export const hasDecisionRightSql = (actor: Actor): RawBuilder<boolean> =>
  sql`coalesce(has_decision_right(a, ${[...actor.roles]}::text[], ${levelCodeOf(actor)}::text, ${actor.hotels}::bigint[]),
        false)`;

/** Mails at most ten users who may decide the approval that it is waiting. */
export async function mailApprovers(tx: Tx, outbox: Outbox, approvalId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select u.id from approval a, users u join role_group g on g.id = u.role_group_id and g.deleted_at is null
    join option_detail l on l.id = g.access_type_id
    where a.id = ${approvalId} and u.is_active and u.deleted_at is null and can_decide(a, u.id,
      array(select r.name from role_group_role p join roles r on r.id = p.roles_id and r.deleted_at is null
          where p.role_group_id = g.id), l.code,
      case when l.code <> ${ACCESS_LEVEL.group} then array(
        select h.id from region_users s join hotel h on true join country c on c.id = h.country_id
        where s.user_id = u.id and s.deleted_at is null
          and case when s.restrict_hotel_id is null then c.region_id = s.region_id
            else h.id = s.restrict_hotel_id end) end, a.requested_at)
    order by l.code desc, u.id limit 10`.execute(tx);
  for (const { id: userId } of rows) await outbox(tx, { letter: 'approval_requested', userId });
}

/**
 * Throws a 403 if the actor is one of these users, or if either created, activated or set the password of the other
 * within the last 30 days. Every four-eyes check uses this or `can_decide`, which share one database function.
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
