import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { RECONCILIATION_CHECKS, type ReconciliationSet } from '@innkeeper/contract';
import pg from 'pg';
import { type Db, openDatabase } from './database.ts';
import { startEmbeddedPostgres } from './embedded.ts';
import { DISPOSABLE_SETTINGS } from './embedded/settings.ts';
import { DatabaseStartError } from './embedded/start-error.ts';
import { migrate } from './migrate.ts';
import { reconcile } from './reconciliation.ts';
import { seedReference } from './seed/reference.ts';
import { testingFolder } from '../../scripts/testing-folder.mjs';

export { installTestClock } from './testing-clock.ts';
export { readReleaseData } from './release-data.ts';
export { recordStatements } from './testing-statements.ts';
export { type ReplicatedServer, type Replication, startReplication } from './testing-replication.ts';

/*
 * One server and one migrated template per test run, and one copy of the template per test file. The process that
 * starts the run creates server and template, and passes their addresses through these variables to its workers and to
 * other runners.
 */
const SERVER_VARIABLE = 'TEST_DATABASE_URL';
const TEMPLATE_VARIABLE = 'TEST_TEMPLATE';
const DATA_DIR_PREFIX = 'innkeeper-test-';

/**
 * Starts the server of a test run, or uses the one in TEST_DATABASE_URL (its user must be allowed to create databases),
 * and fills the template with all migrations and the reference data. If TEST_TEMPLATE is also set, both belong to
 * someone else (`test-server.ts`, or another project of the same run): they are used but not changed or stopped.
 *
 * @returns the function that stops the run's server and cleans up
 */
export async function startTestServer(): Promise<() => Promise<void>> {
  const givenUrl = process.env[SERVER_VARIABLE];
  if (givenUrl && process.env[TEMPLATE_VARIABLE]) return async () => {};
  const server = givenUrl ? { url: givenUrl, stop: async () => {} } : await startDisposableServer();
  const template = `template_${randomName()}`;
  try {
    await runStatement(server.url, `create database ${template}`);
    const url = withDatabase(server.url, template);
    await migrate(url);
    await seedTemplate(url);
    // A template with open connections cannot be copied.
    await runStatement(server.url, `alter database ${template} with allow_connections false`);
    await endConnections(server.url, template); // a pooler keeps connections open
  } catch (error) {
    await server.stop();
    throw error;
  }
  process.env[SERVER_VARIABLE] = server.url;
  process.env[TEMPLATE_VARIABLE] = template;
  return async () => {
    if (givenUrl) await dropDatabase(server.url, template);
    else delete process.env[SERVER_VARIABLE];
    delete process.env[TEMPLATE_VARIABLE];
    await server.stop();
  };
}

export interface TestDatabase {
  readonly url: string;
  /** Closes all its connections and drops it. */
  readonly drop: () => Promise<void>;
}

/**
 * Creates a database for the caller alone, migrated and with the reference data; takes about 30 ms.
 *
 * @param isEmpty create it as PostgreSQL does, without schema or data
 * @param from copy this database instead, which must have no connections
 */
export async function createTestDatabase({
  isEmpty = false,
  from,
}: { isEmpty?: boolean; from?: TestDatabase } = {}): Promise<TestDatabase> {
  const server = process.env[SERVER_VARIABLE];
  const template = process.env[TEMPLATE_VARIABLE];
  if (!server || !template)
    throw new Error('No test server is running: start it with startTestServer in the global setup');
  const name = `test_${randomName()}`;
  const sourceTemplate = from ? new URL(from.url).pathname.slice(1) : isEmpty ? 'template0' : template;
  if (from) await endConnections(server, sourceTemplate); // a pooler keeps connections open
  await runStatement(server, `create database ${name} template ${sourceTemplate} strategy file_copy`);
  return {
    url: withDatabase(server, name),
    drop: () => dropDatabase(server, name),
  };
}

/**
 * Does not use `with (force)`: that fails during an autovacuum, which an ordinary user may not terminate. A plain drop
 * waits for it.
 */
async function dropDatabase(server: string, name: string): Promise<void> {
  await endConnections(server, name);
  await runStatement(server, `drop database if exists ${name}`);
}

const endConnections = (server: string, name: string): Promise<void> =>
  runStatement(
    server,
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${name}'
        and usename = current_user`,
  );

async function startDisposableServer(): Promise<{ url: string; stop(): Promise<void> }> {
  await removeLeftovers();
  const dataDir = await mkdtemp(join(testingFolder(), DATA_DIR_PREFIX));
  try {
    const server = await startEmbeddedPostgres({ dataDir, settings: DISPOSABLE_SETTINGS });
    return {
      url: server.url,
      async stop() {
        await server.stop();
        await rm(dataDir, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  }
}

/** Removes the folders of killed runs, and stops their servers, unless another process has locked them. */
async function removeLeftovers(): Promise<void> {
  const folder = testingFolder();
  const leftovers = (await readdir(folder))
    .filter((name) => name.startsWith(DATA_DIR_PREFIX))
    .map((name) => join(folder, name));
  for (const dataDir of leftovers.filter((dir) => existsSync(join(dir, 'postgres')))) {
    try {
      await (await startEmbeddedPostgres({ dataDir, settings: DISPOSABLE_SETTINGS })).stop();
    } catch (error) {
      if (error instanceof DatabaseStartError) continue; // used by another run or another user
      throw error;
    }
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function seedTemplate(url: string): Promise<void> {
  const db = openDatabase({ url });
  try {
    await seedReference(db);
  } finally {
    await db.close();
  }
}

async function runStatement(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function withDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

function randomName(): string {
  return randomBytes(6).toString('hex');
}

/** A violated rule and the records that violate it. */
export interface Violation {
  readonly rule: string;
  /** Resource, id and note of some of them. */
  readonly records: readonly string[];
}

/** Reconciles the data of a programme, and returns each violated rule with the records that violate it. */
export async function checkIntegrity(db: Db, sets?: readonly ReconciliationSet[]): Promise<Violation[]> {
  const { differences } = await reconcile(db, { isRepeated: true, ...(sets && { sets }) });
  return differences.map(({ check, rows }) => ({
    rule: RECONCILIATION_CHECKS[check].label.en,
    records: rows.map(({ resource, id, note }) => `${resource} ${id}: ${note ?? ''}`),
  }));
}
