/**
 * Prepares every command: dependencies, including Node 26, and the built console. Runs before anything is installed, on
 * any Node from 20, so it is plain JavaScript without dependencies.
 * See docs/decisions/0010-install-with-npm-install-from-scratch.md.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { trackProcess } from './processes.mjs';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CACHE_FOLDER = join(ROOT, '.cache');
const MODULES_FOLDER = join(ROOT, 'node_modules');

/** The path of Node 26 once it is installed: the `node` package puts the platform's binary here. */
export const NODE = join(MODULES_FOLDER, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** An error that the user can fix; the message is all they need to see. */
export class PrepareError extends Error {}

/**
 * Runs a command's main function. An expected failure prints one line and exits with status 1, or with its own status.
 */
export async function runMain(/** @type {() => Promise<number | void>} */ command) {
  try {
    process.exitCode = (await command()) ?? 0;
  } catch (error) {
    if (!(error instanceof PrepareError)) throw error;
    console.error(error.message);
    process.exitCode = typeof error.cause === 'number' ? error.cause : 1;
  }
}

/**
 * Runs a program and resolves with its exit status. Forwards signals that end us, so that it can stop cleanly.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export function run(program, args, options) {
  return forwardSignals(trackProcess(spawn(program, args, { cwd: ROOT, stdio: 'inherit', ...options })));
}

/**
 * Resolves with the exit status of a child. Forwards our signals to it until it ends.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>}
 */
export function forwardSignals(child) {
  const forward = (/** @type {NodeJS.Signals} */ signal) => void child.kill(signal);
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  for (const signal of signals) process.on(signal, forward);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status, signal) => resolve(status ?? 128 + (signal ? constants.signals[signal] : 0)));
  }).finally(() => {
    for (const signal of signals) process.off(signal, forward);
  });
}

/** Installs the locked dependencies if those present are incomplete or differ from package-lock.json. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  await runExclusively(async () => {
    if (isInstalled()) return;
    console.log('Installing dependencies (a minute or two) …');
    // npm takes an interrupted installation for a complete one, so never build on an existing one. `npm ci` would do
    // the same, but rejects a lock file without the binaries of platforms that a registry does not carry.
    for (const folder of ['.', ...WORKSPACES])
      rmSync(join(ROOT, folder, 'node_modules'), { recursive: true, force: true });
    // Node, PostgreSQL and the build are development dependencies with install scripts; these options override npm's
    // configuration.
    const args = [
      'install',
      '--no-save',
      '--include=dev',
      '--ignore-scripts=false',
      '--no-audit',
      '--no-fund',
      '--no-update-notifier',
      '--loglevel=error',
    ];
    const status = await run('npm', args).catch(() => undefined);
    if (status === undefined) throw new PrepareError('npm was not found; it installs the dependencies.');
    if (status !== 0) throw new PrepareError('The dependencies could not be installed; npm says why above.');
    if (!existsSync(NODE)) throw new PrepareError(`npm installed no Node.js for ${process.platform}-${process.arch}.`);
    markInstalled();
  });
}

const WORKSPACES = ['contract', 'db', 'api', 'web', 'e2e', 'bench'];

/** Written when an installation is complete, and removed with everything else when another one begins. */
const INSTALL_STAMP_FILE = join(MODULES_FOLDER, '.innkeeper-installed');

function isInstalled() {
  return existsSync(NODE) && readIfExists(INSTALL_STAMP_FILE) === hashFiles(['package-lock.json']);
}

/** Also called by npm's `postinstall`, so that a manual `npm install` counts. */
export function markInstalled() {
  writeFileSync(INSTALL_STAMP_FILE, hashFiles(['package-lock.json']));
}

const CONSOLE_FOLDER = join(ROOT, 'web', 'dist');
/** Part of the build output, so the build and its mark exist only together. */
const BUILD_STAMP_FILE = join(CONSOLE_FOLDER, '.sources');
const CONSOLE_SOURCES = [
  'web/src',
  'web/build',
  'web/public',
  'web/index.html',
  'web/vite.config.ts',
  'web/lingui.config.ts',
  'web/package.json',
  'package.json',
  'contract/src',
  'package-lock.json',
];

/** Builds the console if its sources have changed since the last build. Resolves with false if the build fails. */
export async function ensureConsole() {
  const sources = hashFiles(CONSOLE_SOURCES);
  if (readIfExists(BUILD_STAMP_FILE) === sources) return true;
  return runExclusively(async () => {
    if (readIfExists(BUILD_STAMP_FILE) === sources) return true;
    console.log('Building the console …');
    // Builds into a separate folder, so that a running server keeps its files until the new ones are complete.
    const buildFolder = `${CONSOLE_FOLDER}.next`;
    const vite = join(MODULES_FOLDER, 'vite', 'bin', 'vite.js');
    const args = [vite, 'build', '--outDir', 'dist.next', '--emptyOutDir', '--logLevel', 'warn'];
    // Whoever calls this, for example a test: anything else would be a build for development.
    const env = { ...process.env, NODE_ENV: 'production' };
    if ((await run(NODE, args, { cwd: join(ROOT, 'web'), env })) !== 0) return false;
    writeFileSync(join(buildFolder, '.sources'), sources);
    rmSync(CONSOLE_FOLDER, { recursive: true, force: true });
    renameSync(buildFolder, CONSOLE_FOLDER);
    return true;
  });
}

/**
 * One hash over the contents of files and folders, excluding tests and their helpers.
 *
 * @param {readonly string[]} paths relative to the root
 */
function hashFiles(paths) {
  const hash = createHash('sha256');
  const addPath = (/** @type {string} */ path) => {
    const absolutePath = join(ROOT, path);
    if (!existsSync(absolutePath)) return;
    if (statSync(absolutePath).isDirectory())
      for (const name of readdirSync(absolutePath).sort()) addPath(`${path}/${name}`);
    else if (!/\.(?:test|stories)\.tsx?$|\/testing\//.test(path))
      hash.update(path).update('\0').update(readFileSync(absolutePath)).update('\0');
  };
  for (const path of paths) addPath(path);
  return hash.digest('hex');
}

const LOCK_FILE = join(CACHE_FOLDER, 'preparing');

/**
 * Serializes work that must not run twice in parallel in one checkout; the second command waits for the first.
 *
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
async function runExclusively(work) {
  mkdirSync(CACHE_FOLDER, { recursive: true });
  for (let isAnnounced = false; !takeLock(); isAnnounced = true) {
    if (!isAnnounced)
      console.log(
        `Waiting for process ${readIfExists(LOCK_FILE)} to finish the same preparations (if there is none, delete ${LOCK_FILE}) …`,
      );
    await delay(200);
  }
  try {
    return await work();
  } finally {
    rmSync(LOCK_FILE, { force: true });
  }
}

function takeLock() {
  try {
    writeFileSync(LOCK_FILE, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const holderPid = readIfExists(LOCK_FILE);
  if (holderPid && !isAlive(Number(holderPid))) breakLock(holderPid);
  return false;
}

/**
 * Removes the lock of a dead process. If several commands find it, only one moves it away. A command that moved a newer
 * lock by mistake puts it back.
 */
function breakLock(/** @type {string} */ deadPid) {
  const movedLock = `${LOCK_FILE}.${process.pid}`;
  try {
    renameSync(LOCK_FILE, movedLock);
  } catch {
    return; // another command was faster
  }
  if (readIfExists(movedLock) === deadPid) rmSync(movedLock);
  else renameSync(movedLock, LOCK_FILE);
}

function isAlive(/** @type {number} */ pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function readIfExists(/** @type {string} */ file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined; // not created yet, or already removed
  }
}
