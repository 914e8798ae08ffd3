import {
  RECONCILIATION_CHECKS,
  RECONCILIATION_SETS,
  type ReconciliationDifference,
  type ReconciliationSet,
} from '@innkeeper/contract';
import { openDatabase } from '../database.ts';
import { reconcile } from '../reconciliation.ts';
import { sealLog } from './log-seal.ts';

/**
 * Seals the log, recomputes everything, and prints the differences and the head of the log.
 *
 * @param recordedHead an externally stored head, with which the log must begin
 * @returns whether there are no differences
 */
export async function printReconciliation(url: string, recordedHead?: string): Promise<boolean> {
  const db = openDatabase({
    url,
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
    const { differences, seconds, head } = await reconcile(db, { onProgress: logProgress, recordedHead });
    for (const difference of differences) console.log(formatDifference(difference));
    const totalSeconds = Object.values(seconds).reduce((sum, value) => sum + value, 0);
    const result = differences.length === 0 ? 'No differences' : `Rules with differences: ${differences.length}`;
    console.log(`${result}, took ${totalSeconds.toFixed(1)} s`);
    if (head) console.log(`Head of the log: ${head.seal}-${head.hash}, ${head.lines} lines, sealed at ${head.at} UTC`);
    return differences.length === 0;
  } finally {
    await db.close();
  }
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

/** Why the reconciliation could not run, and what to do. */
export function describeReconciliationError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const isOutdated = error instanceof Error && 'code' in error && UNDEFINED_OBJECT_CODES.has(String(error.code));
  return isOutdated
    ? `${message}: the database is older than this program; start Innkeeper on it once, then run the check again`
    : message;
}
