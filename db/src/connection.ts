import type pg from 'pg';
import { askedBy } from './asked.ts';
import { type Patience, localSettings } from './session.ts';
import type { TakeShare } from './share.ts';

/** A connection of the pool, in the hands of one piece of work. */
export interface Connection {
  /** Whether a pooler stands between it and the server. */
  readonly isPooled: boolean;
  query<Row extends pg.QueryResultRow>(statement: pg.QueryArrayConfig | pg.QueryConfig): Promise<pg.QueryResult<Row>>;
  /** Gives it back; a broken one is closed, which ends its statements. Calling it again does nothing more. */
  release(isBroken?: boolean): void;
}

interface Kept {
  readonly pool: pg.Pool;
  readonly patience: Patience;
  readonly takeShare: TakeShare;
  /** Connections with a pooler in between. */
  readonly pooled: WeakSet<pg.ClientBase>;
}

/** Takes a connection of the pool. When nobody waits for its work any more it is broken off, and the server ends its query. */
export async function takeConnection({ pool, patience, takeShare, pooled }: Kept): Promise<Connection> {
  const signal = askedBy()?.signal;
  signal?.throwIfAborted();
  const leave = await takeShare();
  const client = await pool.connect().catch((error: unknown) => {
    leave();
    throw error;
  });
  let isOut = true;
  const release = (isBroken = false): void => {
    if (!isOut) return;
    isOut = false;
    signal?.removeEventListener('abort', breakOff);
    client.release(isBroken);
    leave();
  };
  const breakOff = (): void => release(true);
  if (signal?.aborted) release();
  signal?.throwIfAborted();
  signal?.addEventListener('abort', breakOff);
  const send: Connection['query'] = (statement) => client.query(statement);
  const query = pooled.has(client) ? inTransactions(send, localSettings(patience)) : send;
  return {
    isPooled: pooled.has(client),
    query: (statement) =>
      query<never>(statement).catch((error: unknown) => {
        signal?.throwIfAborted();
        throw error;
      }),
    release,
  };
}

const BEGINS = /^(begin|start transaction)\b/i;
const ENDS = /^(commit|rollback)$/i;

/**
 * Statements through a pooler, which may hand each transaction to another session: each transaction says its settings, a
 * statement outside one gets its own, and none is prepared under a name.
 */
function inTransactions(send: Connection['query'], settings: string): Connection['query'] {
  let isOpen = false;
  return async <Row extends pg.QueryResultRow>({ name: _, ...statement }: pg.QueryConfig) => {
    const { text } = statement;
    if (BEGINS.test(text)) {
      isOpen = true;
      return send<Row>({ text: `${text}; ${settings}` });
    }
    if (isOpen) {
      if (ENDS.test(text)) isOpen = false;
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
}
