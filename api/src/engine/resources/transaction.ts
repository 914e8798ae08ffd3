import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { message } from '@innkeeper/contract';
import { type Db, type Patience, type Schema, type Tx, patienceSql } from '@innkeeper/db';
import { type RawBuilder, type TransactionBuilder, sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { LookUps } from './look-ups.ts';
import type { Across } from './behaviour.ts';
import { checkStamp, stampSql } from '../../access/stamp.ts';
import { ApiError, fail, invalid } from '../../platform/http/fail.ts';
import type { WriteContext } from './behaviour.ts';
import { monthRefusal } from './refusals.ts';

/** The actor, time, address and request of a write: the operation log keeps them beside the change itself. */
export interface WriteRequest {
  readonly actor: Actor;
  readonly now: Date;
  readonly ip: string;
  readonly requestId: string;
  /** IANA zone of local times in the body. */
  readonly timeZone: string;
  /** How long its statements may take, where that is longer than a person waits. */
  readonly patience?: Patience;
  /** Whether the caller wants to be asked before an unusual value is taken. */
  readonly asks?: boolean;
  /** A write of one record, made over and over: each connection plans its statements once, for whatever values. */
  readonly keepsPlans?: boolean;
}

export interface Answer {
  readonly status: number;
  /** JSON text. */
  readonly body: string;
  /** The body that goes out in its place, this once: it shows a value that is kept nowhere. A repeated request with the same key gets `body`. */
  readonly shownOnce?: string;
  /** The request under which the log has the write, where that is not its own. */
  readonly loggedAs?: string;
}

const ATTEMPTS = 3;
const SERIALIZATION = new Set(['40001', '40P01']);

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/**
 * Runs a write as one transaction that the log can name. A deadlock is tried again: nothing of the first attempt is left. So are
 * look-ups that must be counted before they may be told.
 */
export const inTransaction = <T>(
  db: Db,
  request: WriteRequest,
  work: (context: WriteContext) => Promise<T>,
): Promise<T> => attempt(() => db.kysely.transaction(), db, request, undefined, work);

/**
 * The same at most once for a key: the answer is kept in the write's own transaction, so there is no moment at which one stands
 * without the other. A second request with the key waits for the first and gets its answer.
 */
export const onceInTransaction = (
  db: Db,
  request: WriteRequest,
  key: OnceKey | undefined,
  work: (context: WriteContext) => Promise<Answer>,
): Promise<Answer> =>
  attempt(
    () => db.kysely.transaction(),
    db,
    request,
    key,
    async (context, isFirst) => {
      if (!key) return work(context);
      return isFirst ? keepAnswer(context, key, await work(context)) : firstAnswer(context, key);
    },
  );

/**
 * Runs the check of a write, in a transaction in which the database itself writes nothing and locks no row: others write
 * meanwhile as they like.
 */
export const inCheck = <T>(db: Db, request: WriteRequest, work: (context: WriteContext) => Promise<T>): Promise<T> =>
  attempt(
    () => db.kysely.transaction().setAccessMode('read only'),
    db,
    request,
    undefined,
    (context) => work({ ...context, check: new Map() }),
  );

/**
 * Several writes by one transaction, each once for its own key. `work` is told the places of those whose key is new, and answers them in this
 * order: of those that it refuses or does not answer it leaves nothing behind, and their keys are free again. Returns the answers, each at its place.
 */
export const manyOnce = (
  db: Db,
  request: WriteRequest,
  keys: readonly OnceKey[],
  work: (context: WriteContext, news: readonly number[]) => Promise<readonly (Answer | ApiError | undefined)[]>,
): Promise<readonly (Answer | ApiError | undefined)[]> =>
  inTransaction(db, request, async (context) => {
    const news = await claimMany(context, keys);
    const answers = news.length > 0 ? await work(context, news) : [];
    const byPlace = new Map(news.map((place, i) => [place, answers[i]]));
    await keepMany(
      context,
      keys.flatMap((key, place) => (byPlace.has(place) ? [{ ...key, answer: byPlace.get(place) }] : [])),
    );
    return keys.map((_, place) => byPlace.get(place));
  });

async function attempt<T>(
  start: () => TransactionBuilder<Schema>,
  db: Db,
  request: WriteRequest,
  key: OnceKey | undefined,
  work: (context: WriteContext, isFirst: boolean) => Promise<T>,
): Promise<T> {
  const across: Across = { counted: new Set(), found: new Set() };
  for (let attempt = 1; ;) {
    try {
      return await start().execute(async (tx) => {
        const isFirst = await begin(tx, request, key);
        return work({ tx, actor: request.actor, now: request.now, across, asks: request.asks ?? false }, isFirst);
      });
    } catch (error) {
      const closed = monthRefusal(error);
      if (closed) throw closed;
      if (error instanceof LookUps) await error.count(db, request, across);
      else if (attempt === ATTEMPTS || !SERIALIZATION.has(codeOf(error))) throw error;
      else attempt += 1;
    }
  }
}

/**
 * Says whose transaction it is, and how long it may take. Returns whether it is the first with its key: in the same round trip, unless
 * it waits longer for a key that is taken than its connection would.
 */
async function begin(
  tx: Tx,
  { actor, now, ip, requestId, patience, keepsPlans }: WriteRequest,
  key: OnceKey | undefined,
): Promise<boolean> {
  const claimed = patience ? undefined : key;
  const { rows } = await sql<{ stamp: string | null; is_first: boolean }>`
    ${claimed ? sql`with claim as (${claimSql(actor, claimed)})` : sql``}
    select set_config('innkeeper.actor', ${String(actor.userId)}, true), set_config('innkeeper.ip', ${isIP(ip) ? ip : ''}, true),
           set_config('innkeeper.request_id', ${requestId}, true), ${stampSql(actor, now)} as stamp,
           ${claimed ? sql`exists (select from claim)` : sql`true`} as is_first
           ${sql.raw(patience ? `, ${patienceSql(patience)}` : '')}
           ${sql.raw(keepsPlans ? `, set_config('plan_cache_mode', 'force_generic_plan', true)` : '')}`.execute(tx);
  checkStamp(actor, rows[0]?.stamp ?? null);
  if (key && !claimed) return (await claimSql(actor, key).execute(tx)).rows.length > 0;
  return rows[0]?.is_first === true;
}

// Doing something once ---------------------------------------------------------------------------------------------------

export interface OnceKey {
  readonly key: string;
  /** SHA-256 over method, path and body. */
  readonly hash: Buffer;
}

const KEY = /^[\x21-\x7e]{1,255}$/;

/** The Idempotency-Key of a request with the hash of its content. Throws a 422 for a key that cannot be one. */
export function onceKey(key: string, ...asked: readonly unknown[]): OnceKey {
  if (!KEY.test(key)) throw invalid({ 'Idempotency-Key': [message('pattern')] });
  return { key, hash: createHash('sha256').update(JSON.stringify(asked)).digest() };
}

/** SQL: takes a key for this transaction. It returns a row where the key is new, or its answer is kept no longer, and waits for one that is taken. */
const claimSql = (actor: Actor, { key, hash }: OnceKey): RawBuilder<unknown> => sql`
  insert into idempotency_key as k (actor_id, key, request_hash) values (${actor.userId}, ${key}, ${hash})
  on conflict (actor_id, key) do update
    set request_hash = excluded.request_hash, status = null, answer = null, created_at = excluded.created_at
    where k.created_at < now() - kept_answers(k.actor_id)
  returning 1`;

async function keepAnswer({ tx, actor }: WriteContext, { key }: OnceKey, answer: Answer): Promise<Answer> {
  await sql`update idempotency_key set status = ${answer.status}, answer = ${answer.body}
    where actor_id = ${actor.userId} and key = ${key}`.execute(tx);
  return answer;
}

/** Takes those of the keys that nobody has, for this transaction. Returns their places. In one order, against dead locks. */
async function claimMany({ tx, actor }: WriteContext, keys: readonly OnceKey[]): Promise<readonly number[]> {
  const { rows } = await sql<{ key: string; request_hash: Buffer }>`
    insert into idempotency_key (actor_id, key, request_hash)
    select ${actor.userId}, k.* from unnest(${keys.map(({ key }) => key)}::text[], ${keys.map(({ hash }) => hash)}::bytea[]) k (key, hash) order by k.key
    on conflict do nothing returning key`.execute(tx);
  const taken = new Set(rows.map(({ key }) => key));
  // Of two requests with one key, the second is told what the first was answered.
  return keys.flatMap(({ key }, i) => (taken.delete(key) ? [i] : []));
}

/** Keeps the answers of keys that were taken together, and gives up those that have none. */
async function keepMany(
  { tx, actor }: WriteContext,
  taken: readonly (OnceKey & { readonly answer: Answer | ApiError | undefined })[],
): Promise<void> {
  const kept = taken.flatMap(({ key, answer }) =>
    answer && !(answer instanceof ApiError) ? [{ key, ...answer }] : [],
  );
  await sql`
    update idempotency_key k set status = a.status, answer = a.answer
    from unnest(${kept.map(({ key }) => key)}::text[], ${kept.map(({ status }) => status)}::int[], ${kept.map(({ body }) => body)}::text[]) a (key, status, answer)
    where k.actor_id = ${actor.userId} and k.key = a.key`.execute(tx);
  const given = new Set(taken.map(({ key }) => key)).difference(new Set(kept.map(({ key }) => key)));
  if (given.size > 0)
    await sql`delete from idempotency_key where actor_id = ${actor.userId} and key = any(${[...given]}::text[])`.execute(
      tx,
    );
}

/** The answer that the first request with a key got. Throws a 422 where it asked for something else. */
async function firstAnswer({ tx, actor }: WriteContext, { key, hash }: OnceKey): Promise<Answer> {
  const { rows } = await sql<{ request_hash: Buffer; status: number; answer: string }>`
    select request_hash, status, answer from idempotency_key where actor_id = ${actor.userId} and key = ${key}`.execute(
    tx,
  );
  const first = rows[0];
  if (!first) throw fail('conflict', { headers: { 'retry-after': '1' } });
  if (!first.request_hash.equals(hash)) throw invalid({ 'Idempotency-Key': [message('same_key_other_body')] });
  return { status: first.status, body: first.answer };
}
