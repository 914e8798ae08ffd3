import { parseArgs } from 'node:util';
import { findServer, openDatabase } from '@innkeeper/db';
import { readConfig } from '../../platform/config/config.ts';
import { createStore } from '../../platform/files/create-store.ts';
import { restoreNewestMonth } from './archive.ts';
import { readArchivedMonths } from './archived-months.ts';

/**
 * `npm run log-archive`: lists the months of the audit log that are in the archive, oldest first. With `--restore N` it
 * first brings the N newest of them back into the log. It uses the database and the store of the configuration, while
 * Innkeeper runs or not.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { restore: { type: 'string' } } });
  const count = Number(values.restore ?? 0);
  if (!Number.isInteger(count) || count < 0) throw new Error('--restore must be a number of months, like --restore 3');
  const config = readConfig(process.env);
  const server = await findServer(config.databaseUrl, config.dataDir);
  const db = openDatabase({ url: server.url, connections: 2, lockTimeout: 'background' });
  try {
    for (let i = 0; i < count; i += 1) {
      const file = await restoreNewestMonth(db, createStore(config));
      console.log(file === undefined ? 'No month is in the archive' : `In the log again: ${file}`);
      if (file === undefined) break;
    }
    for (const { starts_at, ends_at, lines, file } of await readArchivedMonths(db.kysely))
      console.log(`${starts_at ?? 'all'} – ${ends_at}: ${lines} entries in ${file}`);
  } finally {
    await db.close();
    await server.stop();
  }
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  });
}
