import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { assertPermissionsVersion, permissionsVersionSql } from '../../access/permissions-version.ts';

/**
 * Answers of this process, each cached while nobody writes to the database: an answer has the snapshot that its
 * statement read, and serves again while the current snapshot is the same. So it can never be outdated. See
 * docs/decisions/0126-cache-a-response-while-nobody-writes.md.
 */
export type ResponseCache = (request: AnswerRequest, read: () => Promise<Answer>) => Promise<string>;

interface AnswerRequest {
  readonly actor: Actor;
  readonly now: Date;
  /** Everything on which the answer depends besides the data: the scope, the query and the time. */
  readonly key: readonly unknown[];
}

interface Answer {
  /** JSON text. */
  readonly text: string;
  /** The value of `SNAPSHOT_SQL` in the statement that read the answer. */
  readonly snapshot: string | null;
}

/**
 * SQL scalar: the snapshot of a statement. Two are equal only if no transaction that wrote has ended in between. Null on
 * a standby, where it does not name the transactions in progress.
 */
export const SNAPSHOT_SQL = sql`case when not pg_is_in_recovery() then pg_current_snapshot()::text end`;

/** The minute of an instant: answers that depend on the time do so by the minute. */
export const toMinute = (now: Date): Date => new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS);
const MINUTE_MS = 60_000;

/** Caches the latest answers, at most `size`. Checks the actor's permissions version before it returns one. */
export function createResponseCache(db: Db, size = 50): ResponseCache {
  const answers = new Map<string, Answer>();
  return async ({ actor, now, key }, read) => {
    const [current] = await db.read<{ stamp: string | null; snapshot: string | null }>(
      sql`select ${permissionsVersionSql(actor, now)} as stamp, ${SNAPSHOT_SQL} as snapshot`.compile(db.kysely),
    );
    assertPermissionsVersion(actor, current?.stamp ?? null);
    const name = JSON.stringify(key);
    const cachedAnswer = answers.get(name);
    if (cachedAnswer && cachedAnswer.snapshot === current?.snapshot) return cachedAnswer.text;
    const answer = await read();
    answers.delete(name);
    if (answer.snapshot !== null) answers.set(name, answer);
    for (const oldest of answers.keys()) {
      if (answers.size <= size) break;
      answers.delete(oldest);
    }
    return answer.text;
  };
}
