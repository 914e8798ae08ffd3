/**
 * The needs of every command before it can begin: dependencies, Node 26 among them, and the built console. Runs on any Node from
 * 20 on, before anything is installed, so it is plain JavaScript without dependencies.
 * See docs/decisions/0010-install-without-npm-ci.md.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { follow } from './processes.mjs';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CACHE = join(ROOT, '.cache');
const MODULES = join(ROOT, 'node_modules');

/** Node 26, once installed: the `node` package puts the platform's binary here. */
export const NODE = join(MODULES, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** Thrown for a fault that the person at the keyboard can mend; the message is all they need to see. */
export class PrepareError extends Error {}

/** Runs a command's main function; an expected failure is one line, and status 1 or the number that is its cause. */
export async function main(/** @type {() => Promise<number | void>} */ command) {
  try {
    process.exitCode = (await command()) ?? 0;
  } catch (error) {
    if (!(error instanceof PrepareError)) throw error;
    console.error(error.message);
    process.exitCode = typeof error.cause === 'number' ? error.cause : 1;
  }
}

/**
 * Runs a program to its end and resolves with its status. Signals that end us are handed on, so that it can stop cleanly.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export function run(program, args, options) {
  return followed(follow(spawn(program, args, { cwd: ROOT, stdio: 'inherit', ...options })));
}

/**
 * Resolves with the status of a child when it ends; until then our signals are its signals.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>}
 */
export function followed(child) {
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

/** Installs the locked dependencies when they are not those of package-lock.json, or not all of them. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  await alone(async () => {
    if (isInstalled()) return;
    console.log('Installing dependencies (a minute or two) …');
    // An installation that was cut off looks complete to npm, so this never builds on an existing one. `npm ci` does the same,
    // but refuses a lock file without the binaries of platforms that a registry does not carry.
    for (const folder of ['.', ...WORKSPACES])
      rmSync(join(ROOT, folder, 'node_modules'), { recursive: true, force: true });
    // Node, PostgreSQL and the build are development dependencies with install scripts, however npm is configured.
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

/** Written when an installation is complete, and removed with everything else when another begins. */
const INSTALLED = join(MODULES, '.innkeeper-installed');

function isInstalled() {
  return existsSync(NODE) && readIfThere(INSTALLED) === hashOf(['package-lock.json']);
}

/** Also npm's `postinstall`, so that an `npm install` by hand counts. */
export function markInstalled() {
  writeFileSync(INSTALLED, hashOf(['package-lock.json']));
}

const CONSOLE = join(ROOT, 'web', 'dist');
/** Lies in the build itself, so that there is no build without it and no mark without a build. */
const BUILT = join(CONSOLE, '.sources');
const CONSOLE_SOURCES = [
  'web/src',
  'web/build',
  'web/public',
  'web/index.html',
  'web/vite.config.ts',
  'web/lingui.config.ts',
  'web/package.json',
  'contract/src',
  'package-lock.json',
];

/** Builds the console when its sources are not those of the last build. Resolves with whether it stands. */
export async function ensureConsole() {
  const sources = hashOf(CONSOLE_SOURCES);
  if (readIfThere(BUILT) === sources) return true;
  return alone(async () => {
    if (readIfThere(BUILT) === sources) return true;
    console.log('Building the console …');
    // Built aside, so that a server that is running keeps its files until the new ones are complete.
    const aside = `${CONSOLE}.next`;
    const vite = join(MODULES, 'vite', 'bin', 'vite.js');
    const args = [vite, 'build', '--outDir', 'dist.next', '--emptyOutDir', '--logLevel', 'warn'];
    if ((await run(NODE, args, { cwd: join(ROOT, 'web') })) !== 0) return false;
    writeFileSync(join(aside, '.sources'), sources);
    rmSync(CONSOLE, { recursive: true, force: true });
    renameSync(aside, CONSOLE);
    return true;
  });
}

/**
 * One hash of the contents of files and folders, except tests and their parts.
 *
 * @param {readonly string[]} paths relative to the root
 */
function hashOf(paths) {
  const hash = createHash('sha256');
  const add = (/** @type {string} */ path) => {
    const full = join(ROOT, path);
    if (!existsSync(full)) return;
    if (statSync(full).isDirectory()) for (const name of readdirSync(full).sort()) add(`${path}/${name}`);
    else if (!/\.(?:test|stories)\.tsx?$|\/testing\//.test(path))
      hash.update(path).update('\0').update(readFileSync(full)).update('\0');
  };
  for (const path of paths) add(path);
  return hash.digest('hex');
}

const LOCK = join(CACHE, 'preparing');

/**
 * Does work that two commands in one checkout must not do at once; the second waits for the first.
 *
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
async function alone(work) {
  mkdirSync(CACHE, { recursive: true });
  for (let said = false; !takeLock(); said = true) {
    if (!said)
      console.log(
        `Waiting for process ${readIfThere(LOCK)} to finish the same preparations (if there is none, delete ${LOCK}) …`,
      );
    await delay(200);
  }
  try {
    return await work();
  } finally {
    rmSync(LOCK, { force: true });
  }
}

function takeLock() {
  try {
    writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const holder = readIfThere(LOCK);
  if (holder && !isAlive(Number(holder))) breakLock(holder);
  return false;
}

/** Of several that find a dead holder's lock, one moves it away; one that moved a newer lock by mistake puts it back. */
function breakLock(/** @type {string} */ deadHolder) {
  const aside = `${LOCK}.${process.pid}`;
  try {
    renameSync(LOCK, aside);
  } catch {
    return; // another was faster
  }
  if (readIfThere(aside) === deadHolder) rmSync(aside);
  else renameSync(aside, LOCK);
}

function isAlive(/** @type {number} */ pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function readIfThere(/** @type {string} */ file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined; // not there yet, or no longer
  }
}
