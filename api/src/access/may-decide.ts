import { ACCESS_LEVEL, type Label } from '@innkeeper/contract';
import type { Tx } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { fail } from '../platform/http/fail.ts';
import type { Actor } from './actor.ts';

const levelOf = ({ accessLevel }: Actor) => (accessLevel === null ? null : ACCESS_LEVEL[accessLevel]);

/** SQL: whether an actor may decide the approval `a`. */
export const mayDecide = (actor: Actor, now: Date): RawBuilder<boolean> =>
  sql`coalesce(may_decide(a, ${actor.userId}::bigint, ${[...actor.roles]}::text[], ${levelOf(actor)}::text, ${actor.hotels}::bigint[], ${now}::timestamptz), false)`;

/** SQL: whether an actor has the right to decide the approval `a` and may view its hotel. Other rules can still forbid the decision. */
export const holdsDecision = (actor: Actor): RawBuilder<boolean> =>
  sql`coalesce(holds_decision(a, ${[...actor.roles]}::text[], ${levelOf(actor)}::text, ${actor.hotels}::bigint[]), false)`;

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
