import { join, resolve } from 'node:path';
import pg from 'pg';
import { findRunningSocketDir } from '../embedded/postmaster-file.ts';
import { superuserUrl } from '../embedded/server.ts';
import {
  BackupError,
  copyNewFiles,
  listBaseBackups,
  openBackupFolder,
  removeOldBackups,
  writeManifest,
} from './backup-folder.ts';
import { copyDatabase } from './base-backup.ts';
import { archiveWal, reserveWal } from './wal-archive.ts';

export interface BackupOptions {
  /** The data folder, on whose database Innkeeper is running. */
  readonly dataDir: string;
  /** A folder with backups of this database, or an empty or new one. */
  readonly to: string;
  /** Base backups to retain. Each of them, with the log, can be restored to any moment from its end on. */
  readonly keep?: number;
  /** Stops the backup; the next one removes what is incomplete. */
  readonly signal?: AbortSignal;
}

export interface BackupResult {
  /** Whether this run made a base backup. */
  readonly isBase: boolean;
  /** Number of new files of the log, of up to 16 MB each. */
  readonly walFiles: number;
  /** Number of new uploaded files. */
  readonly uploads: number;
}

export const DEFAULT_KEEP = 7;
/** Less than a day, so that a daily schedule makes one each time. */
const BASE_INTERVAL_MS = 23 * 3_600_000;

/**
 * Backs up the embedded database while it is in use: the log since the last run and, about once a day, all of its
 * files. A restore reaches any moment up to this run. Uploaded files are copied last, so that the backup has every file
 * that its database names. See docs/decisions/0120-back-up-the-embedded-database-without-an-archive-command.md.
 *
 * @throws BackupError with a one-line message when the folder cannot be used, or another backup is running
 */
export async function backUp({ dataDir, to, keep = DEFAULT_KEEP, signal }: BackupOptions): Promise<BackupResult> {
  const dataPath = resolve(dataDir);
  const cluster = join(dataPath, 'postgres');
  const socketDir = findRunningSocketDir(cluster);
  if (socketDir === undefined) throw new BackupError(`${dataPath}: no database is running on this folder`);
  const client = new pg.Client({
    connectionString: superuserUrl(socketDir),
    application_name: 'innkeeper backup',
  });
  client.on('error', () => {}); // a lost connection also fails the current statement
  await client.connect();
  try {
    await assertOnlyBackup(client);
    const folder = await openBackupFolder(to);
    const isContinued = await reserveWal(client, folder);
    const newest = (await listBaseBackups(folder)).at(-1);
    const isBase = !isContinued || !newest || Date.now() - Date.parse(newest.manifest.ended_at) >= BASE_INTERVAL_MS;
    const base = isBase ? await copyDatabase({ client, cluster, folder, signal }) : undefined;
    const walFiles = await archiveWal(client, cluster, folder, signal);
    if (base) await writeManifest(base.path, base.manifest);
    const uploads = await copyNewFiles(join(dataPath, 'files'), folder.uploads, signal);
    await removeOldBackups(folder, keep);
    return { isBase, walFiles, uploads };
  } finally {
    await client.end().catch(() => {}); // the server may have ended
  }
}

/** Takes a lock that the end of the connection releases. */
async function assertOnlyBackup(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ is_locked: boolean }>(
    `select pg_try_advisory_lock(hashtext('innkeeper backup')) as is_locked`,
  );
  if (!rows[0]?.is_locked) throw new BackupError('Another backup of this database is running; wait for its end');
}
