import type { ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { APPLICATION_NAME, SUPERUSER, createEnvironment, findFailureReason } from './cluster.ts';
import type { LaunchProcess } from './server-user.ts';
import { clearSocketDir } from './socket-dir.ts';
import { DatabaseStartError } from './start-error.ts';

interface ServerOptions {
  readonly executable: string;
  readonly cluster: string;
  readonly socketDir: string;
  readonly launch: LaunchProcess;
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
 * Throws if the first start fails. After that, a server that exits unexpectedly is restarted: immediately at first,
 * then with growing pauses and without a limit. The application recovers once the cause is fixed, such as a full disk.
 */
export async function superviseServer(options: ServerOptions): Promise<Server> {
  const { socketDir, log } = options;
  const url = applicationUrl(socketDir);
  const stopController = new AbortController();
  let child = await startServer(options);
  let restartPromise = Promise.resolve();

  function watchExit(): void {
    child.once('exit', () => {
      if (!stopController.signal.aborted) restartPromise = restart();
    });
  }

  async function restart(): Promise<void> {
    log('The database stopped unexpectedly; starting it again');
    for (let pause = 100; !stopController.signal.aborted; pause = Math.min(pause * 2, 5_000)) {
      try {
        child = await startServer(options);
        log('The database is back');
        return watchExit();
      } catch (error) {
        log(messageOf(error));
      }
      await delay(pause, undefined, { signal: stopController.signal }).catch(() => {}); // cut short by stop
    }
  }

  // A process that exits without `stop`, for example on an uncaught error, takes its server down too.
  const stopOnExit = (): void => {
    child.kill('SIGINT');
    rmSync(socketDir, { recursive: true, force: true });
  };
  process.once('exit', stopOnExit);
  watchExit();
  return {
    url,
    async stop() {
      stopController.abort();
      await restartPromise;
      process.off('exit', stopOnExit);
      await stopProcess(child);
    },
  };
}

/** Fast shutdown: open transactions are rolled back. A server that hangs is killed and recovers at the next start. */
async function stopProcess(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  child.ref();
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGINT');
  const killTimer = setTimeout(() => child.kill('SIGQUIT'), 30_000);
  await exited;
  clearTimeout(killTimer);
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** Backends take a moment to notice that their server was killed. Until then a new server does not start. */
const BACKENDS_RUNNING_ERROR_TEXT = 'pre-existing shared memory block';
const START_TIMEOUT_MS = 15_000;

/** Starts a server that nothing restarts, and waits until it responds. */
export async function startServer(options: ServerOptions): Promise<ChildProcess> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    await clearSocketDir(options.socketDir);
    const [child, output] = launchServer(options);
    try {
      await waitUntilReady(child, options);
      return child;
    } catch (error) {
      await stopProcess(child);
      const details = `${output()}\n${messageOf(error)}`;
      if (details.includes(BACKENDS_RUNNING_ERROR_TEXT) && Date.now() < deadline) {
        await delay(50);
        continue;
      }
      const reason = findFailureReason(details) ?? details.trim().split('\n').at(-1);
      throw new DatabaseStartError(`${options.cluster}: the database does not start: ${reason}`, { cause: error });
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Starts the server, and returns its process and a function that reads its output so far. */
function launchServer({
  executable,
  cluster,
  socketDir,
  launch,
  settings,
}: ServerOptions): [ChildProcess, () => string] {
  const file = openLog(cluster);
  const logOffset = statSync(file).size;
  const descriptor = openSync(file, 'a', 0o600);
  const allSettings = {
    ...settings,
    listen_addresses: '',
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    port: '5432',
  };
  const args = ['-D', cluster, ...Object.entries(allSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  // A separate session, so that Ctrl-C in a terminal reaches only the application. It finishes its requests before it
  // stops the database.
  const child = launch(executable, args, {
    cwd: '/',
    env: createEnvironment(),
    detached: true,
    stdio: ['ignore', descriptor, descriptor],
  });
  closeSync(descriptor);
  child.unref();
  return [child, () => readFileSync(file).subarray(logOffset).toString()];
}

const LOG_LIMIT = 5_000_000;

/** The server logs to a file, which still receives messages after this process is gone. */
function openLog(cluster: string): string {
  const file = join(cluster, '..', 'postgres.log');
  closeSync(openSync(file, 'a', 0o600));
  if (statSync(file).size > LOG_LIMIT) {
    renameSync(file, `${file}.1`);
    closeSync(openSync(file, 'a', 0o600));
  }
  return file;
}

/** Waits until the application's database responds, however long recovery takes. Throws if the server exits first. */
async function waitUntilReady(child: ChildProcess, { socketDir, log }: ServerOptions): Promise<void> {
  let failure: Error | undefined;
  child.once('error', (error) => (failure = error));
  child.once('exit', (status, signal) => (failure ??= new Error(`postgres ended with ${status ?? signal}`)));
  const url = applicationUrl(socketDir);
  let nextLogAt = Date.now() + 2_000;
  for (;;) {
    if (existsSync(join(socketDir, '.s.PGSQL.5432'))) {
      const connectError = await tryConnect(url);
      if (!connectError) return;
      if (MISSING_DATABASE_CODES.has(connectError.code)) await createApplicationDatabase(socketDir);
      else if (!TRANSIENT_CODES.has(connectError.code)) throw new Error(connectError.message);
    }
    if (failure) throw failure;
    if (Date.now() > nextLogAt) {
      log('The database is getting ready; after an unclean stop it first recovers');
      nextLogAt += 10_000;
    }
    await delay(10);
  }
}

/** Error codes of a newly created cluster: no such database, no such role. */
const MISSING_DATABASE_CODES: ReadonlySet<string> = new Set(['3D000', '28000']);

/**
 * Error codes of a server that is starting, recovering or stopping, and of a lost connection. An error without a code
 * never reached the server.
 */
const TRANSIENT_CODES: ReadonlySet<string> = new Set([
  '57P03',
  '57P01',
  '53300',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  '',
]);

/** @returns the server's error, or undefined once it accepts connections */
async function tryConnect(url: string): Promise<{ code: string; message: string } | undefined> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    return { code: error instanceof Error && 'code' in error ? String(error.code) : '', message: messageOf(error) };
  } finally {
    await client.end().catch(() => {}); // it may have ended already
  }
}

async function createApplicationDatabase(socketDir: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl(socketDir) });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [APPLICATION_NAME]);
    if (!rowCount) await client.query(`create role ${APPLICATION_NAME} login createdb`);
    await client.query(`create database ${APPLICATION_NAME} owner ${APPLICATION_NAME}`);
  } finally {
    await client.end();
  }
}

/** Connection string of the application's database on the server with this socket folder. */
export const applicationUrl = (socketDir: string): string =>
  connectionUrl(socketDir, APPLICATION_NAME, APPLICATION_NAME);

/** Connection string of the superuser on the server with this socket folder. */
export const superuserUrl = (socketDir: string): string => connectionUrl(socketDir, SUPERUSER, 'postgres');

function connectionUrl(socketDir: string, user: string, database: string): string {
  return `postgres://${user}@${encodeURIComponent(socketDir)}/${database}`;
}
