import type pg from 'pg';
import type { Db } from './database.ts';

/** What a server sent to its database meanwhile. */
interface SentStatements {
  /** Each of them waits for the response to the one before. */
  readonly roundTrips: number;
  /** The text of each statement, those of triggers excluded. */
  readonly statements: readonly string[];
}

/** Statements that a server sends by itself, from time to time. */
const BACKGROUND_STATEMENTS = /^\s*insert into integration_usage\b/;

/** Records the statements of a database with a single connection, by the messages that the driver sends. */
export function recordStatements({ pool }: Db): <T>(work: () => Promise<T>) => Promise<SentStatements & { result: T }> {
  let sent: { roundTrips: number; statements: string[] } = { roundTrips: 0, statements: [] };
  const watched = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    const { connection } = client;
    const textByName = new Map<string | undefined, string>();
    const watch = <Name extends 'parse' | 'bind' | 'query' | 'sync'>(
      name: Name,
      listen: (...parameters: Parameters<pg.Connection[Name]>) => void,
    ): void => {
      const send = connection[name].bind(connection) as (...parameters: Parameters<pg.Connection[Name]>) => void;
      Object.assign(connection, {
        [name]: (...parameters: Parameters<pg.Connection[Name]>) => {
          listen(...parameters);
          send(...parameters);
        },
      });
    };
    watch('parse', ({ name, text }) => textByName.set(name, text));
    let isIgnored = false;
    watch('bind', (statement) => {
      const text = textByName.get(statement?.statement) ?? '';
      isIgnored = BACKGROUND_STATEMENTS.test(text);
      if (!isIgnored) sent.statements.push(text);
    });
    watch('sync', () => {
      if (!isIgnored) sent.roundTrips += 1;
    });
    watch('query', (text) => {
      sent.statements.push(text);
      sent.roundTrips += 1;
    });
  });
  return async (work) => {
    sent = { roundTrips: 0, statements: [] };
    const result = await work();
    return { ...sent, result };
  };
}
