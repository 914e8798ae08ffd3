import { BackupError, backUp, openBackupFolder } from '@innkeeper/db';
import type { Config } from '../platform/config/config.ts';
import { createBucketStore } from '../platform/files/s3-store.ts';
import { mirrorBackups } from './backup-bucket.ts';

/** When the disk of the database is lost, a restore loses at most the changes of this many milliseconds. */
const INTERVAL_MS = 300_000;

type BackupConfig = Pick<Config, 'backup' | 'backupBucket' | 'dataDir'>;

/** The regular backup of the embedded database, for the maintenance. A stop interrupts it. */
export function backupRounds({ backup, backupBucket, dataDir }: BackupConfig, signal: AbortSignal) {
  if (!backup) return [];
  const store = backupBucket && createBucketStore(backupBucket);
  const run = async (): Promise<void> => {
    try {
      await backUp({ dataDir, to: backup.folder, keep: backup.keep, signal });
      if (store) await mirrorBackups(backup.folder, store, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  };
  return [{ everyMs: INTERVAL_MS, maintenanceJobs: { 'back up': run } }];
}

/** Why the folder of backups cannot be used, before the first backup fails; undefined if it can be. */
export async function findBackupProblem({ backup }: Pick<Config, 'backup'>): Promise<string | undefined> {
  try {
    if (backup) await openBackupFolder(backup.folder);
    return undefined;
  } catch (error) {
    if (error instanceof BackupError) return error.message;
    if (error instanceof Error && 'code' in error) return error.message; // of the file system
    throw error;
  }
}
