import { createServer as createProbe } from 'node:net';
import {
  DatabaseStartError,
  type Db,
  ensureAdministrator,
  hasUsers,
  migrate,
  openDatabase,
  seedReference,
  serverWarnings,
  startEmbeddedPostgres,
} from '@innkeeper/db';
import { demoAccounts } from '@innkeeper/demo/accounts';
import { hashPassword } from './platform/passwords/password.ts';
import type { Config } from './platform/config.ts';
import { createStore } from './platform/files/create-store.ts';
import { keepDemoPictures } from './platform/files/demo-pictures.ts';
import { bucketProblem } from './platform/files/s3.ts';
import { watchRush } from './platform/http/rush.ts';
import { prepareQueue, queueFile, queueMail } from './jobs/queue.ts';
import { startWorker } from './jobs/worker.ts';
import { captureFolder, captureMail, carryBySmtp } from './platform/mail/carrier.ts';
import { createUpkeep, usualRounds } from './jobs/upkeep.ts';
import { createServer } from './server.ts';

/** Event loop delay beyond which callers are told to come back. */
const MAX_DELAY_MS = 5_000;

/** Something outside the program keeps it from starting: one line that names it and the remedy. */
export class StartError extends Error {}

/** For people who wait. */
const CONNECTIONS = 10;
/** Connections of one person among these: others find some free, whatever somebody opens at once. */
const EACH = 6;
/**
 * For jobs and upkeep, so that neither waits for the other's: three listen, two send mails, two make files with two connections
 * each, one posts to webhooks, one enters mails, one tidies up.
 */
const BACKGROUND_CONNECTIONS = 12;

export interface Running {
  readonly url: string;
  /** The text for the person at the terminal. */
  readonly greeting: string;
  /** Finishes the requests in flight and the jobs in hand, then closes the database. */
  stop(): Promise<void>;
}

const progress = (text: string): void => console.log(`  ${text}`);

/** From configuration to a serving program: database, schema, reference data, demonstration, server. */
export async function start(config: Config): Promise<Running> {
  await probePort(config);
  const postgres = config.databaseUrl === undefined ? await startEmbedded(config) : undefined;
  const url = config.databaseUrl ?? postgres?.url ?? '';
  try {
    await checkBucket(config);
    await prepare(config, url);
    const db = openDatabase({ url, patience: 'person', connections: CONNECTIONS, each: EACH });
    const inBackground = openDatabase({ url, patience: 'background', connections: BACKGROUND_CONNECTIONS });
    if (config.databaseUrl !== undefined) await tellOfServer(inBackground);
    await keepDemoPictures(db, createStore(config)).catch((error: unknown) =>
      progress(`The pictures of the demonstration are missing for now: ${String(error)}`),
    );
    const clock = () => new Date();
    const outbox = queueMail(clock);
    const upkeep = createUpkeep(inBackground, usualRounds(outbox));
    const app = await createServer({
      config,
      db,
      clock,
      outbox,
      orderFile: queueFile,
      maxDelay: MAX_DELAY_MS,
      failingChores: () => upkeep.failing(),
    });
    const whenQuiet = watchRush(app);
    const running = upkeep.start(app.log);
    const { smtpUrl } = config.mail;
    const carry = smtpUrl === undefined ? captureMail(captureFolder(config.dataDir)) : carryBySmtp(smtpUrl);
    const worker = config.isWorker
      ? await startWorker({
          db: inBackground,
          config,
          clock,
          carry,
          log: app.log,
          whenQuiet,
        })
      : undefined;
    const stop = async () => {
      // A connection is kept open behind its last answer; one that was busy when it was closed to new requests would stay.
      const sweeping = setInterval(() => app.server.closeIdleConnections(), 50);
      await app.close().finally(() => clearInterval(sweeping));
      await running.stop();
      await worker?.stop();
      await inBackground.close();
      await db.close();
      await postgres?.stop();
    };
    try {
      const address = await app.listen({ host: config.host, port: config.port });
      return { url: address, greeting: greeting(config, address), stop };
    } catch (error) {
      await running.stop();
      await worker?.stop();
      await inBackground.close();
      await db.close();
      throw listenError(config, error);
    }
  } catch (error) {
    await postgres?.stop();
    throw error;
  }
}

async function startEmbedded(config: Config) {
  try {
    return await startEmbeddedPostgres({ dataDir: config.dataDir, log: progress });
  } catch (error) {
    throw error instanceof DatabaseStartError ? new StartError(error.message, { cause: error }) : error;
  }
}

/** Warns of settings of one's own server that only its operator can mend. */
async function tellOfServer(db: Db): Promise<void> {
  for (const warning of await serverWarnings(db, CONNECTIONS + BACKGROUND_CONNECTIONS))
    progress(`The database works, but ${warning}.`);
}

/** A store that does not answer at present may later; one that refuses will not. */
async function checkBucket({ bucket }: Config): Promise<void> {
  const problem = bucket && (await bucketProblem(bucket));
  if (problem !== undefined) throw new StartError(`S3_URL: ${problem}`);
}

/** Migrates, seeds, and makes sure that somebody can sign in. */
async function prepare(config: Config, url: string): Promise<void> {
  try {
    await migrate(url, { log: progress });
    await prepareQueue(url);
  } catch (error) {
    if (error instanceof DatabaseStartError) throw new StartError(error.message, { cause: error });
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new StartError(
      config.databaseUrl === undefined ? `the database cannot be migrated (${cause})` : `DATABASE_URL: ${cause}`,
      { cause: error },
    );
  }
  const db = openDatabase({ url, connections: 2 });
  try {
    await seedReference(db);
    if (await hasUsers(db)) return;
    if (config.isDemo) {
      progress(`Filling in the demonstration programme with ${config.demoMembers} members …`);
      const password = demoAccounts[0]?.password ?? '';
      const { seedDemo } = await import('@innkeeper/demo');
      await seedDemo(db, { members: config.demoMembers, passwordHash: await hashPassword(password), now: new Date() });
      return;
    }
    if (!config.administrator)
      throw new StartError(
        'the database has no user yet; give ADMIN_EMAIL and ADMIN_PASSWORD once for the first administrator',
      );
    await ensureAdministrator(db, {
      email: config.administrator.email,
      passwordHash: await hashPassword(config.administrator.password),
    });
  } finally {
    await db.close();
  }
}

/** An address that cannot be had is told at once, not after the database was made. */
async function probePort(config: Config): Promise<void> {
  const probe = createProbe();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error) => reject(listenError(config, error)));
    probe.listen({ host: config.host, port: config.port }, () => probe.close(() => resolve()));
  });
}

function greeting(config: Config, address: string): string {
  const account = demoAccounts[0];
  const signIn = config.isDemo && account ? ` — sign in as ${account.username} with ${account.password}` : '';
  return `Innkeeper is ready at ${address}${signIn}`;
}

function listenError(config: Config, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'EADDRINUSE')
    return new StartError(
      `PORT ${config.port} on ${config.host} is in use by another program; choose another with PORT=…`,
    );
  if (code === 'EACCES')
    return new StartError(`PORT ${config.port} may not be opened by this user; choose one above 1023`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartError(`HOST ${config.host} is no address of this machine`);
  return error;
}
