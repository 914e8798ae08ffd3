import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Db, openDatabase } from '@innkeeper/db';
import { createTestDatabase, giveDatabaseClock } from '@innkeeper/db/testing';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeEach } from 'vitest';
import { type Config, readConfig } from '../platform/config.ts';
import type { Outbox } from '../platform/mail/outbox.ts';
import { prepareQueue, queueFile, queueMail } from '../jobs/queue.ts';
import { createServer } from '../server.ts';
import { checkAnswers } from './check-answers.ts';
import { quickHash } from './quick-hash.ts';

/** The whole server over a database of its own, for one test file. */
export interface TestApp {
  readonly app: FastifyInstance;
  readonly db: Db;
  /** The folder of its files, its own too. */
  readonly dataDir: string;
  /** The server's present moment. */
  readonly clock: () => Date;
  /** Stops the clock at a moment; without one it runs again. */
  setClock(now?: Date): void;
  /** Sets the server's clock, and with `isDatabaseClockSet` that of the database, too. */
  turnTo(now: Date): Promise<void>;
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
  /** Whether `now()` of the database can be set by `turnTo`. */
  readonly isDatabaseClockSet?: boolean;
  /** Where mails that are ordered go instead. */
  readonly outbox?: (parts: { readonly config: Config; readonly clock: () => Date }) => Outbox;
}

/** A server that its test file stops by itself. */
export interface OpenTestApp extends TestApp {
  /** Another server on the same database. */
  createTwin(): Promise<FastifyInstance>;
  /** The moment at which the clock was set; undefined while it runs. */
  stoppedAt(): Date | undefined;
  close(): Promise<void>;
}

/**
 * Starts the server for a test file, of which every answer must be as the call's definition describes, and stops it behind the last of its
 * tests. The clock runs until it is set; one that a test sets is set back after it, so that a failed test takes no other along. For races
 * as many `connections` as there are racers; `environment` are the variables that differ from the usual configuration.
 */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const api = await openTestApp(options);
  afterAll(() => api.close());
  let before: Date | undefined;
  beforeEach(() => void (before = api.stoppedAt()));
  afterEach(() => api.setClock(before));
  return api;
}

/** The same for a server that is not there for all of a file. */
export async function openTestApp({
  connections = 10,
  each = connections,
  processors = 4,
  environment = {},
  isMailQueued = false,
  isHashReal = false,
  hashSecret = quickHash,
  isDatabaseClockSet = false,
  outbox: outboxOf,
}: TestAppOptions = {}): Promise<OpenTestApp> {
  const database = await createTestDatabase();
  if (isDatabaseClockSet) await giveDatabaseClock(database.url);
  const db = openDatabase({ url: database.url, connections, each, patience: 'person' });
  const dataDir = await mkdtemp(join(tmpdir(), 'innkeeper-data-'));
  let fixed: Date | undefined;
  const clock = () => fixed ?? new Date();
  const config = {
    ...readConfig({ LOG_LEVEL: 'error', DATA_DIR: dataDir, DEMO: '0', ...environment }),
    databaseUrl: database.url,
  };
  if (isMailQueued) await prepareQueue(database.url);
  const outbox = outboxOf?.({ config, clock }) ?? (isMailQueued ? queueMail(clock) : async () => undefined);
  const servers: FastifyInstance[] = [];
  const createTwin = async () => {
    const server = await createServer({
      config,
      db,
      clock,
      outbox,
      ...(isMailQueued && { orderFile: queueFile }),
      processors,
      prepare: checkAnswers,
      ...(!isHashReal && { hashSecret }),
    });
    await server.ready();
    servers.push(server);
    return server;
  };
  const app = await createTwin();
  return {
    app,
    db,
    dataDir,
    clock,
    setClock: (now) => void (fixed = now),
    turnTo: async (now) => {
      fixed = now;
      if (isDatabaseClockSet) await db.pool.query('update clock.hand set at = $1', [now]);
    },
    createTwin,
    stoppedAt: () => fixed,
    async close() {
      await Promise.all(servers.map((server) => server.close()));
      await db.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
