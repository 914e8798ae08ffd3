import { parseArgs } from 'node:util';
import { findServer } from '../find-server.ts';
import { describeReconciliationError, printReconciliation } from './print.ts';

/**
 * `npm run reconcile`: recomputes everything and lists the differences, with their records. It reads the database of
 * DATABASE_URL or `--url`, else the embedded one in DATA_DIR, whether or not Innkeeper is running on it. It seals the
 * log first, and prints its head last. Passing an externally stored head as `--head` checks that the log still begins
 * the same. Exits with status 1 on a difference, and with 2 if it could not check.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { url: { type: 'string' }, head: { type: 'string' } } });
  const server = await findServer(values.url ?? process.env['DATABASE_URL'], process.env['DATA_DIR'] ?? 'data');
  try {
    process.exitCode = (await printReconciliation(server.url, values.head)) ? 0 : 1;
  } finally {
    await server.stop();
  }
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    console.error(describeReconciliationError(error));
    process.exitCode = 2;
  });
}
