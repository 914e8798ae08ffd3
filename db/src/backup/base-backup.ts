import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type pg from 'pg';
import { type BackupFolder, COMPRESSED_SUFFIX, type Manifest, copyFile } from './backup-folder.ts';

/** The base backup's folder with the files of the data directory. */
export const CLUSTER_FOLDER = 'cluster';

/**
 * Folders whose content belongs to the running server and not to the data. The log is archived separately. See
 * "Making a Base Backup Using the Low Level API" in PostgreSQL's manual.
 */
const EMPTY_FOLDERS: ReadonlySet<string> = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
]);
const EXCLUDED_FILES = /^(?:postmaster\.(?:pid|opts)|pgsql_tmp.*|pg_internal\.init.*|backup_label.*|.*\.tmp)$/;
/** Copied last, so that its checkpoint is not older than any file. */
const CONTROL_FILE = 'global/pg_control';

interface BaseBackupOptions {
  /** A connection of the superuser. */
  readonly client: pg.Client;
  readonly cluster: string;
  readonly folder: BackupFolder;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Copies the data directory of a running server. Clients read and write meanwhile; the log that they write makes the
 * copy consistent. The result is complete only when that log is archived and the manifest is written.
 */
export async function copyDatabase({
  client,
  cluster,
  folder,
  signal,
}: BaseBackupOptions): Promise<{ path: string; manifest: Manifest }> {
  const path = join(folder.bases, new Date().toISOString().replaceAll(/[:.]/g, '-'));
  const target = join(path, CLUSTER_FOLDER);
  await mkdir(target, { recursive: true, mode: 0o700 });
  const { rows: starts } = await client.query<{ first_wal_file: string }>(
    `select pg_walfile_name(pg_backup_start('innkeeper', fast => true)) as first_wal_file`,
  );
  const { directories, files } = await copyTree(cluster, target, signal);
  // With `false` the server does not wait for an archive of its own.
  const { rows: stops } = await client.query<{ label: string; ended_at: Date }>(
    'select labelfile as label, clock_timestamp() as ended_at from pg_backup_stop(false)',
  );
  const [start, stop] = [starts[0], stops[0]];
  if (!start || !stop) throw new Error('The functions return one row');
  files['backup_label'] = Buffer.byteLength(stop.label);
  await writeFile(join(target, `backup_label${COMPRESSED_SUFFIX}`), await promisify(gzip)(stop.label), {
    flush: true,
    mode: 0o600,
  });
  const manifest = {
    ended_at: stop.ended_at.toISOString(),
    first_wal_file: start.first_wal_file,
    directories,
    files,
  };
  return { path, manifest };
}

async function copyTree(cluster: string, target: string, signal: AbortSignal | undefined) {
  const directories: string[] = [];
  const files: Record<string, number> = {};
  const copy = async (path: string): Promise<void> => {
    const size = await copyFile(join(cluster, path), join(target, path + COMPRESSED_SUFFIX), {
      isCompressed: true,
      signal,
    });
    // A table may be dropped in the meantime; the log drops it from the copy, too.
    if (size !== undefined) files[path] = size;
  };
  const copyFolder = async (folder: string): Promise<void> => {
    for (const entry of await readdir(join(cluster, folder), { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (EXCLUDED_FILES.test(entry.name) || path === CONTROL_FILE) continue;
      if (entry.isDirectory()) {
        directories.push(path);
        await mkdir(join(target, path), { mode: 0o700 });
        if (!EMPTY_FOLDERS.has(path)) await copyFolder(path);
      } else if (entry.isFile()) {
        await copy(path);
      }
    }
  };
  await copyFolder('');
  await copy(CONTROL_FILE);
  return { directories, files };
}
