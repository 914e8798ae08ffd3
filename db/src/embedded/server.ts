import type { ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { APPLICATION, SUPERUSER, environment, reasonIn } from './cluster.ts';
import type { Launch } from './server-user.ts';
import { clearSocketDir } from './socket-dir.ts';
import { DatabaseStartError } from './start-error.ts';

interface ServerOptions {
  readonly program: string;
  readonly cluster: string;
  readonly socketDir: string;
  readonly launch: Launch;
  readonly settings: Readonly<Record<string, string>>;
  readonly log: (line: string) => void;
}

/** A server that runs until `stop`, even if its processes die. */
export interface Server {
  readonly url: string;
  stop(): Promise<void>;
}

/*
 * starting → ready ⇄ restarting → stopped
 *
 * The first start must succeed, or it throws. From then on a server that ends without being told to is started again,
 * at once and then with growing pauses for as long as it takes: a full disk is emptied, and the application goes on.
 */
export async function keepServer(options: ServerOptions): Promise<Server> {
  const { socketDir, log } = options;
  const url = applicationUrl(socketDir);
  const stopping = new AbortController();
  let child = await start(options);
  let restarting = Promise.resolve();

  function watch(): void {
    child.once('exit', () => {
      if (!stopping.signal.aborted) restarting = restart();
    });
  }

  async function restart(): Promise<void> {
    log('The database stopped unexpectedly; starting it again');
    for (let pause = 100; !stopping.signal.aborted; pause = Math.min(pause * 2, 5_000)) {
      try {
        child = await start(options);
        log('The database is back');
        return watch();
      } catch (error) {
        log(messageOf(error));
      }
      await delay(pause, undefined, { signal: stopping.signal }).catch(() => {}); // cut short by stop
    }
  }

  // A process that ends without stop, as by an error that nobody caught, takes its server along.
  const endWithUs = (): void => {
    child.kill('SIGINT');
    rmSync(socketDir, { recursive: true, force: true });
  };
  process.once('exit', endWithUs);
  watch();
  return {
    url,
    async stop() {
      stopping.abort();
      await restarting;
      process.off('exit', endWithUs);
      await end(child);
    },
  };
}

/** Fast shutdown: open transactions are rolled back; a server that hangs is cut off and recovers at the next start. */
async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  child.ref();
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGINT');
  const cutOff = setTimeout(() => child.kill('SIGQUIT'), 30_000);
  await ended;
  clearTimeout(cutOff);
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** Backends notice within moments that their server was killed; until then a new one refuses to start. */
const BACKENDS_LEFT = 'pre-existing shared memory block';
const PATIENCE_MS = 15_000;

async function start(options: ServerOptions): Promise<ChildProcess> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    await clearSocketDir(options.socketDir);
    const [child, output] = launchServer(options);
    try {
      await becomeReady(child, options);
      return child;
    } catch (error) {
      await end(child);
      const said = `${output()}\n${messageOf(error)}`;
      if (said.includes(BACKENDS_LEFT) && Date.now() < deadline) {
        await delay(50);
        continue;
      }
      const reason = reasonIn(said) ?? said.trim().split('\n').at(-1);
      throw new DatabaseStartError(`${options.cluster}: the database does not start: ${reason}`, { cause: error });
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Starts the program, and returns it with a function that returns its output so far. */
function launchServer({ program, cluster, socketDir, launch, settings }: ServerOptions): [ChildProcess, () => string] {
  const file = openLog(cluster);
  const begin = statSync(file).size;
  const descriptor = openSync(file, 'a', 0o600);
  const all = {
    ...settings,
    listen_addresses: '',
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    port: '5432',
  };
  const args = ['-D', cluster, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  // A session of its own: Ctrl-C in a terminal is for the application, which finishes its requests before the database goes.
  const child = launch(program, args, {
    cwd: '/',
    env: environment(),
    detached: true,
    stdio: ['ignore', descriptor, descriptor],
  });
  closeSync(descriptor);
  child.unref();
  return [child, () => readFileSync(file).subarray(begin).toString()];
}

const LOG_LIMIT = 5_000_000;

/** The server's messages go to a file, which outlives us and takes them when we are gone. */
function openLog(cluster: string): string {
  const file = join(cluster, '..', 'postgres.log');
  closeSync(openSync(file, 'a', 0o600));
  if (statSync(file).size > LOG_LIMIT) {
    renameSync(file, `${file}.1`);
    closeSync(openSync(file, 'a', 0o600));
  }
  return file;
}

/** Waits until the application's database answers, however long a recovery takes; throws when the server ends instead. */
async function becomeReady(child: ChildProcess, { socketDir, log }: ServerOptions): Promise<void> {
  let failure: Error | undefined;
  child.once('error', (error) => (failure = error));
  child.once('exit', (status, signal) => (failure ??= new Error(`postgres ended with ${status ?? signal}`)));
  const url = applicationUrl(socketDir);
  let nextWord = Date.now() + 2_000;
  for (;;) {
    if (existsSync(join(socketDir, '.s.PGSQL.5432'))) {
      const refusal = await tryConnect(url);
      if (!refusal) return;
      if (MISSING.has(refusal.code)) await createApplication(socketDir);
      else if (!PASSING.has(refusal.code)) throw new Error(refusal.message);
    }
    if (failure) throw failure;
    if (Date.now() > nextWord) {
      log('The database is getting ready; after an unclean stop it first recovers');
      nextWord += 10_000;
    }
    await delay(10);
  }
}

/** Codes of a cluster that has just been made: no such database, no such role. */
const MISSING: ReadonlySet<string> = new Set(['3D000', '28000']);

/** Codes of a server that starts, recovers or stops, and of a connection that broke off: an error without a code never reached it. */
const PASSING: ReadonlySet<string> = new Set([
  '57P03',
  '57P01',
  '53300',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  '',
]);

/** @returns the server's refusal, or undefined once it serves */
async function tryConnect(url: string): Promise<{ code: string; message: string } | undefined> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    return { code: error instanceof Error && 'code' in error ? String(error.code) : '', message: messageOf(error) };
  } finally {
    await client.end().catch(() => {}); // it may have ended by itself
  }
}

async function createApplication(socketDir: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(socketDir, SUPERUSER, 'postgres') });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [APPLICATION]);
    if (!rowCount) await client.query(`create role ${APPLICATION} login createdb`);
    await client.query(`create database ${APPLICATION} owner ${APPLICATION}`);
  } finally {
    await client.end();
  }
}

/** The connection string of the application's database on the server of a socket folder. */
export const applicationUrl = (socketDir: string): string => urlOf(socketDir, APPLICATION, APPLICATION);

function urlOf(socketDir: string, user: string, database: string): string {
  return `postgres://${user}@${encodeURIComponent(socketDir)}/${database}`;
}
