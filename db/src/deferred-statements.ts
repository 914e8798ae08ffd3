import { AsyncLocalStorage } from 'node:async_hooks';
import type { RawBuilder, Transaction } from 'kysely';
import type pg from 'pg';
import type { Connection } from './connection.ts';
import type { Schema } from './schema.ts';

const deferral = new AsyncLocalStorage<true>();

/**
 * Sends a statement of a transaction together with its next one, which saves a round trip. It returns no rows. Its error
 * is thrown by the next statement, so it must not violate a constraint that the caller expects. The statements run in
 * their order, each with its own snapshot. See docs/decisions/0122-send-statements-without-a-result-with-the-next-one.md.
 */
export const deferStatement = (tx: Transaction<Schema>, statement: RawBuilder<unknown>): Promise<unknown> =>
  deferral.run(true, () => statement.execute(tx));

const BEGIN = /^(begin|start transaction)\b[\w ]*$/i;
const END = /^(commit|rollback)$/i;

const emptyResult = (command: string): pg.QueryResult<never> => ({
  command,
  rowCount: 0,
  oid: 0,
  fields: [],
  rows: [],
});

type Query = (statement: pg.QueryConfig) => Promise<pg.QueryResult<never>>;

/**
 * Sends the statements of a connection while it is checked out. The first statement of a transaction takes its `begin`
 * along, and each statement the deferred ones before it.
 */
export function createDeferringQuery(connection: Connection): Query {
  let waiting: pg.QueryConfig[] = [];
  let isInTransaction = false;
  /** A text with several commands cannot be prepared, so it is sent alone. */
  const send = async (statement: pg.QueryConfig, preceding: readonly pg.QueryConfig[]) => {
    const last = preceding.at(-1);
    if (!last || !statement.text.includes(';')) return connection.query<never>(statement, preceding);
    await connection.query(last, preceding.slice(0, -1));
    return connection.query<never>(statement);
  };
  return async (statement) => {
    const { text } = statement;
    if (BEGIN.test(text)) {
      isInTransaction = true;
      waiting = [{ ...statement, name: text }];
      return emptyResult('BEGIN');
    }
    if (isInTransaction && deferral.getStore()) {
      waiting.push(statement);
      return emptyResult('');
    }
    const preceding = waiting;
    waiting = [];
    if (!END.test(text)) return send(statement, preceding);
    isInTransaction = false;
    const hasBegun = !BEGIN.test(preceding[0]?.text ?? '');
    const command = text.toUpperCase();
    if (command === 'ROLLBACK') return hasBegun ? send(statement, []) : emptyResult(command);
    return hasBegun || preceding.length > 1 ? send(statement, preceding) : emptyResult(command);
  };
}
