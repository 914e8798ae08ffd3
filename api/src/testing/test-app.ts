import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Db, openDatabase } from '@innkeeper/db';
import { createTestDatabase, installTestClock } from '@innkeeper/db/testing';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeEach } from 'vitest';
import { type Config, readConfig } from '../platform/config/config.ts';
import type { Outbox } from '../platform/mail/outbox.ts';
import { prepareQueue, queueFileJob, createMailQueue } from '../jobs/queue.ts';
import { createServer } from '../server.ts';
import { checkResponses } from './check-responses.ts';
import { fastHash } from './fast-hash.ts';

/** A complete server on its own database, for one test file. */
export interface TestApp {
  readonly app: FastifyInstance;
  readonly db: Db;
  /** The server's own folder for files. */
  readonly dataDir: string;
  /** The server's current time. */
  readonly clock: () => Date;
  /** Stops the clock at an instant; without an argument it runs again. */
  setClock(now?: Date): void;
  /** Sets the server's clock, and with `isDatabaseClockSet` also that of the database. */
  setNow(now: Date): Promise<void>;
}

interface TestAppOptions {
  readonly connections?: number;
  /** Connections of one user or address; all by default. */
  readonly connectionsPerUser?: number;
  /** Number of processors that the server assumes, instead of the real one. */
  readonly processors?: number;
  readonly environment?: Readonly<Record<string, string>>;
  /** Whether mails are queued and logged as in production; otherwise they are discarded. */
  readonly isMailQueued?: boolean;
  /** Whether stored passwords are hashed as in production, which takes 25 ms each. */
  readonly isHashReal?: boolean;
  /** Replaces the password hash. */
  readonly hashSecret?: (secret: string) => Promise<string>;
  /** Whether `setNow` can set `now()` of the database. */
  readonly isDatabaseClockSet?: boolean;
  /** Replaces the outbox. */
  readonly outbox?: (parts: { readonly config: Config; readonly clock: () => Date }) => Outbox;
}

/** A server that its test file stops itself. */
export interface OpenTestApp extends TestApp {
  /** Another server on the same database. */
  createSecondServer(): Promise<FastifyInstance>;
  /** The time at which the clock is stopped; undefined while it runs. */
  stoppedAt(): Date | undefined;
  close(): Promise<void>;
}

/**
 * Starts the server for a test file and stops it after the last test; every response must match the definition of its
 * call. The clock runs until a test sets it, and is reset after that test, so that a failed test does not affect
 * others. For races, set `connections` to the number of racers; `environment` overrides the usual configuration.
 */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const api = await openTestApp(options);
  afterAll(() => api.close());
  let before: Date | undefined;
  beforeEach(() => void (before = api.stoppedAt()));
  afterEach(() => api.setClock(before));
  return api;
}

/** Like startTestApp, for a server that does not run for the whole file. */
export async function openTestApp({
  connections = 10,
  connectionsPerUser = connections,
  processors = 4,
  environment = {},
  isMailQueued = false,
  isHashReal = false,
  hashSecret = fastHash,
  isDatabaseClockSet = false,
  outbox: outboxOf,
}: TestAppOptions = {}): Promise<OpenTestApp> {
  const database = await createTestDatabase();
  if (isDatabaseClockSet) await installTestClock(database.url);
  const db = openDatabase({
    url: database.url,
    connections,
    connectionsPerRequester: connectionsPerUser,
    lockTimeout: 'person',
  });
  const dataDir = await mkdtemp(join(tmpdir(), 'innkeeper-data-'));
  let fixedNow: Date | undefined;
  const readClock = () => fixedNow ?? new Date();
  const config = {
    ...readConfig({ LOG_LEVEL: 'error', DATA_DIR: dataDir, DEMO: '0', ...environment }),
    databaseUrl: database.url,
  };
  if (isMailQueued) await prepareQueue(database.url);
  const outbox =
    outboxOf?.({ config, clock: readClock }) ?? (isMailQueued ? createMailQueue(readClock) : async () => undefined);
  const servers: FastifyInstance[] = [];
  const createSecondServer = async () => {
    const server = await createServer({
      config,
      db,
      clock: readClock,
      outbox,
      ...(isMailQueued && { queueFile: queueFileJob }),
      processors,
      prepare: checkResponses,
      ...(!isHashReal && { hashSecret }),
    });
    await server.ready();
    servers.push(server);
    return server;
  };
  const app = await createSecondServer();
  return {
    app,
    db,
    dataDir,
    clock: readClock,
    setClock: (now) => void (fixedNow = now),
    setNow: async (now) => {
      fixedNow = now;
      if (isDatabaseClockSet) await db.pool.query('update clock.hand set at = $1', [now]);
    },
    createSecondServer,
    stoppedAt: () => fixedNow,
    async close() {
      await Promise.all(servers.map((server) => server.close()));
      await db.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
