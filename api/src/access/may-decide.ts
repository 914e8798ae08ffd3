import { ACCESS_LEVEL, type Label } from '@innkeeper/contract';
import type { Tx } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { fail } from '../platform/http/fail.ts';
import type { Outbox } from '../platform/mail/outbox.ts';
import type { Actor } from './actor.ts';

const levelOf = ({ accessLevel }: Actor) => (accessLevel === null ? null : ACCESS_LEVEL[accessLevel]);

/** SQL: whether an actor may decide the approval `a`. */
export const mayDecide = (actor: Actor, now: Date): RawBuilder<boolean> =>
  sql`coalesce(may_decide(a, ${actor.userId}::bigint, ${[...actor.roles]}::text[], ${levelOf(actor)}::text, ${actor.hotels}::bigint[], ${now}::timestamptz), false)`;

/** SQL: whether an actor has the right to decide the approval `a` and may view its hotel. Other rules can still forbid the decision. */
export const holdsDecision = (actor: Actor): RawBuilder<boolean> =>
  sql`coalesce(holds_decision(a, ${[...actor.roles]}::text[], ${levelOf(actor)}::text, ${actor.hotels}::bigint[]), false)`;

/** Mails users who may decide the approval that it waits for them, at most ten. */
export async function mailDeciders(tx: Tx, outbox: Outbox, id: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select u.id from approval a, users u join role_group g on g.id = u.role_group_id and g.deleted_at is null
    join option_detail l on l.id = g.access_type_id
    where a.id = ${id} and u.is_active and u.deleted_at is null and may_decide(a, u.id,
      array(select r.name from role_group_role p join roles r on r.id = p.roles_id and r.deleted_at is null where p.role_group_id = g.id), l.code,
      case when l.code <> ${ACCESS_LEVEL.group} then array(
        select h.id from region_users s join hotel h on true join country c on c.id = h.country_id
        where s.user_id = u.id and s.deleted_at is null
          and case when s.restrict_hotel_id is null then c.region_id = s.region_id else h.id = s.restrict_hotel_id end) end, a.asked_at)
    order by l.code desc, u.id limit 10`.execute(tx);
  for (const { id: userId } of rows) await outbox(tx, { letter: 'approval_asked', userId });
}

/**
 * Refuses with a 403 that an actor decides about an act of these users: as one of them, or as somebody who made, switched on or set the
 * password of one of them within 30 days, or the other way round. Every second look at another user's act goes through it, or through
 * `may_decide`, by the same function of the database.
 */
export async function requireIndependent(
  tx: Tx,
  { userId }: Actor,
  authors: readonly (number | null)[],
  now: Date,
): Promise<void> {
  if (authors.includes(userId)) throw fail('forbidden', { message: OWN_ACT });
  const { rows } = await sql`select from unnest(${authors}::bigint[]) author
    where not are_independent(author, ${userId}::bigint, ${now}::timestamptz)`.execute(tx);
  if (rows.length > 0) throw fail('forbidden', { message: NOT_INDEPENDENT });
}

const OWN_ACT: Label = {
  en: 'You did this yourself: somebody else has to look into it.',
  id: 'Ini tindakan Anda sendiri: orang lain yang harus memeriksanya.',
};
const NOT_INDEPENDENT: Label = {
  en: 'In the last 30 days one of you made or switched on the other’s user, or set its password or email. Somebody else has to decide this.',
  id: 'Dalam 30 hari terakhir salah satu dari Anda membuat atau mengaktifkan pengguna yang lain, atau mengganti kata sandi atau emailnya. Orang lain yang harus memutuskannya.',
};
