import { ACCESS_LEVEL } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from './actor.ts';

/** SQL: whether an actor may decide the approval `a`. */
export const mayDecide = (actor: Actor, now: Date): RawBuilder<boolean> => {
  const level = actor.accessLevel === null ? null : ACCESS_LEVEL[actor.accessLevel];
  return sql`coalesce(may_decide(a, ${actor.userId}::bigint, ${[...actor.roles]}::text[], ${level}::text, ${actor.hotels}::bigint[], ${now}::timestamptz), false)`;
};
