import { type RawBuilder, sql } from 'kysely';
import { fail } from '../platform/http/fail.ts';
import type { Actor } from './actor.ts';

/**
 * The known actor no longer holds: rights or scope changed. The handler runs again with the actor as it is now.
 * See docs/decisions/0001-access-stamp.md.
 */
export class StaleActor extends Error {}

/** A scalar for a select list: the access stamp of the actor's token as it is now, in the round trip of the statement itself. */
export function stampSql(actor: Actor, now: Date): RawBuilder<unknown> {
  if (actor.isAway) return sql`user_stamp(${actor.userId}::bigint)::text`;
  return actor.integration
    ? sql`integration_stamp(${actor.tokenHash}::bytea, ${now}::timestamptz)::text`
    : sql`access_stamp(${actor.tokenHash}::bytea, ${now}::timestamptz)::text`;
}

/** Compares the stamp that came with a statement. Throws a 401 for a session that is over, StaleActor for one that changed. */
export function checkStamp(actor: Actor, stamp: string | null): void {
  if (stamp === null) throw fail('unauthenticated');
  if (stamp !== actor.stamp) throw new StaleActor();
}
