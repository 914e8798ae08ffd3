import { createServer as createProbe } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import {
  DatabaseStartError,
  type DatabaseOptions,
  type Db,
  type Replica,
  type SlowStatement,
  createReplica,
  watchReplica,
  ensureAdministrator,
  hasUsers,
  migrate,
  openDatabase,
  seedReference,
  serverWarnings,
  startEmbeddedPostgres,
} from '@innkeeper/db';
import { demoAccounts } from '@innkeeper/demo/accounts';
import packageJson from '../../package.json' with { type: 'json' };
import { hashPassword } from './platform/passwords/password.ts';
import type { Config } from './platform/config/config.ts';
import { createStore } from './platform/files/create-store.ts';
import { storeDemoPictures } from './platform/files/demo-pictures.ts';
import { findBucketProblem } from './platform/files/s3-store.ts';
import { replicaMetrics } from './platform/http/replica-reads.ts';
import { createLoadMonitor } from './platform/http/load-monitor.ts';
import { backupRounds, findBackupProblem } from './jobs/backup-rounds.ts';
import { prepareQueue, queueFileJob, createMailQueue } from './jobs/queue.ts';
import { startWorker } from './jobs/worker.ts';
import { createMetrics, connectionMetrics } from './platform/monitoring/metrics.ts';
import type { Tracing } from './platform/monitoring/tracing.ts';
import { createSlowStatementLog } from './platform/monitoring/slow-statements.ts';
import { clockMetrics, createDatabaseClock } from './platform/monitoring/database-clock.ts';
import { databaseMetrics, maintenanceMetrics } from './jobs/job-metrics.ts';
import { captureFolder, createCaptureTransport, createSmtpTransport } from './platform/mail/mail-transport.ts';
import { createMaintenance, maintenanceRounds } from './jobs/maintenance.ts';
import { createServer } from './server.ts';

/** Event loop delay above which callers must retry later. */
const MAX_DELAY_MS = 5_000;

/** A startup error with a cause outside of the server. The message is one line that names the cause and the remedy. */
export class StartError extends Error {}

/** Share of the connections for people that one user may have, so that nobody occupies all of them. */
const USER_SHARE = 0.6;
/**
 * Connections for jobs and maintenance: three to listen, two for mails, four for two files, one each for webhooks,
 * entering mails and cleanup. So no job waits for another one's connection.
 */
const BACKGROUND_CONNECTIONS = 12;

export interface RunningServer {
  readonly url: string;
  /** The text shown in the terminal. */
  readonly greeting: string;
  /** Is not ready for the configured seconds, then finishes in-flight requests and running jobs, and closes the database. */
  stop(): Promise<void>;
}

const logProgress = (text: string): void => console.log(`  ${text}`);

/** Starts everything from the configuration: database, schema, reference data, demonstration, server. */
export async function start(config: Config): Promise<RunningServer> {
  await probePort(config);
  const backupProblem = await findBackupProblem(config);
  if (backupProblem !== undefined) throw new StartError(`BACKUP_DIR: ${backupProblem}`);
  const postgres = config.databaseUrl === undefined ? await startEmbedded(config) : undefined;
  const url = config.databaseUrl ?? postgres?.url ?? '';
  try {
    await checkBuckets(config);
    await prepareDatabase(config, url);
    const { size, maxAgeSeconds } = config.databasePool;
    const metrics = config.metricsToken === undefined ? undefined : await createMetrics(packageJson.version);
    const slowStatements = createSlowStatementLog(() => metrics?.countSlowStatement());
    const tracing = await createTracing(config);
    const traced = tracing && { traceStatement: tracing.traceStatement };
    const peopleOptions = {
      lockTimeout: 'person',
      connections: size,
      connectionsPerRequester: Math.floor(size * USER_SHARE),
      maxAgeSeconds,
      onSlowStatement: (statement: SlowStatement) => slowStatements.report(statement),
      ...traced,
    } as const;
    const primary = openDatabase({ ...peopleOptions, url });
    const replica = openReplica(config, primary, peopleOptions);
    const db = replica?.db ?? primary;
    const backgroundDb = openDatabase({
      url,
      lockTimeout: 'background',
      connections: BACKGROUND_CONNECTIONS,
      maxAgeSeconds,
      ...traced,
    });
    if (config.databaseUrl !== undefined) await reportServerWarnings(backgroundDb, size + BACKGROUND_CONNECTIONS);
    await storeDemoPictures(db, createStore(config)).catch((error: unknown) =>
      logProgress(`The pictures of the demonstration are missing for now: ${String(error)}`),
    );
    const databaseClock = createDatabaseClock();
    const clock = () => databaseClock.now();
    const outbox = createMailQueue(clock);
    const stopController = new AbortController();
    let isStopping = false;
    const maintenance = createMaintenance(backgroundDb, [
      { everyMs: 60_000, maintenanceJobs: { 'compare clocks': (of) => databaseClock.compare(of) } },
      ...maintenanceRounds(outbox),
      ...backupRounds(config, stopController.signal),
    ]);
    await databaseClock.compare(db).catch((error: unknown) => logProgress(`The database works, but ${String(error)}.`));
    const app = await createServer({
      config,
      db,
      ...(replica && { replica }),
      clock,
      outbox,
      queueFile: queueFileJob,
      maxDelay: MAX_DELAY_MS,
      failingJobs: () => maintenance.failing(),
      findProblem: () => (isStopping ? 'The process is stopping.' : databaseClock.findProblem()),
      prepare: (server) => {
        tracing?.register(server);
        metrics?.register(server, config.metricsToken ?? '', [
          connectionMetrics({ people: primary, background: backgroundDb }),
          ...(replica ? [replicaMetrics(replica)] : []),
          maintenanceMetrics(maintenance),
          clockMetrics(databaseClock),
          databaseMetrics(backgroundDb),
        ]);
      },
    });
    slowStatements.logTo(app.log);
    const whenIdle = createLoadMonitor(app);
    const runningMaintenance = maintenance.start(app.log);
    const replicaWatch = replica && watchReplica(replica);
    const { smtpUrl } = config.mail;
    const plainTransport =
      smtpUrl === undefined ? createCaptureTransport(captureFolder(config.dataDir)) : createSmtpTransport(smtpUrl);
    const countedTransport = metrics?.watchTransport(plainTransport) ?? plainTransport;
    const transport = tracing?.watchTransport(countedTransport) ?? countedTransport;
    const worker = config.isWorker
      ? await startWorker({
          db: backgroundDb,
          config,
          clock,
          transport,
          log: app.log,
          whenIdle,
          ...(tracing && { traceJob: tracing.traceJob }),
        })
      : undefined;
    const stop = async () => {
      // The proxy in front asks for readiness every few seconds, and sends requests meanwhile.
      isStopping = true;
      await wait(config.drainSeconds * 1000);
      // A keep-alive connection that was busy when the server stopped accepting requests would never close.
      const closeTimer = setInterval(() => app.server.closeIdleConnections(), 50);
      await app.close().finally(() => clearInterval(closeTimer));
      stopController.abort();
      await runningMaintenance.stop();
      await worker?.stop();
      await backgroundDb.close();
      await replicaWatch?.stop();
      await replica?.close();
      await db.close();
      await tracing?.stop();
      await postgres?.stop();
    };
    try {
      const address = await app.listen({ host: config.host, port: config.port });
      return { url: address, greeting: createGreeting(config, address), stop };
    } catch (error) {
      await runningMaintenance.stop();
      await worker?.stop();
      await backgroundDb.close();
      await replicaWatch?.stop();
      await replica?.close();
      await db.close();
      throw toListenError(config, error);
    }
  } catch (error) {
    await postgres?.stop();
    throw error;
  }
}

/** Loaded only if a collector is configured. */
async function createTracing({ tracing, trustProxy }: Config): Promise<Tracing | undefined> {
  if (!tracing) return undefined;
  const { startTracing } = await import('./platform/monitoring/tracing.ts');
  return startTracing({
    version: packageJson.version,
    ratio: tracing.ratio,
    isParentTrusted: trustProxy > 0,
    onFailure: (reason) => logProgress(`Traces cannot be sent: ${reason.slice(0, 300)}`),
  });
}

/** The configured standby. It need not be reachable: requests read from the primary meanwhile. */
function openReplica({ replica }: Config, primary: Db, options: Omit<DatabaseOptions, 'url'>): Replica | undefined {
  if (!replica) return undefined;
  const standby = openDatabase({ ...options, url: replica.url, isReadOnlyAllowed: true, primary });
  return createReplica({ primary, standby, maxLagSeconds: replica.maxLagSeconds });
}

async function startEmbedded(config: Config) {
  try {
    return await startEmbeddedPostgres({ dataDir: config.dataDir, log: logProgress });
  } catch (error) {
    throw error instanceof DatabaseStartError ? new StartError(error.message, { cause: error }) : error;
  }
}

/** Warns of settings of an external database server that only its operator can fix. */
async function reportServerWarnings(db: Db, connections: number): Promise<void> {
  for (const warning of await serverWarnings(db, connections)) logProgress(`The database works, but ${warning}.`);
}

/** Fails only if the store rejects our key: a store that does not respond now may respond later. */
async function checkBuckets({ bucket, backup, backupBucket }: Config): Promise<void> {
  if (backupBucket && !backup) throw new StartError('BACKUP_S3_URL needs BACKUP_DIR, whose files it gets');
  for (const [name, target] of Object.entries({ S3_URL: bucket, BACKUP_S3_URL: backupBucket })) {
    const problem = target && (await findBucketProblem(target));
    if (problem !== undefined) throw new StartError(`${name}: ${problem}`);
  }
}

/** Migrates, seeds, and ensures that somebody can sign in. */
async function prepareDatabase(config: Config, url: string): Promise<void> {
  try {
    await migrate(url, { log: logProgress });
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
      logProgress(`Filling in the demonstration programme with ${config.demoMembers} members …`);
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

/** Fails early if the address is unavailable, before the database is created. */
async function probePort(config: Config): Promise<void> {
  const probeServer = createProbe();
  await new Promise<void>((resolve, reject) => {
    probeServer.once('error', (error) => reject(toListenError(config, error)));
    probeServer.listen({ host: config.host, port: config.port }, () => probeServer.close(() => resolve()));
  });
}

function createGreeting(config: Config, address: string): string {
  const account = demoAccounts[0];
  const signIn = config.isDemo && account ? ` — sign in as ${account.username} with ${account.password}` : '';
  return `Innkeeper is ready at ${address}${signIn}`;
}

function toListenError(config: Config, error: unknown): unknown {
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
