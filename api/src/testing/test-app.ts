import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Db, openDatabase } from '@innkeeper/db';
import { createTestDatabase } from '@innkeeper/db/testing';
import type { FastifyInstance } from 'fastify';
import { afterAll } from 'vitest';
import { readConfig } from '../platform/config.ts';
import { prepareQueue, queueFile, queueMail } from '../jobs/queue.ts';
import { createServer } from '../server.ts';
import { checkAnswers } from './check-answers.ts';
import { keepExamples } from './keep-examples.ts';
import { quickHash } from './quick-hash.ts';

/** The whole server over a database of its own, for one test file. */
export interface TestApp {
  readonly app: FastifyInstance;
  readonly db: Db;
  /** The folder of its files, its own too. */
  readonly dataDir: string;
  /** The server's present moment. */
  readonly clock: () => Date;
  setClock(now: Date): void;
}

interface TestAppOptions {
  readonly connections?: number;
  /** Connections of one user or address among these; all by default. */
  readonly each?: number;
  /** Processors that the server takes its machine to have, in place of the real number. */
  readonly processors?: number;
  readonly environment?: Readonly<Record<string, string>>;
  /** Whether mails that are ordered are queued and logged, as they are in earnest; otherwise they are forgotten. */
  readonly isMailQueued?: boolean;
  /** Whether passwords that are stored are hashed as in earnest, which takes 25 ms each. */
  readonly isHashReal?: boolean;
  /** How passwords are hashed instead. */
  readonly hashSecret?: (secret: string) => Promise<string>;
}

/**
 * Starts the server for a test file, of which every answer must be as the call's definition describes, and stops it behind the last of its
 * tests. The clock runs until it is set. For races as many `connections` as there are racers; `environment` are the variables that differ
 * from the usual configuration.
 */
export async function startTestApp({
  connections = 10,
  each = connections,
  processors = 4,
  environment = {},
  isMailQueued = false,
  isHashReal = false,
  hashSecret = quickHash,
}: TestAppOptions = {}): Promise<TestApp> {
  const database = await createTestDatabase();
  const db = openDatabase({ url: database.url, connections, each, patience: 'person' });
  const dataDir = await mkdtemp(join(tmpdir(), 'innkeeper-data-'));
  let fixed: Date | undefined;
  const clock = () => fixed ?? new Date();
  const config = {
    ...readConfig({ LOG_LEVEL: 'error', DATA_DIR: dataDir, ...environment }),
    databaseUrl: database.url,
    isDemo: false,
  };
  if (isMailQueued) await prepareQueue(database.url);
  const outbox = isMailQueued ? queueMail(clock) : async () => undefined;
  const app = await createServer({
    config,
    db,
    clock,
    outbox,
    ...(isMailQueued && { orderFile: queueFile }),
    processors,
    prepare: (server) => {
      checkAnswers(server);
      keepExamples(server);
    },
    ...(!isHashReal && { hashSecret }),
  });
  await app.ready();
  afterAll(async () => {
    await app.close();
    await db.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });
  return { app, db, dataDir, clock, setClock: (now) => void (fixed = now) };
}
