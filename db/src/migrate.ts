import { readFile, readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { openDatabase } from './database.ts';

const FOLDER = new URL('../migrations/', import.meta.url);

/**
 * Brings a database to the newest schema: hand-written SQL, forward only, each file in the transaction of the run and the
 * run under a lock, so that several processes may start at once. Throws with the file's name when one fails.
 */
export async function migrate(url: string): Promise<void> {
  const db = openDatabase({ url, connections: 2, applicationName: 'innkeeper migrate' });
  try {
    const migrator = new Migrator({ db: db.kysely, provider: { getMigrations: readMigrations } });
    const { error, results } = await migrator.migrateToLatest();
    if (error) {
      const failed = results?.find((r) => r.status === 'Error')?.migrationName;
      throw new Error(failed ? `The migration ${failed} failed` : 'The database cannot be migrated', { cause: error });
    }
  } finally {
    await db.close();
  }
}

async function readMigrations() {
  const files = (await readdir(FOLDER)).filter((f) => f.endsWith('.sql')).sort();
  const entries = files.map(async (file) => {
    const text = await readFile(new URL(file, FOLDER), 'utf8');
    return [file.replace(/\.sql$/, ''), { up: (db: Parameters<typeof run>[0]) => run(db, text) }] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function run(db: Parameters<ReturnType<typeof sql>['execute']>[0], text: string): Promise<void> {
  await sql.raw(text).execute(db);
}
