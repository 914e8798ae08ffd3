import { sql } from 'kysely';
import type { Db } from './database.ts';
import { getRequestOwner } from './request-owner.ts';

/** A place in the write-ahead log, as PostgreSQL writes it: `16/B374D848`. */
export type WalPosition = string;

/** Milliseconds between two questions for the positions of primary and replica. */
const POLL_INTERVAL_MS = 500;
/** Milliseconds after which the last answers count no more. */
const MAX_ANSWER_AGE_MS = 3_000;

/** A standby that serves reading. */
export interface Replica {
  /** Reads from the standby in a request that may, and from the primary otherwise, or if the standby fails. */
  readonly db: Db;
  /** Whether the standby is close enough to the primary, and has the writes up to this position. */
  canServe(position: WalPosition): boolean;
  /** Seconds by which it is behind; undefined if it does not answer. */
  lagSeconds(): number | undefined;
  /** The position of the primary, after all writes that are committed. */
  readPosition(): Promise<WalPosition>;
  /** Asks both servers for their positions. */
  poll(): Promise<void>;
  close(): Promise<void>;
}

interface ReplicaOptions {
  readonly primary: Db;
  /** Connections to the standby. */
  readonly standby: Db;
  /** Seconds by which it may be behind. */
  readonly maxLagSeconds: number;
  readonly now?: () => number;
}

/** Parses a position into a number of bytes; undefined if it is none. */
export function parseWalPosition(position: string): bigint | undefined {
  const [, high, low] = /^([\dA-F]{1,8})\/([\dA-F]{1,8})$/i.exec(position) ?? [];
  return high === undefined || low === undefined ? undefined : (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/**
 * Serves reading from a standby. Its lag is measured, not assumed: the positions of both servers are read twice a
 * second, and the standby is behind by the time since the primary was where the standby is now. See
 * docs/decisions/0121-read-from-a-standby-that-has-ones-own-writes.md.
 */
export function createReplica({ primary, standby, maxLagSeconds, now = Date.now }: ReplicaOptions): Replica {
  /** Positions of the primary, oldest first, from the newest one that the standby has reached. */
  let history: { readonly at: number; readonly position: bigint }[] = [];
  let replayed: { readonly at: number; readonly position: bigint } | undefined;

  const readPosition = async (): Promise<WalPosition> => {
    const { rows } = await sql<{ position: string }>`select pg_current_wal_flush_lsn()::text as position`.execute(
      primary.kysely,
    );
    return rows[0]?.position ?? '';
  };
  /** Undefined from a server that is no standby any more. */
  const readReplayed = async (): Promise<bigint | undefined> => {
    const { rows } = await sql<{ position: string | null }>`
      select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as position`.execute(standby.kysely);
    return parseWalPosition(rows[0]?.position ?? '');
  };
  const lagSeconds = (): number | undefined => {
    if (!replayed || now() - replayed.at > MAX_ANSWER_AGE_MS) return undefined;
    const [oldest] = history;
    return !oldest || oldest.position <= replayed.position ? 0 : (now() - oldest.at) / 1000;
  };

  return {
    db: routeReads(primary, standby),
    canServe(position) {
      const lag = lagSeconds();
      const written = parseWalPosition(position);
      return (
        lag !== undefined && lag <= maxLagSeconds && written !== undefined && written <= (replayed?.position ?? 0n)
      );
    },
    lagSeconds,
    readPosition,
    async poll() {
      try {
        const at = now();
        const position = parseWalPosition(await readPosition());
        if (position !== undefined) history.push({ at, position });
        const reached = await readReplayed();
        replayed = reached === undefined ? undefined : { at: now(), position: reached };
        if (reached !== undefined) history = history.filter((entry) => entry.position > reached);
      } catch {
        replayed = undefined;
      }
    },
    close: () => standby.close(),
  };
}

/** Polls until stopped. */
export function watchReplica(replica: Replica): { stop(): Promise<void> } {
  let polling: Promise<void> | undefined;
  const timer = setInterval(() => {
    polling ??= replica.poll().finally(() => (polling = undefined));
  }, POLL_INTERVAL_MS);
  return {
    async stop() {
      clearInterval(timer);
      await polling;
    },
  };
}

/** The primary, except in requests that read from the standby. */
function routeReads(primary: Db, standby: Db): Db {
  const current = (): Db => (getRequestOwner()?.readsReplica ? standby : primary);
  return {
    get kysely() {
      return current().kysely;
    },
    pool: primary.pool,
    connect: () => current().connect(),
    read: (statement, options) => current().read(statement, options),
    close: () => primary.close(),
  };
}
