import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from './database.ts';
import { startEmbeddedPostgres } from './embedded.ts';
import { DISPOSABLE } from './embedded/settings.ts';
import { DatabaseStartError } from './embedded/start-error.ts';
import { migrate } from './migrate.ts';
import { seedReference } from './seed/reference.ts';
import { testingFolder } from '../../scripts/testing-folder.mjs';

export { type Violation, checkBooks } from './testing-books.ts';
export { giveDatabaseClock } from './testing-clock.ts';

/*
 * One server and one migrated template for a whole test run, one copy of the template for each test file. The process that begins
 * the run makes the first two and hands their addresses on through these variables: to its workers, and to other runners.
 */
const SERVER = 'TEST_DATABASE_URL';
const TEMPLATE = 'TEST_TEMPLATE';
const PREFIX = 'innkeeper-test-';

/**
 * Starts the server of a test run, or takes the one that TEST_DATABASE_URL names (its user must be allowed to create
 * databases), and fills the template: all migrations and the reference data. Where TEST_TEMPLATE is named too, both are
 * somebody else's (`test-server.ts`, or another project of the same run): they are used, and left as they are.
 *
 * @returns the function that stops the run's server and leaves nothing behind
 */
export async function startTestServer(): Promise<() => Promise<void>> {
  const given = process.env[SERVER];
  if (given && process.env[TEMPLATE]) return async () => {};
  const server = given ? { url: given, stop: async () => {} } : await startDisposable();
  const template = `template_${randomName()}`;
  try {
    await run(server.url, `create database ${template}`);
    const url = withDatabase(server.url, template);
    await migrate(url);
    await seed(url);
    // A template with a connection cannot be copied.
    await run(server.url, `alter database ${template} with allow_connections false`);
    await endConnections(server.url, template); // a pooler keeps them
  } catch (error) {
    await server.stop();
    throw error;
  }
  process.env[SERVER] = server.url;
  process.env[TEMPLATE] = template;
  return async () => {
    if (given) await drop(server.url, template);
    else delete process.env[SERVER];
    delete process.env[TEMPLATE];
    await server.stop();
  };
}

export interface TestDatabase {
  readonly url: string;
  /** Ends every connection to it and removes it. */
  readonly drop: () => Promise<void>;
}

/**
 * A database for the caller alone: migrated, with the reference data; about 30 ms.
 *
 * @param isEmpty as PostgreSQL makes one
 * @param from a copy of that one, to which nobody is connected
 */
export async function createTestDatabase({
  isEmpty = false,
  from,
}: { isEmpty?: boolean; from?: TestDatabase } = {}): Promise<TestDatabase> {
  const server = process.env[SERVER];
  const template = process.env[TEMPLATE];
  if (!server || !template)
    throw new Error('No test server is running: start it with startTestServer in the global setup');
  const name = `test_${randomName()}`;
  const copied = from ? new URL(from.url).pathname.slice(1) : isEmpty ? 'template0' : template;
  if (from) await endConnections(server, copied); // a pooler keeps them
  await run(server, `create database ${name} template ${copied} strategy file_copy`);
  return {
    url: withDatabase(server, name),
    drop: () => drop(server, name),
  };
}

/** Not "with (force)": it refuses when autovacuum is at work, as an ordinary user may not end that; a plain drop waits for it. */
async function drop(server: string, name: string): Promise<void> {
  await endConnections(server, name);
  await run(server, `drop database if exists ${name}`);
}

const endConnections = (server: string, name: string): Promise<void> =>
  run(
    server,
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${name}' and usename = current_user`,
  );

async function startDisposable(): Promise<{ url: string; stop(): Promise<void> }> {
  await removeLeftOvers();
  const dataDir = await mkdtemp(join(testingFolder(), PREFIX));
  try {
    const server = await startEmbeddedPostgres({ dataDir, settings: DISPOSABLE });
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

/** Runs that were killed leave a folder and perhaps a server; a folder that nobody holds is stopped and removed. */
async function removeLeftOvers(): Promise<void> {
  const folder = testingFolder();
  const left = (await readdir(folder)).filter((name) => name.startsWith(PREFIX)).map((name) => join(folder, name));
  for (const dataDir of left.filter((dir) => existsSync(join(dir, 'postgres')))) {
    try {
      await (await startEmbeddedPostgres({ dataDir, settings: DISPOSABLE })).stop();
    } catch (error) {
      if (error instanceof DatabaseStartError) continue; // in use by another run, or another user's
      throw error;
    }
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function seed(url: string): Promise<void> {
  const db = openDatabase({ url });
  try {
    await seedReference(db);
  } finally {
    await db.close();
  }
}

async function run(url: string, statement: string): Promise<void> {
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
