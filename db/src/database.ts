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
import { type Connection, acquireConnection } from './connection.ts';
import type { Schema } from './schema.ts';
import { type LockTimeout, setUpSession } from './session.ts';
import { createConnectionShare } from './connection-share.ts';

const { builtins } = pg.types;

/** Milliseconds in which the server must accept a new connection. */
const CONNECT_TIMEOUT_MS = 5_000;
/** Milliseconds to wait for a free connection of the pool, equal to the statement timeout while a person waits. */
const POOL_TIMEOUT_MS = 15_000;

class Client extends pg.Client {
  constructor(options?: pg.ClientConfig) {
    super({ ...options, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  }
}

/** Ids are far below 2^53, so they are numbers. Dates remain text, so that no time zone can shift them. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary') {
      if (oid === builtins.INT8) return Number;
      if (oid === builtins.DATE) return (value: string) => value;
    }
    return pg.types.getTypeParser(oid, format);
  },
};

/** A compiled statement with its values. */
export type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>;

/** Access to PostgreSQL. */
export interface Db {
  readonly kysely: Kysely<Schema>;
  readonly pool: pg.Pool;
  /**
   * Runs one statement in one round trip. It is prepared once per connection, unless `replan`: a statement whose best
   * plan depends on its values (a rare or a common word) must be planned each time.
   */
  read<Row extends pg.QueryResultRow>(statement: Statement, options?: { replan?: boolean }): Promise<Row[]>;
  /** A connection for several statements, such as those of cursors. The caller must release it. */
  connect(): Promise<Connection>;
  close(): Promise<void>;
}

export type Tx = Transaction<Schema>;

type StatementNamer = (sql: string) => string | undefined;
/** Maximum prepared statements per connection. */
const MAX_PREPARED_STATEMENTS = 500;
/**
 * Derives the name of a prepared statement from its text. Above the limit, new statements run unprepared. Names are
 * counted per database, because each has its own connections.
 */
function createStatementNamer(): StatementNamer {
  const names = new Map<string, string>();
  return (sql) => {
    const knownName = names.get(sql);
    if (knownName) return knownName;
    if (names.size >= MAX_PREPARED_STATEMENTS) return undefined;
    const name = createHash('sha256').update(sql).digest('base64url').slice(0, 32);
    names.set(sql, name);
    return name;
  };
}

export interface DatabaseOptions {
  readonly url: string;
  /** Maximum connections; 10 by default. */
  readonly connections?: number;
  /** Maximum connections per requester; all by default. */
  readonly connectionsPerRequester?: number;
  readonly applicationName?: string;
  /** Time limits of statements and locks; none by default. */
  readonly lockTimeout?: LockTimeout;
}

/**
 * Opens a pool. Connections are opened on first use and reopened when the server comes back, so an unavailable database
 * means failing statements, never a dead process.
 */
export function openDatabase(options: DatabaseOptions): Db {
  const { lockTimeout = 'unbounded' } = options;
  const pooledClients = new WeakSet<pg.ClientBase>();
  const nameStatement = createStatementNamer();
  const setUp = callbackify(async (client: pg.PoolClient) => {
    if (await setUpSession(client, lockTimeout)) pooledClients.add(client);
  });
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.connections ?? 10,
    application_name: options.applicationName ?? 'innkeeper',
    Client,
    connectionTimeoutMillis: POOL_TIMEOUT_MS,
    types,
    verify: setUp,
  });
  // A connection that dies while idle or between two statements emits an error event, which would end the process
  // without a listener. The next statement then fails or gets a new connection.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const acquireShare = createConnectionShare(options.connectionsPerRequester ?? Infinity);
  const connect = () => acquireConnection({ pool, lockTimeout, acquireShare, pooledClients });
  const kysely = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: createPreparedPool(pool, connect, nameStatement) }),
  });
  return {
    kysely,
    pool,
    connect,
    async read<Row extends pg.QueryResultRow>({ sql, parameters }: Statement, { replan = false } = {}): Promise<Row[]> {
      const name = replan ? undefined : nameStatement(sql);
      const connection = await connect();
      try {
        return (await connection.query<Row>({ ...(name && { name }), text: sql, values: [...parameters] })).rows;
      } finally {
        connection.release();
      }
    },
    async close() {
      await kysely.destroy();
      // Kysely ends a pool only if it has used it itself. Otherwise idle connections would keep the process alive for
      // ten seconds.
      if (!pool.ending) await pool.end();
    },
  };
}

/** The pool for Kysely: each of its statements is prepared once per connection. */
function createPreparedPool(pool: pg.Pool, connect: Db['connect'], nameStatement: StatementNamer): PostgresPool {
  return {
    options: pool.options,
    connect: async () => {
      const connection = await connect();
      const queryPrepared = (text: string, values: readonly unknown[]) =>
        connection.query({ ...(values.length > 0 && { name: nameStatement(text) }), text, values: [...values] });
      return {
        // Omits the overload for cursors, which nothing here opens.
        query: queryPrepared as unknown as PostgresPoolClient['query'],
        release: (isBroken) => connection.release(isBroken),
      };
    },
    end: () => pool.end(),
  };
}
