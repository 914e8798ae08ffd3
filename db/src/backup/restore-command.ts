import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../embedded.ts';
import { DatabaseStartError } from '../embedded/start-error.ts';
import { describeReconciliationError, printReconciliation } from '../reconciliation/print.ts';
import { BackupError } from './backup-folder.ts';
import { restoreBackup } from './restore.ts';

const USAGE =
  'npm run restore -- --from /backups --to /new-data [--at "2026-11-30 12:00:00+07"], or --test in place of --to';

/**
 * `npm run restore -- --from DIR --to DATA_DIR [--at MOMENT]`: restores a backup into a new data folder and reconciles
 * it. With `--test` in place of `--to` the folder is temporary, below the system's own or TMPDIR. Exits with status 0
 * if the reconciliation finds no differences, 1 if it does, and 2 if it could not restore or reconcile.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      to: { type: 'string' },
      at: { type: 'string' },
      test: { type: 'boolean', default: false },
    },
  });
  const { from, at, test: isTest } = values;
  if (!from || (values.to === undefined) !== isTest) throw new BackupError(USAGE);
  const moment = at === undefined ? undefined : parseMoment(at);
  const dataDir = values.to ?? (await mkdtemp(join(tmpdir(), 'innkeeper-restore-')));
  try {
    const lastChangeAt = await restoreBackup({ from, to: dataDir, at: moment, log: console.log });
    const server = await startEmbeddedPostgres({ dataDir, log: console.log });
    try {
      process.exitCode = (await printReconciliation(server.url)) ? 0 : 1;
    } finally {
      await server.stop();
    }
    const lastChange = lastChangeAt ? `, last change at ${lastChangeAt.toISOString()}` : '';
    console.log(isTest ? `The backup can be restored${lastChange}` : `Restored into ${dataDir}${lastChange}`);
  } finally {
    if (isTest) await rm(dataDir, { recursive: true, force: true });
  }
}

/** A date, a time and an offset from UTC. Without an offset the moment would depend on the machine. */
const MOMENT_PATTERN = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?) ?(?:(Z)|([+-]\d\d)(?::?(\d\d))?)$/;

function parseMoment(text: string): Date {
  const parts = MOMENT_PATTERN.exec(text);
  if (parts) {
    const [, day = '', time = '', utc, hours = '', minutes = '00'] = parts;
    const moment = new Date(`${day}T${time}${utc ?? `${hours}:${minutes}`}`);
    if (!Number.isNaN(moment.getTime())) return moment;
  }
  throw new BackupError(`--at must be a moment with its offset from UTC, like "2026-11-30 12:00:00+07", not "${text}"`);
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    const isExpected = error instanceof BackupError || error instanceof DatabaseStartError;
    console.error(isExpected ? error.message : describeReconciliationError(error));
    process.exitCode = 2;
  });
}
