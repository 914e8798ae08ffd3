import { type Db, openDatabase } from '@innkeeper/db';
import { createTestDatabase } from '@innkeeper/db/testing';
import { afterAll } from 'vitest';
import { type TestUser, createUser } from '../user.ts';
import { type Serving, serve } from './process.ts';

/** A database that a test shares with the processes which it starts and ends. */
export interface SharedDatabase {
  readonly db: Db;
  /** A user who sees every hotel. */
  readonly admin: TestUser;
  /** Starts the whole program; `more` are the variables that differ from the usual ones. */
  readonly start: (more?: Readonly<Record<string, string>>) => Promise<Serving>;
  /** Starts the server alone, without jobs. */
  readonly startServer: () => Promise<Serving>;
}

/** Creates a database for one test file, filled before it has its first user, and removes it behind the last of the tests. */
export async function shareDatabase(
  fill: (db: Db) => Promise<unknown> = async () => undefined,
): Promise<SharedDatabase> {
  const database = await createTestDatabase();
  const db = openDatabase({ url: database.url });
  afterAll(async () => {
    await db.close();
    await database.drop();
  });
  await fill(db);
  const environment = { DATABASE_URL: database.url, DEMO: '0', LOG_LEVEL: 'silent' };
  return {
    db,
    admin: await createUser(db, { level: 'group' }),
    start: (more) => serve('main', { ...environment, PORT: '0', ...more }),
    startServer: () => serve('serve', environment),
  };
}
