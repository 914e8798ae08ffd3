import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { trackProcess } from './processes.mjs';
import { testingFolder } from './testing-folder.mjs';

/** Debian's path of the oldest PostgreSQL that we support. */
const POSTGRES_BIN = '/usr/lib/postgresql/15/bin';
/** Excludes the clock, locale and user settings of our own server. */
const env = { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' };
/** Milliseconds to wait for the server before giving up. */
const START_TIMEOUT_MS = 30_000;
const FOLDER_PREFIX = 'innkeeper-plain-';
/** Milliseconds. A younger folder without a server belongs to another run that is about to start one. */
const START_GRACE_MS = 10 * 60_000;

/**
 * Starts Debian's PostgreSQL 15 where it is installed, on its own cluster. It resembles an operator's own server: only
 * the number of connections is set, because tests run many servers in parallel.
 *
 * @param {string} [dataFolder] folder of a cluster that remains when the server stops; without it, the cluster is
 *   deleted
 * @returns {Promise<{ url: string, stop: () => Promise<void> } | undefined>} its address, with a user who may create
 *   databases
 */
export async function startPlainServer(dataFolder) {
  if (!existsSync(join(POSTGRES_BIN, 'initdb'))) return undefined;
  const owner = findServerOwner();
  removeLeftovers();
  const folder = mkdtempSync(join(testingFolder(), FOLDER_PREFIX));
  const cluster = dataFolder ?? join(folder, 'cluster');
  const isNew = !existsSync(join(cluster, 'PG_VERSION'));
  if (isNew) mkdirSync(cluster, { recursive: true });
  if (owner) for (const path of [folder, cluster]) chownSync(path, owner.uid, owner.gid);
  const runCommand = (/** @type {string} */ name, /** @type {string[]} */ args) =>
    execFileSync(join(POSTGRES_BIN, name), args, { cwd: '/', env, stdio: ['ignore', 'ignore', 'inherit'], ...owner });
  const options = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--no-instructions'];
  if (isNew) runCommand('initdb', ['--pgdata', cluster, ...options]);
  const port = String(await findFreePort());
  const settings = ['-c', 'max_connections=300', '-k', folder, '-h', '127.0.0.1', '-p', port];
  const child = spawn(join(POSTGRES_BIN, 'postgres'), ['-D', cluster, ...settings], {
    cwd: '/',
    env,
    stdio: 'ignore',
    ...owner,
  });
  trackProcess(child);
  const exited = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGINT');
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    for (const end = Date.now() + START_TIMEOUT_MS; !isReady(folder, port); await delay(100))
      if (Date.now() > end || child.exitCode !== null) throw new Error('PostgreSQL 15 does not start.');
    const role = 'create role tester login createdb';
    if (isNew) runCommand('psql', ['-h', folder, '-p', port, '-U', 'postgres', '-d', 'postgres', '-c', role]);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `postgres://tester@127.0.0.1:${port}/postgres`, stop };
}

/** A killed run leaves its folder behind, possibly in memory. */
function removeLeftovers() {
  const folders = readdirSync(testingFolder()).filter((name) => name.startsWith(FOLDER_PREFIX));
  for (const folder of folders.map((name) => join(testingFolder(), name)))
    if (isLeftover(folder)) rmSync(folder, { recursive: true, force: true });
}

function isLeftover(/** @type {string} */ folder) {
  try {
    if (Date.now() - statSync(folder).mtimeMs < START_GRACE_MS) return false;
    // The lock file of the server's socket names its process.
    const lock = readdirSync(folder).find((name) => name.endsWith('.lock'));
    return !lock || !existsSync(join('/proc', readFileSync(join(folder, lock), 'utf8').split('\n', 1)[0] ?? ''));
  } catch {
    return false; // its own run has just removed it, or it belongs to another user
  }
}

/**
 * PostgreSQL and PgBouncer refuse to run as root; use Debian's own user in that case. @returns {{ uid: number, gid:
 * number } | undefined}
 */
export function findServerOwner() {
  if (process.getuid?.() !== 0) return undefined;
  const readId = (/** @type {string} */ idOption) =>
    Number(execFileSync('id', [idOption, 'postgres'], { encoding: 'utf8' }));
  return { uid: readId('-u'), gid: readId('-g') };
}

function isReady(/** @type {string} */ folder, /** @type {string} */ port) {
  try {
    execFileSync(join(POSTGRES_BIN, 'pg_isready'), ['-h', folder, '-p', port], { env, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export async function findFreePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  return port;
}
