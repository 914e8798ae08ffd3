import { parseArgs } from 'node:util';
import { findRunningPostgres, startEmbeddedPostgres } from '../embedded.ts';
import { DatabaseStartError } from '../embedded/start-error.ts';
import { DEFAULT_KEEP, backUp } from './backup.ts';
import { BackupError } from './backup-folder.ts';

/**
 * `npm run backup -- --to DIR [--keep N]`: backs up the embedded database in DATA_DIR, whether or not Innkeeper is
 * running on it. Exits with status 1 if there is no backup, and says why in one line.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { to: { type: 'string' }, keep: { type: 'string' } } });
  const to = values.to ?? process.env['BACKUP_DIR'];
  if (!to) throw new BackupError('Name the folder of the backups: npm run backup -- --to /backups');
  const keep = values.keep === undefined ? DEFAULT_KEEP : Number(values.keep);
  if (!Number.isInteger(keep) || keep < 1) throw new BackupError('--keep must be a whole number from 1');
  if (process.env['DATABASE_URL'])
    throw new BackupError(
      'Only the embedded database is backed up here; for the one of DATABASE_URL use pg_dump or the tool of its server',
    );
  const dataDir = process.env['DATA_DIR'] ?? 'data';
  const server = findRunningPostgres(dataDir) ? undefined : await startEmbeddedPostgres({ dataDir, log: console.log });
  try {
    const { isBase, walFiles, uploads } = await backUp({ dataDir, to, keep });
    console.log(
      `${isBase ? 'Base backup, and ' : ''}${walFiles} new files of the log, ${uploads} new pictures, in ${to}`,
    );
  } finally {
    await server?.stop();
  }
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    const isExpected = error instanceof BackupError || error instanceof DatabaseStartError;
    console.error(isExpected ? error.message : error);
    process.exitCode = 1;
  });
}
