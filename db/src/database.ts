import { createHash } from 'node:crypto';
import { callbackify } from 'node:util';
import {
  type CompiledQuery,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import { type Connection, takeConnection } from './connection.ts';
import type { Schema } from './schema.ts';
import { type Patience, setUpSession } from './session.ts';
import { createShare } from './share.ts';

const { builtins } = pg.types;

/** Milliseconds in which the server takes a new connection. */
const CONNECTING = 5_000;
/** Milliseconds for which work waits for one of the pool, while others use them all: as long as a person waits for a statement. */
const WAITING = 15_000;

class Client extends pg.Client {
  constructor(options?: pg.ClientConfig) {
    super({ ...options, connectionTimeoutMillis: CONNECTING });
  }
}

/** Ids stay far below 2^53; days stay text, so that no zone can move them. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary') {
      if (oid === builtins.INT8) return Number;
      if (oid === builtins.DATE) return (value: string) => value;
    }
    return pg.types.getTypeParser(oid, format);
  },
};

/** A statement with its values, made in any way. */
export type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>;

/** The door to PostgreSQL. */
export interface Db {
  readonly kysely: Kysely<Schema>;
  readonly pool: pg.Pool;
  /**
   * Runs one statement in one round trip. It is prepared once per connection, unless `replan`: a statement whose best plan
   * depends on its values (a rare and a common word) must be planned each time.
   */
  read<Row extends pg.QueryResultRow>(statement: Statement, options?: { replan?: boolean }): Promise<Row[]>;
  /** A connection for work of several statements, cursors for example, that its caller gives back. */
  connect(): Promise<Connection>;
  close(): Promise<void>;
}

export type Tx = Transaction<Schema>;

type NameOf = (sql: string) => string | undefined;
/** Prepared statements of a connection at most. */
const MAX_PREPARED = 500;
/**
 * A prepared statement's name follows from its text; past the bound a statement runs unprepared. Each database has names of its
 * own, as its connections are nobody else's.
 */
function createNames(): NameOf {
  const names = new Map<string, string>();
  return (sql) => {
    const known = names.get(sql);
    if (known) return known;
    if (names.size >= MAX_PREPARED) return undefined;
    const name = createHash('sha256').update(sql).digest('base64url').slice(0, 32);
    names.set(sql, name);
    return name;
  };
}

export interface DatabaseOptions {
  readonly url: string;
  /** Connections at most; 10 by default. */
  readonly connections?: number;
  /** Connections of one asker among these; all by default. */
  readonly each?: number;
  readonly applicationName?: string;
  /** How long statements may take; as long as they like by default. */
  readonly patience?: Patience;
}

/**
 * Opens a pool. Connections are made when they are first needed and made anew when the server comes back, so a database
 * that is away shows as failing statements, never as a dead process.
 */
export function openDatabase(options: DatabaseOptions): Db {
  const { patience = 'unbounded' } = options;
  const pooled = new WeakSet<pg.ClientBase>();
  const nameOf = createNames();
  const setUp = callbackify(async (client: pg.PoolClient) => {
    if (await setUpSession(client, patience)) pooled.add(client);
  });
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.connections ?? 10,
    application_name: options.applicationName ?? 'innkeeper',
    Client,
    connectionTimeoutMillis: WAITING,
    types,
    verify: setUp,
  });
  // A connection that dies while nobody waits for it, idle or between two statements of a transaction, says so by an event;
  // without a listener that would end the process. The next statement fails or gets a new connection.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const takeShare = createShare(options.each ?? Infinity);
  const connect = () => takeConnection({ pool, patience, takeShare, pooled });
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: preparing(pool, connect, nameOf) }) });
  return {
    kysely,
    pool,
    connect,
    async read<Row extends pg.QueryResultRow>({ sql, parameters }: Statement, { replan = false } = {}): Promise<Row[]> {
      const name = replan ? undefined : nameOf(sql);
      const connection = await connect();
      try {
        return (await connection.query<Row>({ ...(name && { name }), text: sql, values: [...parameters] })).rows;
      } finally {
        connection.release();
      }
    },
    async close() {
      await kysely.destroy();
      // Kysely ends a pool only if it has used it itself; else idle connections would keep the process alive for ten seconds.
      if (!pool.ending) await pool.end();
    },
  };
}

/** The pool as Kysely sees it: each of its statements is prepared once per connection. */
function preparing(pool: pg.Pool, connect: Db['connect'], nameOf: NameOf): PostgresPool {
  return {
    options: pool.options,
    connect: async () => {
      const connection = await connect();
      const prepared = (text: string, values: readonly unknown[]) =>
        connection.query({ ...(values.length > 0 && { name: nameOf(text) }), text, values: [...values] });
      return {
        query: prepared as unknown as PostgresPoolClient['query'], // the overload for cursors is left out: nothing here opens one
        release: (broken) => connection.release(broken),
      };
    },
    end: () => pool.end(),
  };
}
