import { type RawBuilder, sql } from 'kysely';
import { apiError } from '../platform/http/api-error.ts';
import type { Actor } from './actor.ts';
import { GUEST_ACTOR_ID } from './guest-actor.ts';

/**
 * The cached actor is outdated: permissions or scope changed. The handler runs again with the reloaded actor. See
 * docs/decisions/0001-cache-rights-with-a-permissions-version.md.
 */
export class StalePermissionsError extends Error {}

/** SQL scalar for a select list: the current permissions version of the actor. Saves a round trip of its own. */
export function permissionsVersionSql(actor: Actor, now: Date): RawBuilder<unknown> {
  if (actor.userId === GUEST_ACTOR_ID) return sql`${actor.stamp}::text`;
  if (actor.isBackgroundJob) return sql`user_permissions_version(${actor.userId}::bigint)::text`;
  return actor.integration
    ? sql`integration_permissions_version(${actor.tokenHash}::bytea, ${now}::timestamptz)::text`
    : sql`token_permissions_version(${actor.tokenHash}::bytea, ${now}::timestamptz)::text`;
}

/**
 * Compares the permissions version that a statement returned. Throws a 401 if the session has ended,
 * StalePermissionsError if the version changed.
 */
export function assertPermissionsVersion(actor: Actor, stamp: string | null): void {
  if (stamp === null) throw apiError('unauthenticated');
  if (stamp !== actor.stamp) throw new StalePermissionsError();
}
