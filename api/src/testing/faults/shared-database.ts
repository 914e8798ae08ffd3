import { type Db, openDatabase } from '@innkeeper/db';
import { createTestDatabase } from '@innkeeper/db/testing';
import { afterAll } from 'vitest';
import { type TestUser, createUser } from '../user.ts';
import { type RunningServer, startServer } from './process.ts';

/** A database shared by a test and the processes that it starts and ends. */
export interface SharedDatabase {
  readonly db: Db;
  readonly url: string;
  /** A user who sees every hotel. */
  readonly admin: TestUser;
  /** Starts the whole program; The argument overrides environment variables. */
  readonly start: (more?: Readonly<Record<string, string>>) => Promise<RunningServer>;
  /** Starts only the server, without jobs. */
  readonly startServer: () => Promise<RunningServer>;
}

/** Creates a database for one test file, seeded before it has its first user, and drops it after the last test. */
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
    url: database.url,
    admin: await createUser(db, { level: 'group' }),
    start: (overrides) => startServer('main', { ...environment, PORT: '0', ...overrides }),
    startServer: () => startServer('serve', environment),
  };
}
