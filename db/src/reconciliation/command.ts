import { parseArgs } from 'node:util';
import {
  RECONCILIATION_CHECKS,
  RECONCILIATION_SETS,
  type ReconciliationDifference,
  type ReconciliationSet,
} from '@innkeeper/contract';
import { reconcile } from '../reconciliation.ts';
import { openDatabase } from '../database.ts';
import { sealLog } from './log-seal.ts';
import { findRunningPostgres, startEmbeddedPostgres } from '../embedded.ts';

/**
 * `npm run reconcile`: recomputes everything and lists the differences, with their records. It reads the database of
 * DATABASE_URL or `--url`, else the embedded one in DATA_DIR, whether or not Innkeeper is running on it. It seals the
 * log first, and prints its head last. Passing an externally stored head as `--head` checks that the log still begins
 * the same. Exits with status 1 on a difference, and with 2 if it could not check.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { url: { type: 'string' }, head: { type: 'string' } } });
  const server = await findServer(values.url ?? process.env['DATABASE_URL']);
  const db = openDatabase({
    url: server.url,
    connections: 1,
    applicationName: 'innkeeper-audit',
    isReadOnlyAllowed: true, // a standby is a good place to recompute everything
  });
  try {
    let heading = '';
    const logProgress = (set: ReconciliationSet, part?: string) => {
      const line = `${RECONCILIATION_SETS[set].en}${part === undefined ? '' : `: ${part}`} …`;
      if (line !== heading) console.log(line);
      heading = line;
    };
    await sealLog(db);
    const { differences, seconds, head } = await reconcile(db, { onProgress: logProgress, recordedHead: values.head });
    for (const difference of differences) console.log(formatDifference(difference));
    const totalSeconds = Object.values(seconds).reduce((sum, value) => sum + value, 0);
    const result = differences.length === 0 ? 'No differences' : `Rules with differences: ${differences.length}`;
    console.log(`${result}, took ${totalSeconds.toFixed(1)} s`);
    if (head) console.log(`Head of the log: ${head.seal}-${head.hash}, ${head.lines} lines, sealed at ${head.at} UTC`);
    process.exitCode = differences.length === 0 ? 0 : 1;
  } finally {
    await db.close();
    await server.stop();
  }
}

async function findServer(url: string | undefined): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = process.env['DATA_DIR'] ?? 'data';
  const runningUrl = url ?? findRunningPostgres(dataDir);
  if (runningUrl !== undefined) return { url: runningUrl, stop: async () => {} };
  return startEmbeddedPostgres({ dataDir, log: console.log });
}

function formatDifference({ check, count, rows }: ReconciliationDifference): string {
  const { set, label } = RECONCILIATION_CHECKS[check];
  const recordLines = rows.map(({ resource, id, note }) => `  ${resource} ${id}${note === null ? '' : `: ${note}`}`);
  const overflowLines = count > rows.length ? [`  … and ${count - rows.length} more`] : [];
  return [
    `${RECONCILIATION_SETS[set].en}: difference in "${label.en}", records: ${count}`,
    ...recordLines,
    ...overflowLines,
  ].join('\n');
}

/** PostgreSQL's codes for a missing table, column or function. */
const UNDEFINED_OBJECT_CODES = new Set(['42P01', '42703', '42883']);

if (import.meta.main) {
  main().catch((error: unknown) => {
    const isOutdated = error instanceof Error && 'code' in error && UNDEFINED_OBJECT_CODES.has(String(error.code));
    const message = error instanceof Error ? error.message : String(error);
    console.error(
      isOutdated
        ? `${message}: the database is older than this program; start Innkeeper on it once, then run the check again`
        : message,
    );
    process.exitCode = 2;
  });
}
