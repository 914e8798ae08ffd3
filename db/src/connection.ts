import type pg from 'pg';
import { getRequestOwner } from './request-owner.ts';
import { type LockTimeout, localSettings } from './session.ts';
import type { AcquireShare } from './connection-share.ts';
import { queryTogether } from './statement-group.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

/** A connection that is checked out of the pool. */
export interface Connection {
  /** Whether it goes through a connection pooler. */
  readonly isPooled: boolean;
  /** `preceding` are statements to send before it in the same round trip; the result is that of the last. */
  query<Row extends pg.QueryResultRow>(
    statement: pg.QueryArrayConfig | pg.QueryConfig,
    preceding?: readonly pg.QueryConfig[],
  ): Promise<pg.QueryResult<Row>>;
  /** Returns it to the pool; a broken one is closed, which ends its statements. Further calls have no effect. */
  release(isBroken?: boolean): void;
}

/** A statement that took long. */
export interface SlowStatement {
  /** With placeholders in place of its values, which may be personal data. */
  readonly text: string;
  readonly ms: number;
  /** The request that it belongs to. */
  readonly requestId: string | undefined;
}

interface PoolOptions {
  readonly pool: pg.Pool;
  /** Number of hosts that a new connection may try. */
  readonly hostCount: number;
  readonly lockTimeout: LockTimeout;
  readonly acquireShare: AcquireShare;
  /** Connections through a pooler. */
  readonly pooledClients: WeakSet<pg.ClientBase>;
  /** Is called for each statement that took a second or longer. */
  readonly onSlowStatement: ((statement: SlowStatement) => void) | undefined;
  /** Is called when prepared statements no longer fit their tables. */
  readonly onStaleStatement: () => void;
  /** Runs each statement, for example within a span. */
  readonly traceStatement: TraceStatement | undefined;
}

/** Runs a statement with this text, which has placeholders in place of its values, and returns its result. */
export type TraceStatement = <T>(text: string, run: () => Promise<T>) => Promise<T>;

/** Statements that take this long are slow, in milliseconds. */
const SLOW_AFTER_MS = 1_000;

/**
 * Takes a connection from the pool. When its request is aborted, the connection is closed, so the server ends its
 * query.
 */
export async function acquireConnection({
  pool,
  hostCount,
  lockTimeout,
  acquireShare,
  pooledClients,
  onSlowStatement,
  onStaleStatement,
  traceStatement,
}: PoolOptions): Promise<Connection> {
  const signal = getRequestOwner()?.signal;
  signal?.throwIfAborted();
  const releaseShare = await acquireShare();
  const client = await connectToAnyHost(pool, hostCount).catch((error: unknown) => {
    releaseShare();
    throw error;
  });
  let isCheckedOut = true;
  const release = (isBroken = false): void => {
    if (!isCheckedOut) return;
    isCheckedOut = false;
    signal?.removeEventListener('abort', discard);
    client.release(isBroken);
    releaseShare();
  };
  const discard = (): void => release(true);
  if (signal?.aborted) release();
  signal?.throwIfAborted();
  signal?.addEventListener('abort', discard);
  const send: Connection['query'] = (statement, preceding = []) =>
    preceding.length === 0 ? client.query(statement) : queryTogether(client, [...preceding, statement]);
  const sendInSession = pooledClients.has(client)
    ? wrapInTransactions(send, localSettings(lockTimeout))
    : replaceStaleStatements(send, onStaleStatement);
  const sendTraced: Connection['query'] = traceStatement
    ? <Row extends pg.QueryResultRow>(statement: pg.QueryConfig, preceding: readonly pg.QueryConfig[] = []) => {
        const texts = [...preceding, statement].map(({ text }) => text);
        return traceStatement(texts.join('; '), () => sendInSession<Row>(statement, preceding));
      }
    : sendInSession;
  const query = onSlowStatement ? reportSlowStatements(sendTraced, onSlowStatement) : sendTraced;
  return {
    isPooled: pooledClients.has(client),
    query: (statement, preceding) =>
      query<never>(statement, preceding).catch((error: unknown) => {
        signal?.throwIfAborted();
        throw error;
      }),
    release,
  };
}

/** A failed attempt makes the pool move on to its next host. */
async function connectToAnyHost(pool: pg.Pool, hostCount: number): Promise<pg.PoolClient> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await pool.connect();
    } catch (error) {
      if (attempt >= hostCount || !isDatabaseUnavailable(error)) throw error;
    }
  }
}

function reportSlowStatements(
  query: Connection['query'],
  report: (statement: SlowStatement) => void,
): Connection['query'] {
  return async <Row extends pg.QueryResultRow>(statement: pg.QueryConfig, preceding?: readonly pg.QueryConfig[]) => {
    const startedAt = performance.now();
    try {
      return await query<Row>(statement, preceding);
    } finally {
      const ms = Math.round(performance.now() - startedAt);
      if (ms >= SLOW_AFTER_MS) report({ text: statement.text, ms, requestId: getRequestOwner()?.requestId });
    }
  };
}

const BEGIN_STATEMENT = /^(begin|start transaction)\b/i;
const END_STATEMENT = /^(commit|rollback)$/i;

/** PostgreSQL's code for a prepared statement whose result has other columns than when it was prepared. */
export const STALE_STATEMENT_CODE = '0A000';

/**
 * Sends a statement again if its result has other columns than when it was prepared: a process of a later version has
 * migrated the database. Within a transaction, which has failed then, the transaction must be repeated.
 */
function replaceStaleStatements(send: Connection['query'], onStaleStatement: () => void): Connection['query'] {
  let isOpen = false;
  return async <Row extends pg.QueryResultRow>(
    statement: pg.QueryConfig,
    preceding: readonly pg.QueryConfig[] = [],
  ) => {
    const statements = [...preceding, statement];
    if (statements.some(({ text }) => BEGIN_STATEMENT.test(text))) isOpen = true;
    if (END_STATEMENT.test(statement.text)) isOpen = false;
    try {
      return await send<Row>(statement, preceding);
    } catch (error) {
      const isStale = error instanceof Error && 'code' in error && error.code === STALE_STATEMENT_CODE;
      if (!isStale || statements.every(({ name }) => name === undefined)) throw error;
      onStaleStatement();
      if (isOpen) throw error;
      const { name: _, ...unprepared } = statement;
      return send<Row>(unprepared);
    }
  };
}

/**
 * Sends statements through a pooler, which may give each transaction to another session. Each transaction sends its
 * settings, a single statement gets its own transaction, and no statement is prepared under a name.
 */
function wrapInTransactions(send: Connection['query'], settings: string): Connection['query'] {
  let isOpen = false;
  const query = async <Row extends pg.QueryResultRow>(
    { name: _, ...statement }: pg.QueryConfig,
    preceding: readonly pg.QueryConfig[] = [],
  ): Promise<pg.QueryResult<Row>> => {
    for (const earlier of preceding) await query(earlier);
    const { text } = statement;
    if (BEGIN_STATEMENT.test(text)) {
      isOpen = true;
      return send<Row>({ text: `${text}; ${settings}` });
    }
    if (isOpen) {
      if (END_STATEMENT.test(text)) isOpen = false;
      return send<Row>(statement);
    }
    await send({ text: `begin; ${settings}` });
    try {
      const result = await send<Row>(statement);
      await send({ text: 'commit' });
      return result;
    } catch (error) {
      await send({ text: 'rollback' }).catch(() => undefined);
      throw error;
    }
  };
  return query;
}
