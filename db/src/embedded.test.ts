import { type ChildProcess, type SpawnOptions, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  readdirSync,
} from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { once } from 'node:events';
import pg from 'pg';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';
import { chooseServerUser, createLauncher } from './embedded/server-user.ts';
import { testingFolder } from '../../scripts/testing-folder.mjs';

/** These tests kill processes but never the machine, so fsync is not needed. */
const settings = { fsync: 'off' };

function createDir(): string {
  const dir = mkdtempSync(join(testingFolder(), 'embedded-test-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

const filledDir = createFilledDir();
afterAll(async () => rmSync(await filledDir, { recursive: true, force: true }));

async function createFilledDir(): Promise<string> {
  const dataDir = mkdtempSync(join(testingFolder(), 'embedded-filled-'));
  await (await startEmbeddedPostgres({ dataDir, settings })).stop();
  return dataDir;
}

/** A folder with an existing database. Creating a new one takes a second. */
async function copyFilledDir(): Promise<string> {
  const dataDir = createDir();
  // Preserve the owners, because PostgreSQL rejects a data folder of another user.
  execFileSync('cp', ['-Rp', `${await filledDir}/.`, dataDir]);
  return dataDir;
}

async function startServer(dataDir: string, log?: (line: string) => void): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, settings, ...(log && { log }) });
  onTestFinished(() => server.stop());
  return server;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

/** The process id in postmaster.pid. */
function readServerPid(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
}

/** Kills Innkeeper first, because it would restart its server. */
async function killAll(child: ChildProcess, dataDir: string): Promise<void> {
  const server = readServerPid(dataDir);
  await stopProcess(child, 'SIGKILL');
  process.kill(server, 'SIGKILL');
}

const EMBEDDED_MODULE = new URL('embedded.ts', import.meta.url).href;
const CHILD_SCRIPT = `
  import { startEmbeddedPostgres } from ${JSON.stringify(EMBEDDED_MODULE)};
  try {
    const server = await startEmbeddedPostgres({ dataDir: process.env.DATA_DIR, settings: ${JSON.stringify(settings)} });
    console.log(server.url);
    const running = setInterval(() => {}, 1e6);
    process.once('SIGTERM', () => server.stop().then(() => clearInterval(running)));
  } catch (error) {
    console.log(error.message);
    process.exitCode = 1;
  }`;

type LaunchProcess = (command: string, args: readonly string[], options: SpawnOptions) => ChildProcess;

/** Starts a database in a child process, and returns the process with its first line of output: the URL or an error. */
async function startInChild(
  dataDir: string,
  launch: LaunchProcess = spawn,
): Promise<{ child: ChildProcess; line: string }> {
  const child = launch(process.execPath, ['--input-type=module', '--eval', CHILD_SCRIPT], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
    cwd: dirname(dataDir),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => stopProcess(child, 'SIGTERM'));
  if (!child.stdout) throw new Error('The output is piped');
  for await (const line of createInterface(child.stdout)) return { child, line };
  throw new Error('The program ended without output');
}

async function stopProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

test('the embedded server preserves its data across restarts, and leaves nothing outside its folder', async () => {
  const dataDir = createDir();
  const first = await startServer(dataDir);
  await query(first.url, `create table test_data as select 'Ürün'::text as name`);
  const socketDir = decodeURIComponent(new URL(first.url).hostname);
  await first.stop();
  expect(existsSync(socketDir)).toBe(false);

  const second = await startServer(dataDir);
  expect(await query(second.url, 'select name from test_data')).toEqual(['Ürün']);
});

test('the embedded server serves an unprivileged role in UTF-8, over a private socket', async () => {
  const server = await startServer(createDir());
  const facts = await query(
    server.url,
    `select current_user::text, rolsuper, pg_encoding_to_char(encoding), datlocale, current_setting('listen_addresses'),
       current_setting('timezone')
     from pg_roles, pg_database where rolname = current_user and datname = current_database()`,
  );
  expect(facts).toEqual(['innkeeper', false, 'UTF8', 'C.UTF-8', '', 'UTC']);
  const socketDir = decodeURIComponent(new URL(server.url).hostname);
  expect(statSync(socketDir).mode & 0o777).toBe(0o700);
});

test('the embedded server includes pg_trgm, which the application may create', async () => {
  const server = await startServer(await copyFilledDir());
  await query(server.url, 'create extension pg_trgm');
  expect(await query(server.url, `select similarity('Wayan', 'Wayan')`)).toEqual([1]);
});

test('the embedded server runs on two folders at the same time', async () => {
  const [left, right] = await Promise.all([startServer(createDir()), startServer(createDir())]);
  await query(left.url, 'create table here ()');
  expect(await query(right.url, `select to_regclass('here')`)).toEqual([null]);
});

test('the embedded server rejects a folder in use by another Innkeeper, without disturbing it', async () => {
  const dataDir = await copyFilledDir();
  const { line: url } = await startInChild(dataDir);
  await expect(startServer(dataDir)).rejects.toThrow(`${dataDir}: another Innkeeper is running on this folder`);
  expect(await query(url, 'select 1')).toEqual([1]);
});

test('the next start stops the server that a killed Innkeeper left behind, and preserves its data', async () => {
  const dataDir = await copyFilledDir();
  const { child, line: url } = await startInChild(dataDir);
  await query(url, 'create table test_data ()');
  const orphan = readServerPid(dataDir);
  const socketDir = decodeURIComponent(new URL(url).hostname);
  await stopProcess(child, 'SIGKILL');
  expect(await query(url, 'select 1'), 'the orphan still serves').toEqual([1]);

  const log = vi.fn<(line: string) => void>();
  const server = await startServer(dataDir, log);
  expect(log).toHaveBeenCalledWith('Stopping the database that an earlier run left behind');
  expect(readServerPid(dataDir)).not.toBe(orphan);
  expect(await query(server.url, `select to_regclass('test_data') is not null`)).toEqual([true]);
  expect(existsSync(socketDir), 'the folder of the old socket is gone').toBe(false);
});

test('the embedded server recovers committed data after everything was killed', async () => {
  const dataDir = await copyFilledDir();
  const { child, line: url } = await startInChild(dataDir);
  await query(url, 'create table test_data as select generate_series(1, 1000) as n');
  await killAll(child, dataDir);

  const server = await startServer(dataDir);
  expect(await query(server.url, 'select count(*)::int from test_data')).toEqual([1000]);
});

test('the embedded server starts if the process id of a dead server now belongs to another program', async () => {
  const dataDir = await copyFilledDir();
  const { child, line: url } = await startInChild(dataDir);
  await query(url, 'create table test_data ()');
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
  await killAll(child, dataDir);
  const unrelatedProcess = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' });
  onTestFinished(() => stopProcess(unrelatedProcess, 'SIGKILL'));
  writeFileSync(pidFile, readFileSync(pidFile, 'utf8').replace(/^\d+/, String(unrelatedProcess.pid)));

  const server = await startServer(dataDir);
  expect(await query(server.url, `select to_regclass('test_data') is not null`)).toEqual([true]);
  expect(unrelatedProcess.exitCode, 'the other program was not touched').toBeNull();
});

test('the embedded server restarts on the same address when it dies', async () => {
  const dataDir = await copyFilledDir();
  const log = vi.fn<(line: string) => void>();
  const server = await startServer(dataDir, log);
  await query(server.url, 'create table test_data ()');
  const first = readServerPid(dataDir);
  process.kill(first, 'SIGKILL');
  await vi.waitFor(() => expect(log).toHaveBeenCalledWith('The database is back'), { timeout: 60_000, interval: 20 });
  expect(readServerPid(dataDir)).not.toBe(first);
  expect(await query(server.url, `select to_regclass('test_data') is not null`)).toEqual([true]);
});

test('the embedded database can be stopped cleanly while its server is down', async () => {
  const dataDir = await copyFilledDir();
  const server = await startServer(dataDir);
  process.kill(readServerPid(dataDir), 'SIGKILL');
  await server.stop();
  await expect(query(server.url, 'select 1')).rejects.toThrow(/ENOENT/);
  await startServer(dataDir);
});

test('the embedded server starts after a first run that was interrupted while creating the database', async () => {
  const dataDir = createDir();
  await mkdir(join(dataDir, 'postgres.incomplete-x1', 'base'), { recursive: true });
  writeFileSync(join(dataDir, 'postgres.incomplete-x1', 'PG_VERSION'), '18\n');
  const server = await startServer(dataDir);
  expect(await query(server.url, 'select 1')).toEqual([1]);
  expect(readdirSync(dataDir).filter((name) => name.includes('incomplete'))).toEqual([]);
});

test('the embedded server reports a damaged data directory in one line, and does not change it', async () => {
  const dataDir = await copyFilledDir();
  const cluster = join(dataDir, 'postgres');
  await (await startServer(dataDir)).stop();

  const versionFile = join(cluster, 'PG_VERSION');
  writeFileSync(versionFile, '15\n');
  await expect(startServer(dataDir)).rejects.toThrow(
    /postgres: this database was made by PostgreSQL 15 and Innkeeper brings 18; [^\n]+$/,
  );
  rmSync(versionFile);
  await expect(startServer(dataDir)).rejects.toThrow(
    /postgres: this is not a complete PostgreSQL data directory \(PG_VERSION [^\n]+$/,
  );
  writeFileSync(versionFile, '18\n');

  const controlFile = join(cluster, 'global', 'pg_control');
  truncateSync(controlFile, 100);
  await expect(startServer(dataDir)).rejects.toThrow(
    /postgres: the database does not start: could not read file "global\/pg_control"[^\n]+$/,
  );
  rmSync(controlFile);
  await expect(startServer(dataDir)).rejects.toThrow(/postgres: the database does not start: [^\n]+$/);
  expect(existsSync(join(cluster, 'base'))).toBe(true);
});

test('the embedded server reports in one line why it accepts no connections', async () => {
  const dataDir = await copyFilledDir();
  await (await startServer(dataDir)).stop();
  writeFileSync(join(dataDir, 'postgres', 'postgresql.auto.conf'), "session_preload_libraries = 'nowhere'\n");
  await expect(startEmbeddedPostgres({ dataDir, settings })).rejects.toThrow(
    /the database does not start: .*could not access file "nowhere"/,
  );
});

test('the embedded server runs in a folder with a long, odd name that only its owner may enter', async () => {
  const outerDir = createDir();
  chmodSync(outerDir, 0o700);
  const dataDir = join(outerDir, `it's "called" Ä $HOME `.padEnd(150, 'x'));
  const server = await startServer(dataDir);
  expect(await query(server.url, 'select 1')).toEqual([1]);
});

/** Launches as the server user if this process is root, else as the current user. */
function launchAsOrdinaryUser(dataDir: string): LaunchProcess {
  return createLauncher(chooseServerUser(join(dataDir, 'postgres')), [process.execPath, import.meta.filename]);
}

test('the embedded server runs as an ordinary user', async () => {
  const dataDir = createDir();
  chmodSync(dataDir, 0o777);
  const { line: url } = await startInChild(dataDir, launchAsOrdinaryUser(dataDir));
  expect(url).toMatch(/^postgres:/);
  const owners = ['innkeeper.lock', 'postgres'].map((name) => statSync(join(dataDir, name)).uid);
  expect(owners).not.toContain(0);
  expect(new Set(owners).size, 'program and server are the same user').toBe(1);
});

test('the embedded server reports in one line that a folder is not writable', async () => {
  const dataDir = join(createDir(), 'closed');
  await mkdir(dataDir, { mode: 0o500 });
  // As root, start it as a different user, who has no right to enter the folder.
  const user = chooseServerUser(dataDir).ids;
  const launch: LaunchProcess = (command, args, options) =>
    spawn(command, args, { ...options, ...(user && { uid: user.uid, gid: user.gid }) });
  chmodSync(dirname(dataDir), 0o755);
  const { line } = await startInChild(dataDir, launch);
  expect(line).toBe(
    `${dataDir}: this user may not read and write here; change the rights of the folder or set DATA_DIR to another one`,
  );
});

test('the embedded server reports in one line that the data folder is a file', async () => {
  const dataDir = join(createDir(), 'data');
  writeFileSync(dataDir, '');
  await expect(startServer(dataDir)).rejects.toThrow(`${dataDir}: this is a file where a folder is needed`);
});
