import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { message } from '@innkeeper/contract';
import { type Db, type LockTimeout, STALE_STATEMENT_CODE, type Schema, type Tx, lockTimeoutSql } from '@innkeeper/db';
import { type RawBuilder, type TransactionBuilder, sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { type RequestLookups, UncountedLookups } from '../../access/lookups.ts';
import type { WriteContext } from './resource-hooks.ts';
import { assertPermissionsVersion, permissionsVersionSql } from '../../access/permissions-version.ts';
import { apiError, validationError } from '../../platform/http/api-error.ts';
import { guardError } from './constraint-errors.ts';

/** The actor, time, address and request of a write, which the audit log stores with the change. */
export interface WriteRequest {
  readonly actor: Actor;
  readonly now: Date;
  readonly ip: string;
  readonly requestId: string;
  /** IANA zone of local times in the body. */
  readonly timeZone: string;
  /** Timeouts of its statements, if longer than for an interactive request. */
  readonly lockTimeout?: LockTimeout;
  /** Whether the caller wants to confirm unusual values before they are accepted. */
  readonly wantsConfirmation?: boolean;
  /** For a write of few records: each connection plans its statements once and reuses the generic plans. */
  readonly reusesPlans?: boolean;
}

export interface StoredResponse {
  readonly status: number;
  /** JSON text. */
  readonly body: string;
  /**
   * Sent once instead of `body`: it includes a value that is not stored anywhere. A repeated request with the same key
   * gets `body`.
   */
  readonly oneTimeBody?: string;
}

const MAX_ATTEMPTS = 3;
const RETRYABLE_CODES = new Set(['40001', '40P01', STALE_STATEMENT_CODE]);

const errorCodeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/**
 * Runs a write as one transaction, with the actor and request for the log. Retries on deadlock, when a later version has
 * migrated the database, and when lookups must be recorded before their result may be returned.
 */
export const runInTransaction = <T>(
  db: Db,
  request: WriteRequest,
  work: (context: WriteContext) => Promise<T>,
): Promise<T> => runWithRetries(() => db.kysely.transaction(), db, request, undefined, work);

/**
 * The same, idempotent by key. The response is stored in the write's own transaction, so neither exists without the
 * other. A second request with the key waits for the first and gets its response.
 */
export const runIdempotent = (
  db: Db,
  request: WriteRequest,
  key: IdempotencyKey | undefined,
  work: (context: WriteContext) => Promise<StoredResponse>,
): Promise<StoredResponse> =>
  runWithRetries(
    () => db.kysely.transaction(),
    db,
    request,
    key,
    async (context, isFirst) => {
      if (!key) return work(context);
      return isFirst ? storeResponse(context, key, await work(context)) : readStoredResponse(context, key);
    },
  );

/** Runs the dry run of a write in a read-only transaction that locks no rows, so concurrent writes are not blocked. */
export const runDryRun = <T>(db: Db, request: WriteRequest, work: (context: WriteContext) => Promise<T>): Promise<T> =>
  runWithRetries(
    () => db.kysely.transaction().setAccessMode('read only'),
    db,
    request,
    undefined,
    (context) => work({ ...context, isDryRun: true }),
  );

async function runWithRetries<T>(
  createTransaction: () => TransactionBuilder<Schema>,
  db: Db,
  request: WriteRequest,
  key: IdempotencyKey | undefined,
  work: (context: WriteContext, isFirst: boolean) => Promise<T>,
): Promise<T> {
  const lookups: RequestLookups = { countedNumbers: new Set(), foundRecords: new Set() };
  for (let attempt = 1; ;) {
    try {
      return await createTransaction().execute(async (tx) => {
        const isFirst = await setUpTransaction(tx, request, key);
        return work(
          {
            tx,
            actor: request.actor,
            now: request.now,
            lookups,
            wantsConfirmation: request.wantsConfirmation ?? false,
          },
          isFirst,
        );
      });
    } catch (error) {
      const rejection = guardError(error);
      if (rejection) throw rejection;
      if (error instanceof UncountedLookups) await error.count(db, request, lookups);
      else if (attempt === MAX_ATTEMPTS || !RETRYABLE_CODES.has(errorCodeOf(error))) throw error;
      else attempt += 1;
    }
  }
}

/**
 * Sets the actor and the timeouts of the transaction, and claims its key. Returns whether the key was free. Takes one
 * round trip; with a longer lock timeout a second one, because claiming may wait.
 */
async function setUpTransaction(
  tx: Tx,
  { actor, now, ip, requestId, lockTimeout, reusesPlans }: WriteRequest,
  key: IdempotencyKey | undefined,
): Promise<boolean> {
  const earlyKey = lockTimeout ? undefined : key;
  const { rows } = await sql<{ stamp: string | null; is_first: boolean }>`
    ${earlyKey ? sql`with claim as (${claimSql(actor, earlyKey)})` : sql``}
    select set_config('innkeeper.actor', ${String(actor.userId)}, true),
           set_config('innkeeper.ip', ${isIP(ip) ? ip : ''}, true),
           set_config('innkeeper.request_id', ${requestId}, true), ${permissionsVersionSql(actor, now)} as stamp,
           ${earlyKey ? sql`exists (select from claim)` : sql`true`} as is_first
           ${sql.raw(lockTimeout ? `, ${lockTimeoutSql(lockTimeout)}` : '')}
           ${sql.raw(reusesPlans ? `, set_config('plan_cache_mode', 'force_generic_plan', true)` : '')}`.execute(tx);
  assertPermissionsVersion(actor, rows[0]?.stamp ?? null);
  if (key && !earlyKey) return (await claimSql(actor, key).execute(tx)).rows.length > 0;
  return rows[0]?.is_first === true;
}

// Idempotency ---------------------------------------------------------------------------------------------------------

export interface IdempotencyKey {
  readonly key: string;
  /** SHA-256 over method, path and body. */
  readonly hash: Buffer;
}

const KEY_PATTERN = /^[\x21-\x7e]{1,255}$/;

/** The Idempotency-Key of a request with the hash of its content. Throws a 422 for an invalid key. */
export function parseIdempotencyKey(key: string, ...requestParts: readonly unknown[]): IdempotencyKey {
  if (!KEY_PATTERN.test(key)) throw validationError({ 'Idempotency-Key': [message('pattern')] });
  return { key, hash: createHash('sha256').update(JSON.stringify(requestParts)).digest() };
}

/**
 * SQL that claims a key for this transaction. Returns a row if the key is new or its stored response has expired; waits
 * for a key claimed by another transaction.
 */
const claimSql = (actor: Actor, { key, hash }: IdempotencyKey): RawBuilder<unknown> => sql`
  insert into idempotency_key as k (actor_id, key, request_hash) values (${actor.userId}, ${key}, ${hash})
  on conflict (actor_id, key) do update
    set request_hash = excluded.request_hash, status = null, response = null, created_at = excluded.created_at
    where k.created_at < now() - idempotency_retention(k.actor_id)
  returning 1`;

async function storeResponse(
  { tx, actor }: WriteContext,
  { key }: IdempotencyKey,
  response: StoredResponse,
): Promise<StoredResponse> {
  await sql`update idempotency_key set status = ${response.status}, response = ${response.body}
    where actor_id = ${actor.userId} and key = ${key}`.execute(tx);
  return response;
}

/** The response to the first request with a key. Throws a 422 if that request was different. */
async function readStoredResponse({ tx, actor }: WriteContext, { key, hash }: IdempotencyKey): Promise<StoredResponse> {
  const { rows } = await sql<{ request_hash: Buffer; status: number; response: string }>`
    select request_hash, status, response from idempotency_key where actor_id = ${actor.userId}
      and key = ${key}`.execute(tx);
  const storedRow = rows[0];
  if (!storedRow) throw apiError('conflict', { headers: { 'retry-after': '1' } });
  if (!storedRow.request_hash.equals(hash))
    throw validationError({ 'Idempotency-Key': [message('same_key_other_body')] });
  return { status: storedRow.status, body: storedRow.response };
}
