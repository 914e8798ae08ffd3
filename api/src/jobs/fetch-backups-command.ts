import { parseArgs } from 'node:util';
import { BackupError } from '@innkeeper/db';
import { readConfig } from '../platform/config/config.ts';
import { ConfigError } from '../platform/config/variables.ts';
import { createBucketStore } from '../platform/files/s3-store.ts';
import { fetchBackups } from './backup-bucket.ts';

/**
 * `npm run fetch-backups -- --to DIR`: downloads the backups in the bucket of BACKUP_S3_URL into a new folder. Exits with
 * status 1 if it cannot, and says why in one line.
 */
try {
  const { values } = parseArgs({ options: { to: { type: 'string' } } });
  if (values.to === undefined) throw new BackupError('Name a new folder: npm run fetch-backups -- --to /backups');
  const { backupBucket } = readConfig(process.env);
  if (!backupBucket) throw new BackupError('BACKUP_S3_URL names the bucket of the backups, and is missing');
  const count = await fetchBackups(createBucketStore(backupBucket), values.to);
  console.log(`${count} files of the backups, in ${values.to}`);
} catch (error) {
  console.error(error instanceof BackupError || error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
}
