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
import { type Connection, type SlowStatement, type TraceStatement, acquireConnection } from './connection.ts';
import { createDeferringQuery } from './deferred-statements.ts';
import type { Schema } from './schema.ts';
import { type LockTimeout, setUpSession } from './session.ts';
import { createConnectionShare } from './connection-share.ts';
import { type Hosts, createHosts } from './hosts.ts';
import { connectWithFallback } from './standby-connection.ts';
import { isConnectionUnusable } from './unavailable.ts';

const { builtins } = pg.types;

/** Milliseconds in which the server must accept a new connection. */
const CONNECT_TIMEOUT_MS = 5_000;
/** Milliseconds to wait for a free connection of the pool, equal to the statement timeout while a person waits. */
const POOL_TIMEOUT_MS = 15_000;

/** Clients of a pool. Each connects to the current host, and the next one to another host if that fails. */
const createClientType = (hosts: Hosts) =>
  class Client extends pg.Client {
    readonly url: string;
    constructor(options?: pg.ClientConfig) {
      const url = hosts.currentUrl();
      super({ ...options, connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
      this.url = url;
      this.connection.on('errorMessage', (error: unknown) => {
        if (isConnectionUnusable(error)) unusableClients.add(this);
      });
    }

    override connect(): Promise<this>;
    override connect(callback: (error: Error | null) => void): void;
    override connect(callback?: (error: Error | null) => void): Promise<this> | void {
      if (!callback) return super.connect().then(() => this); // the pool passes a callback
      super.connect((error: Error | null) => {
        if (error) hosts.moveOn(this.url);
        callback(error);
      });
    }
  };
/** Clients whose server rejected a statement for a reason that also concerns the next one. */
const unusableClients = new WeakSet<pg.ClientBase>();

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

interface StatementNamer {
  (sql: string): string | undefined;
  /** Gives every statement another name, so that it is prepared again. */
  renew(): void;
}
/** Maximum prepared statements per connection. */
const MAX_PREPARED_STATEMENTS = 500;
/**
 * Derives the name of a prepared statement from its text. Above the limit, new statements run unprepared. Names are
 * counted per database, because each has its own connections.
 */
function createStatementNamer(): StatementNamer {
  const names = new Map<string, string>();
  let generation = 0;
  const nameStatement = (sql: string): string | undefined => {
    const knownName = names.get(sql);
    if (knownName) return knownName;
    if (names.size >= MAX_PREPARED_STATEMENTS) return undefined;
    const name = createHash('sha256').update(`${generation}${sql}`).digest('base64url').slice(0, 32);
    names.set(sql, name);
    return name;
  };
  const renew = (): void => {
    names.clear();
    generation += 1;
  };
  return Object.assign(nameStatement, { renew });
}

export interface DatabaseOptions {
  /** Connection string, with one host or several separated by commas: connections lead to one that accepts writes. */
  readonly url: string;
  /** Maximum connections; 10 by default. */
  readonly connections?: number;
  /** Maximum connections per requester; all by default. */
  readonly connectionsPerRequester?: number;
  readonly applicationName?: string;
  /** Time limits of statements and locks; none by default. */
  readonly lockTimeout?: LockTimeout;
  /** Maximum age of a connection; unlimited by default. A connection in use is closed when its work ends. */
  readonly maxAgeSeconds?: number;
  /** Whether a server without writes will do, such as a standby. By default connections to one are closed. */
  readonly isReadOnlyAllowed?: boolean;
  /** For a standby: where work goes on that it cannot do. */
  readonly primary?: Db;
  /** Is called for each statement that took a second or longer. */
  readonly onSlowStatement?: (statement: SlowStatement) => void;
  /** Runs each statement, for example within a span. */
  readonly traceStatement?: TraceStatement;
}

/**
 * Opens a pool. Connections are opened on first use and reopened when the server comes back, so an unavailable database
 * means failing statements, never a dead process. A connection leads to a server that accepts writes, or is closed. See
 * docs/decisions/0111-judge-the-database-by-whether-it-can-be-written.md.
 */
export function openDatabase(options: DatabaseOptions): Db {
  const { lockTimeout = 'unbounded', isReadOnlyAllowed = false, maxAgeSeconds } = options;
  const pooledClients = new WeakSet<pg.ClientBase>();
  const nameStatement = createStatementNamer();
  const hosts = createHosts(options.url);
  const setUp = callbackify(async (client: pg.PoolClient) => {
    try {
      if (await setUpSession(client, { lockTimeout, isReadOnlyAllowed })) pooledClients.add(client);
    } catch (error) {
      if ('url' in client) hosts.moveOn(String(client.url));
      throw error;
    }
  });
  const pool = new pg.Pool({
    max: options.connections ?? 10,
    application_name: options.applicationName ?? 'innkeeper',
    Client: createClientType(hosts),
    connectionTimeoutMillis: POOL_TIMEOUT_MS,
    types,
    verify: setUp,
    ...(maxAgeSeconds !== undefined && { maxLifetimeSeconds: maxAgeSeconds }),
  });
  // A connection that dies while idle or between two statements emits an error event, which would end the process
  // without a listener. The next statement then fails or gets a new connection.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  // The pool does not reuse a client that has begun to end.
  pool.on('release', (_, client) => {
    if (unusableClients.has(client)) void client.end();
  });
  const acquireShare = createConnectionShare(options.connectionsPerRequester ?? Infinity);
  const acquire = () =>
    acquireConnection({
      pool,
      hostCount: hosts.count,
      lockTimeout,
      acquireShare,
      pooledClients,
      onSlowStatement: options.onSlowStatement,
      onStaleStatement: () => nameStatement.renew(),
      traceStatement: options.traceStatement,
    });
  const { primary } = options;
  const connect = primary ? connectWithFallback(acquire, () => primary.connect()) : acquire;
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
      const query = createDeferringQuery(connection);
      const queryPrepared = (text: string, values: readonly unknown[]) =>
        query({ ...(values.length > 0 && { name: nameStatement(text) }), text, values: [...values] });
      return {
        // Omits the overload for cursors, which nothing here opens.
        query: queryPrepared as unknown as PostgresPoolClient['query'],
        release: (isBroken) => connection.release(isBroken),
      };
    },
    end: () => pool.end(),
  };
}
