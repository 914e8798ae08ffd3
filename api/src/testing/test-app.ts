import { tmpdir } from 'node:os';
import { type Db, openDatabase } from '@innkeeper/db';
import { createTestDatabase } from '@innkeeper/db/testing';
import type { FastifyInstance } from 'fastify';
import { afterAll } from 'vitest';
import { readConfig } from '../config.ts';
import { createServer } from '../server.ts';

/** The whole server over a database of its own, for one test file. */
export interface TestApp {
  readonly app: FastifyInstance;
  readonly db: Db;
  /** What the server takes for now. */
  clock(): Date;
  setClock(now: Date): void;
}

/** Starts the server for a test file and stops it behind the last of its tests. The clock runs until it is set. */
export async function startTestApp(): Promise<TestApp> {
  const database = await createTestDatabase();
  const db = openDatabase({ url: database.url });
  let fixed: Date | undefined;
  const clock = () => fixed ?? new Date();
  const config = {
    ...readConfig({ LOG_LEVEL: 'error', DATA_DIR: `${tmpdir()}/innkeeper-test-files` }),
    databaseUrl: database.url,
    isDemo: false,
  };
  const app = await createServer({ config, db, clock, outbox: async () => undefined });
  await app.ready();
  afterAll(async () => {
    await app.close();
    await db.close();
    await database.drop();
  });
  return { app, db, clock, setClock: (now) => void (fixed = now) };
}
