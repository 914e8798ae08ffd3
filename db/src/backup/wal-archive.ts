import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import {
  BackupError,
  type BackupFolder,
  COMPRESSED_SUFFIX,
  WAL_FILE_PATTERN,
  copyFile,
  listBaseBackups,
} from './backup-folder.ts';

/** Names the parents of a timeline. */
const HISTORY_FILE_PATTERN = /^[0-9A-F]{8}\.history$/;

const slotName = ({ id }: BackupFolder): string => `innkeeper_${id}`;

/**
 * Ensures that the server retains its log from the last archived file on. A replication slot does that; the server
 * gives it up when the log exceeds `max_slot_wal_keep_size`, so that forgotten backups do not fill the disk.
 *
 * @returns whether the log continues the archived one; otherwise a new base backup is required
 */
export async function reserveWal(client: pg.Client, folder: BackupFolder): Promise<boolean> {
  const { rows } = await client.query<{ is_usable: boolean }>({
    text: `select restart_lsn is not null and wal_status <> 'lost' as is_usable
      from pg_replication_slots where slot_name = $1`,
    values: [slotName(folder)],
  });
  const [slot] = rows;
  if (slot?.is_usable) return true;
  if (slot) await client.query('select pg_drop_replication_slot($1)', [slotName(folder)]);
  else if ((await listBaseBackups(folder)).length > 0)
    throw new BackupError(
      `${folder.path}: this folder has the backups of another database, or of the one that this was restored from; ` +
        'name an empty or a new one',
    );
  await client.query('select pg_create_physical_replication_slot($1, true)', [slotName(folder)]);
  return false;
}

/** Archives the log up to now. Returns the number of new files. */
export async function archiveWal(
  client: pg.Client,
  cluster: string,
  folder: BackupFolder,
  signal?: AbortSignal,
): Promise<number> {
  // Ends the current file, if anything was written to it.
  await client.query('select pg_switch_wal()');
  const { rows } = await client.query<{ first: string; next: string; next_lsn: string }>({
    text: `select pg_walfile_name(restart_lsn) as first, file_name as next, lsn - file_offset::numeric as next_lsn
      from pg_replication_slots, pg_current_wal_flush_lsn() lsn, pg_walfile_name_offset(lsn)
      where slot_name = $1`,
    values: [slotName(folder)],
  });
  const [range] = rows;
  if (!range) throw new Error('The replication slot was created before');
  const walFolder = join(cluster, 'pg_wal');
  const names = await readdir(walFolder);
  // Later names are those of files that the server has prepared for reuse.
  const completeNames = names
    .filter((name) => WAL_FILE_PATTERN.test(name) && name >= range.first && name < range.next)
    .sort();
  if (range.first !== range.next && completeNames[0] !== range.first)
    throw new Error(`The server has removed ${range.first} from its log before it was archived`);
  let archived = 0;
  for (const name of [...completeNames, ...names.filter((other) => HISTORY_FILE_PATTERN.test(other))]) {
    const target = join(folder.wal, name + COMPRESSED_SUFFIX);
    if (existsSync(target)) continue;
    const size = await copyFile(join(walFolder, name), target, { isCompressed: true, signal });
    if (size === undefined) throw new Error(`The server has removed ${name} from its log before it was archived`);
    archived += 1;
  }
  await client.query('select pg_replication_slot_advance($1, $2)', [slotName(folder), range.next_lsn]);
  return archived;
}
