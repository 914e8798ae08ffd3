import { openDatabase } from './database.ts';
import { DatabaseStartError } from './embedded/start-error.ts';
import { replaceFormerMigrations } from './former-migrations.ts';
import { applyRoutines } from './routines.ts';
import { type RunSql, type SqlFile, applyFile, readRoutines, readMigrations } from './sql-files.ts';

export interface MigrateOptions {
  /** Receives the `raise notice` output of migrations, line by line. */
  readonly log?: (line: string) => void;
  /** Replaces the files of `db/migrations` and `db/routines`. */
  readonly files?: { readonly migrations: readonly SqlFile[]; readonly routines: readonly SqlFile[] };
}

/**
 * Origin of notices by `raise notice`. Notices of PostgreSQL itself, such as that a dropped view did not exist, have
 * other origins.
 */
const RAISE_STATEMENT = 'exec_stmt_raise';

/**
 * Migrates a database to the newest schema: first the pending migrations in order, then the repeatable ones. Everything
 * runs in one transaction under a lock, so several processes may start at the same time and a failure changes nothing.
 *
 * @throws DatabaseStartError with a one-line message when a version created the database that this one cannot upgrade
 * @throws Error with the file's name and the cause when a file fails
 */
export async function migrate(url: string, { log = () => {}, files }: MigrateOptions = {}): Promise<void> {
  const { migrations, routines } = files ?? { migrations: await readMigrations(), routines: await readRoutines() };
  const db = openDatabase({ url, connections: 1, applicationName: 'innkeeper migrate' });
  db.pool.on('connect', (client) =>
    client.on('notice', ({ routine, message = '' }) => {
      if (routine === RAISE_STATEMENT) for (const line of message.split('\n')) log(line);
    }),
  );
  try {
    const connection = await db.connect();
    const run = async <Row extends object>(text: string, values?: unknown[]): Promise<Row[]> =>
      (await connection.query<Row>({ text, ...(values && { values }) })).rows;
    try {
      await run('begin');
      await run(`select pg_advisory_xact_lock(hashtext('innkeeper migrate'))`);
      await run(
        'create table if not exists migration (name text primary key, at timestamptz(0) not null default now())',
      );
      const isMigrated = await applyMigrations(run, migrations);
      await applyRoutines(run, routines, { isForced: isMigrated });
      await run('commit');
      connection.release();
    } catch (error) {
      connection.release(true);
      throw error;
    }
  } finally {
    await db.close();
  }
}

/** @returns whether any migration was applied */
async function applyMigrations(run: RunSql, migrations: readonly SqlFile[]): Promise<boolean> {
  await replaceFormerMigrations(run);
  const applied = await run<{ name: string }>('select name from migration order by name');
  const unknownMigration = applied.find(({ name }) => !migrations.some((m) => m.name === name));
  if (unknownMigration)
    throw new DatabaseStartError(
      `The database has the migration ${unknownMigration.name}, which this Innkeeper does not know: start the newer one that made it`,
    );
  const [schema] = await run<{ is_legacy: boolean }>(`select to_regclass('kysely_migration') is not null as is_legacy`);
  if (schema?.is_legacy)
    throw new DatabaseStartError(
      'The database was made by an Innkeeper from before its migrations were renumbered: ' +
        'start with an empty one (another DATA_DIR or DATABASE_URL), or export its lists there and import them here',
    );
  const pending = migrations.filter((m) => !applied.some(({ name }) => m.name === name));
  for (const { name, text } of pending) {
    await applyFile(run, `The migration ${name}`, text);
    await run('insert into migration (name) values ($1)', [name]);
  }
  return pending.length > 0;
}
