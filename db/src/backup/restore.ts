import { chown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { findBinaries } from '../embedded/binaries.ts';
import { writeAccessRules } from '../embedded/cluster.ts';
import { lockDataDir } from '../embedded/data-dir-lock.ts';
import { type ServerUser, chooseServerUser, createLauncher } from '../embedded/server-user.ts';
import { superuserUrl, superviseServer } from '../embedded/server.ts';
import { serverSettings } from '../embedded/settings.ts';
import { createSocketDir, removeSocketDir } from '../embedded/socket-dir.ts';
import {
  type BackupFolder,
  BackupError,
  type BaseBackup,
  COMPRESSED_SUFFIX,
  copyNewFiles,
  decompressFile,
  listBaseBackups,
  readBackupFolder,
} from './backup-folder.ts';
import { CLUSTER_FOLDER } from './base-backup.ts';

export interface RestoreOptions {
  /** The folder of the backups. */
  readonly from: string;
  /** The new data folder, which must be empty or not exist. */
  readonly to: string;
  /** The moment to restore; without it the last one that the backup has. */
  readonly at?: Date | undefined;
  /** PostgreSQL settings that override ours. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Receives slow steps, one line each. */
  readonly log?: (line: string) => void;
}

/** PostgreSQL's words for a log that ends too early. */
const TARGET_NOT_REACHED_TEXT = 'recovery ended before configured recovery target was reached';

/**
 * Restores a backup of the embedded database into a new data folder. The folder has a complete database or nothing.
 *
 * @returns the time of the last change that was restored; undefined if the log has none
 * @throws BackupError with a one-line message when the backup or the folder cannot be used
 */
export async function restoreBackup({
  from,
  to,
  at,
  settings = {},
  log = () => {},
}: RestoreOptions): Promise<Date | undefined> {
  const folder = await readBackupFolder(from);
  if (!folder) throw new BackupError(`${resolve(from)}: this folder has no backups of Innkeeper`);
  const base = findBaseBackup(folder, await listBaseBackups(folder), at);
  const dataPath = await createEmptyFolder(to);
  const release = lockDataDir(dataPath);
  try {
    const cluster = join(dataPath, 'postgres');
    // A start removes a cluster of this name if the restore is interrupted.
    const incompleteCluster = `${cluster}.incomplete-restore`;
    const user = chooseServerUser(cluster);
    log(`Unpacking the backup of ${base.manifest.ended_at}`);
    await unpack(base, incompleteCluster, user);
    log(at ? `Replaying the log until ${at.toISOString()}` : 'Replaying the log');
    const lastChangeAt = await recover({ cluster: incompleteCluster, user, folder, at, settings, log });
    await rename(incompleteCluster, cluster);
    await mkdir(join(dataPath, 'files'));
    await copyNewFiles(folder.uploads, join(dataPath, 'files'));
    release();
    return lastChangeAt;
  } catch (error) {
    release();
    for (const name of await readdir(dataPath)) await rm(join(dataPath, name), { recursive: true, force: true });
    if (at && error instanceof Error && error.message.includes(TARGET_NOT_REACHED_TEXT))
      throw new BackupError(
        `${folder.path}: the backup ends before ${at.toISOString()}; restore without a moment to get its last one`,
        { cause: error },
      );
    throw error;
  }
}

/** The newest base backup that ended before a moment. */
function findBaseBackup(folder: BackupFolder, baseBackups: readonly BaseBackup[], at: Date | undefined): BaseBackup {
  const base = baseBackups.findLast(({ manifest }) => !at || Date.parse(manifest.ended_at) <= at.getTime());
  if (base) return base;
  const [oldest] = baseBackups;
  throw new BackupError(
    oldest
      ? `${folder.path}: the oldest moment that can be restored is ${oldest.manifest.ended_at}`
      : `${folder.path}: this folder has no complete backup yet`,
  );
}

async function createEmptyFolder(path: string): Promise<string> {
  const absolutePath = resolve(path);
  // Others need to traverse the folder only if this process is root, because the server then runs as another user.
  await mkdir(absolutePath, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  if ((await readdir(absolutePath)).length > 0)
    throw new BackupError(`${absolutePath}: a restore never overwrites a folder; name an empty or a new one`);
  return absolutePath;
}

async function unpack({ path, manifest }: BaseBackup, cluster: string, { ids }: ServerUser): Promise<void> {
  const own = async (file: string): Promise<void> => {
    if (ids) await chown(file, ids.uid, ids.gid);
  };
  for (const directory of ['', ...manifest.directories]) {
    await mkdir(join(cluster, directory), { mode: 0o700 });
    await own(join(cluster, directory));
  }
  for (const [name, size] of Object.entries(manifest.files)) {
    const source = join(path, CLUSTER_FOLDER, name + COMPRESSED_SUFFIX);
    const target = join(cluster, name);
    const unpackedSize = await decompressFile(source, target).catch((error: unknown) => {
      throw new BackupError(`${source}: this file of the backup is missing or damaged`, { cause: error });
    });
    if (unpackedSize !== size) throw new BackupError(`${source}: this file of the backup is damaged`);
    await own(target);
  }
  const signalFile = join(cluster, 'recovery.signal');
  await writeFile(signalFile, '', { mode: 0o600 });
  await own(signalFile);
}

interface Recovery {
  readonly cluster: string;
  readonly user: ServerUser;
  readonly folder: BackupFolder;
  readonly at: Date | undefined;
  readonly settings: Readonly<Record<string, string>>;
  readonly log: (line: string) => void;
}

/** Replays the log, and stops the server when the database accepts writes. */
async function recover({ cluster, user, folder, at, settings, log }: Recovery): Promise<Date | undefined> {
  const binaries = await findBinaries();
  const socketDir = await createSocketDir(user);
  try {
    const server = await superviseServer({
      executable: binaries.postgres,
      cluster,
      socketDir,
      // The server itself reads the archived log.
      launch: createLauncher(user, [binaries.postgres, cluster, folder.wal]),
      log,
      settings: {
        ...serverSettings(),
        ...(await writeAccessRules(cluster, user)),
        ...settings,
        // Accepts connections only when the recovery has ended.
        hot_standby: 'off',
        restore_command: restoreCommand(folder),
        recovery_target_action: 'promote',
        ...(at && { recovery_target_time: formatTargetTime(at) }),
      },
    });
    try {
      return await readLastChange(socketDir);
    } finally {
      await server.stop();
    }
  } finally {
    await removeSocketDir(socketDir);
  }
}

/** The setting takes neither a T nor a Z. */
const formatTargetTime = (at: Date): string => at.toISOString().replace('T', ' ').replace('Z', '+00');

/** PostgreSQL replaces %f and %p by the name of a file of the log, and the path to write it to. */
function restoreCommand({ wal }: BackupFolder): string {
  const quotedFolder = `'${wal.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`;
  return `gzip -dc ${quotedFolder}/%f${COMPRESSED_SUFFIX} > "%p"`;
}

async function readLastChange(socketDir: string): Promise<Date | undefined> {
  const client = new pg.Client({ connectionString: superuserUrl(socketDir) });
  await client.connect();
  try {
    const { rows } = await client.query<{ at: Date | null }>('select pg_last_xact_replay_timestamp() as at');
    return rows[0]?.at ?? undefined;
  } finally {
    await client.end();
  }
}
