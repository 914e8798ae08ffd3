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
import { chooseServerUser, launcher } from './embedded/server-user.ts';
import { testingFolder } from '../../scripts/testing-folder.mjs';

/** These tests kill processes, not the machine. */
const settings = { fsync: 'off' };

function makeDir(): string {
  const dir = mkdtempSync(join(testingFolder(), 'embedded-test-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

const filled = makeFilled();
afterAll(async () => rmSync(await filled, { recursive: true, force: true }));

async function makeFilled(): Promise<string> {
  const dataDir = mkdtempSync(join(testingFolder(), 'embedded-filled-'));
  await (await startEmbeddedPostgres({ dataDir, settings })).stop();
  return dataDir;
}

/** A folder in which a database has run before: for tests that are not about making one, which takes a second. */
async function copyFilled(): Promise<string> {
  const dataDir = makeDir();
  // With the owners of the files, who must be those who run the server.
  execFileSync('cp', ['-Rp', `${await filled}/.`, dataDir]);
  return dataDir;
}

async function start(dataDir: string, log?: (line: string) => void): Promise<EmbeddedPostgres> {
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

/** The number in postmaster.pid. */
function serverPid(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
}

/** First the program, which would start its server again. */
async function killAll(child: ChildProcess, dataDir: string): Promise<void> {
  const server = serverPid(dataDir);
  await end(child, 'SIGKILL');
  process.kill(server, 'SIGKILL');
}

const EMBEDDED = new URL('embedded.ts', import.meta.url).href;
const PROGRAM = `
  import { startEmbeddedPostgres } from ${JSON.stringify(EMBEDDED)};
  try {
    const server = await startEmbeddedPostgres({ dataDir: process.env.DATA_DIR, settings: ${JSON.stringify(settings)} });
    console.log(server.url);
    const running = setInterval(() => {}, 1e6);
    process.once('SIGTERM', () => server.stop().then(() => clearInterval(running)));
  } catch (error) {
    console.log(error.message);
    process.exitCode = 1;
  }`;

type Launch = (command: string, args: readonly string[], options: SpawnOptions) => ChildProcess;

/** Starts a database in a process of its own, and returns it with the first line that it prints: the address or an error. */
async function startElsewhere(dataDir: string, launch: Launch = spawn): Promise<{ child: ChildProcess; line: string }> {
  const child = launch(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
    cwd: dirname(dataDir),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => end(child, 'SIGTERM'));
  if (!child.stdout) throw new Error('The output is piped');
  for await (const line of createInterface(child.stdout)) return { child, line };
  throw new Error('The program ended without a word');
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

test('keeps its data from one start to the next, and leaves nothing outside its folder', async () => {
  const dataDir = makeDir();
  const first = await start(dataDir);
  await query(first.url, `create table kept as select 'Ürün'::text as name`);
  const socketDir = decodeURIComponent(new URL(first.url).hostname);
  await first.stop();
  expect(existsSync(socketDir)).toBe(false);

  const second = await start(dataDir);
  expect(await query(second.url, 'select name from kept')).toEqual(['Ürün']);
});

test('serves an ordinary role, in UTF-8, ordered by code point, over a private socket', async () => {
  const server = await start(makeDir());
  const facts = await query(
    server.url,
    `select current_user::text, rolsuper, pg_encoding_to_char(encoding), datlocale, current_setting('listen_addresses'), current_setting('timezone')
     from pg_roles, pg_database where rolname = current_user and datname = current_database()`,
  );
  expect(facts).toEqual(['innkeeper', false, 'UTF8', 'C.UTF-8', '', 'UTC']);
  const socketDir = decodeURIComponent(new URL(server.url).hostname);
  expect(statSync(socketDir).mode & 0o777).toBe(0o700);
});

test('brings pg_trgm, which the application may create', async () => {
  const server = await start(await copyFilled());
  await query(server.url, 'create extension pg_trgm');
  expect(await query(server.url, `select similarity('Wayan', 'Wayan')`)).toEqual([1]);
});

test('runs for two folders at once', async () => {
  const [one, two] = await Promise.all([start(makeDir()), start(makeDir())]);
  await query(one.url, 'create table here ()');
  expect(await query(two.url, `select to_regclass('here')`)).toEqual([null]);
});

test('refuses a folder on which another Innkeeper runs, and leaves that one alone', async () => {
  const dataDir = await copyFilled();
  const { line: url } = await startElsewhere(dataDir);
  await expect(start(dataDir)).rejects.toThrow(`${dataDir}: another Innkeeper is running on this folder`);
  expect(await query(url, 'select 1')).toEqual([1]);
});

test('takes over from an Innkeeper that was killed while its server was not', async () => {
  const dataDir = await copyFilled();
  const { child, line: url } = await startElsewhere(dataDir);
  await query(url, 'create table kept ()');
  const orphan = serverPid(dataDir);
  const socketDir = decodeURIComponent(new URL(url).hostname);
  await end(child, 'SIGKILL');
  expect(await query(url, 'select 1'), 'the orphan still serves').toEqual([1]);

  const log = vi.fn<(line: string) => void>();
  const server = await start(dataDir, log);
  expect(log).toHaveBeenCalledWith('Stopping the database that an earlier run left behind');
  expect(serverPid(dataDir)).not.toBe(orphan);
  expect(await query(server.url, `select to_regclass('kept') is not null`)).toEqual([true]);
  expect(existsSync(socketDir), 'the folder of the old socket is gone').toBe(false);
});

test('recovers what was committed after everything was killed', async () => {
  const dataDir = await copyFilled();
  const { child, line: url } = await startElsewhere(dataDir);
  await query(url, 'create table kept as select generate_series(1, 1000) as n');
  await killAll(child, dataDir);

  const server = await start(dataDir);
  expect(await query(server.url, 'select count(*)::int from kept')).toEqual([1000]);
});

test('starts though the number of a dead server belongs to another program by now', async () => {
  const dataDir = await copyFilled();
  const { child, line: url } = await startElsewhere(dataDir);
  await query(url, 'create table kept ()');
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
  await killAll(child, dataDir);
  const bystander = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' });
  onTestFinished(() => end(bystander, 'SIGKILL'));
  writeFileSync(pidFile, readFileSync(pidFile, 'utf8').replace(/^\d+/, String(bystander.pid)));

  const server = await start(dataDir);
  expect(await query(server.url, `select to_regclass('kept') is not null`)).toEqual([true]);
  expect(bystander.exitCode, 'the other program was not touched').toBeNull();
});

test('starts its server again, on the same address, when it dies', async () => {
  const dataDir = await copyFilled();
  const log = vi.fn<(line: string) => void>();
  const server = await start(dataDir, log);
  await query(server.url, 'create table kept ()');
  const first = serverPid(dataDir);
  process.kill(first, 'SIGKILL');
  await vi.waitFor(() => expect(log).toHaveBeenCalledWith('The database is back'), { timeout: 60_000, interval: 20 });
  expect(serverPid(dataDir)).not.toBe(first);
  expect(await query(server.url, `select to_regclass('kept') is not null`)).toEqual([true]);
});

test('stops cleanly while its server is away', async () => {
  const dataDir = await copyFilled();
  const server = await start(dataDir);
  process.kill(serverPid(dataDir), 'SIGKILL');
  await server.stop();
  await expect(query(server.url, 'select 1')).rejects.toThrow(/ENOENT/);
  await start(dataDir);
});

test('begins anew after a first run that was cut off while the database was being made', async () => {
  const dataDir = makeDir();
  await mkdir(join(dataDir, 'postgres.incomplete-x1', 'base'), { recursive: true });
  writeFileSync(join(dataDir, 'postgres.incomplete-x1', 'PG_VERSION'), '18\n');
  const server = await start(dataDir);
  expect(await query(server.url, 'select 1')).toEqual([1]);
  expect(readdirSync(dataDir).filter((name) => name.includes('incomplete'))).toEqual([]);
});

test('says in one line that a data directory is damaged, and changes nothing in it', async () => {
  const dataDir = await copyFilled();
  const cluster = join(dataDir, 'postgres');
  await (await start(dataDir)).stop();

  const version = join(cluster, 'PG_VERSION');
  writeFileSync(version, '15\n');
  await expect(start(dataDir)).rejects.toThrow(
    /postgres: this database was made by PostgreSQL 15 and Innkeeper brings 18; [^\n]+$/,
  );
  rmSync(version);
  await expect(start(dataDir)).rejects.toThrow(
    /postgres: this is not a complete PostgreSQL data directory \(PG_VERSION [^\n]+$/,
  );
  writeFileSync(version, '18\n');

  const control = join(cluster, 'global', 'pg_control');
  truncateSync(control, 100);
  await expect(start(dataDir)).rejects.toThrow(
    /postgres: the database does not start: could not read file "global\/pg_control"[^\n]+$/,
  );
  rmSync(control);
  await expect(start(dataDir)).rejects.toThrow(/postgres: the database does not start: [^\n]+$/);
  expect(existsSync(join(cluster, 'base'))).toBe(true);
});

test('says in one line why a server that runs lets nobody in', async () => {
  const dataDir = await copyFilled();
  await (await start(dataDir)).stop();
  writeFileSync(join(dataDir, 'postgres', 'postgresql.auto.conf'), "session_preload_libraries = 'nowhere'\n");
  await expect(startEmbeddedPostgres({ dataDir, settings })).rejects.toThrow(
    /the database does not start: .*could not access file "nowhere"/,
  );
});

test('runs in a folder with a long, odd name that only its owner may enter', async () => {
  const outer = makeDir();
  chmodSync(outer, 0o700);
  const dataDir = join(outer, `it's "called" Ä $HOME `.padEnd(150, 'x'));
  const server = await start(dataDir);
  expect(await query(server.url, 'select 1')).toEqual([1]);
});

/** For root the user who would run its server; for everybody else themselves. */
function asOrdinaryUser(dataDir: string): Launch {
  return launcher(chooseServerUser(join(dataDir, 'postgres')), [process.execPath, import.meta.filename]);
}

test('runs for an ordinary user', async () => {
  const dataDir = makeDir();
  chmodSync(dataDir, 0o777);
  const { line: url } = await startElsewhere(dataDir, asOrdinaryUser(dataDir));
  expect(url).toMatch(/^postgres:/);
  const owners = ['innkeeper.lock', 'postgres'].map((name) => statSync(join(dataDir, name)).uid);
  expect(owners).not.toContain(0);
  expect(new Set(owners).size, 'program and server are the same user').toBe(1);
});

test('says in one line that a folder may not be written', async () => {
  const dataDir = join(makeDir(), 'closed');
  await mkdir(dataDir, { mode: 0o500 });
  // As root, the folder is another user's too, who has no right to pass it.
  const user = chooseServerUser(dataDir).ids;
  const launch: Launch = (command, args, options) =>
    spawn(command, args, { ...options, ...(user && { uid: user.uid, gid: user.gid }) });
  chmodSync(dirname(dataDir), 0o755);
  const { line } = await startElsewhere(dataDir, launch);
  expect(line).toBe(
    `${dataDir}: this user may not read and write here; change the rights of the folder or set DATA_DIR to another one`,
  );
});

test('says in one line that a file stands where the folder should be', async () => {
  const dataDir = join(makeDir(), 'data');
  writeFileSync(dataDir, '');
  await expect(start(dataDir)).rejects.toThrow(`${dataDir}: this is a file where a folder is needed`);
});
