import { BackupError, backUp, openBackupFolder } from '@innkeeper/db';
import type { Config } from '../platform/config.ts';

/** When the disk of the database is lost, a restore loses at most the changes of this many milliseconds. */
const INTERVAL_MS = 300_000;

type BackupConfig = Pick<Config, 'backup' | 'dataDir'>;

/** The regular backup of the embedded database, for the maintenance. A stop interrupts it. */
export function backupRounds({ backup, dataDir }: BackupConfig, signal: AbortSignal) {
  if (!backup) return [];
  const run = async (): Promise<void> => {
    await backUp({ dataDir, to: backup.folder, keep: backup.keep, signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  };
  return [{ everyMs: INTERVAL_MS, maintenanceJobs: { 'back up': run } }];
}

/** Why the folder of backups cannot be used, before the first backup fails; undefined if it can be. */
export async function findBackupProblem({ backup }: BackupConfig): Promise<string | undefined> {
  try {
    if (backup) await openBackupFolder(backup.folder);
    return undefined;
  } catch (error) {
    if (error instanceof BackupError) return error.message;
    if (error instanceof Error && 'code' in error) return error.message; // of the file system
    throw error;
  }
}
