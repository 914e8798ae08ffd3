import { openDatabase } from './database.ts';
import { DatabaseStartError } from './embedded/start-error.ts';
import { applyLiving } from './living.ts';
import { type Run, type SqlFile, applyFile, readLiving, readMigrations } from './sql-files.ts';

export interface MigrateOptions {
  /** Hears the `raise notice` of migrations, line by line. */
  readonly log?: (line: string) => void;
  /** Other files than those of `db/migrations` and `db/living`. */
  readonly files?: { readonly migrations: readonly SqlFile[]; readonly living: readonly SqlFile[] };
}

/** The code of `raise notice`; PostgreSQL's own notices, such as that a table exists already, have other codes. */
const SAID = '00000';

/**
 * Brings a database to the newest schema: the migrations that it has not had, in order, and then the living SQL. All of it is one
 * transaction under a lock, so that several processes may start at once and a failure leaves everything as it was.
 *
 * @throws DatabaseStartError with one line to show, when another version made the database
 * @throws Error with the file's name and the cause, when a file fails
 */
export async function migrate(url: string, { log = () => {}, files }: MigrateOptions = {}): Promise<void> {
  const { migrations, living } = files ?? { migrations: await readMigrations(), living: await readLiving() };
  const db = openDatabase({ url, connections: 1, applicationName: 'innkeeper migrate' });
  db.pool.on('connect', (client) =>
    client.on('notice', ({ code, message = '' }) => {
      if (code === SAID) for (const line of message.split('\n')) log(line);
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
      await applyLiving(run, living, { evenIfSame: isMigrated });
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

/** @returns whether there was one to apply */
async function applyMigrations(run: Run, migrations: readonly SqlFile[]): Promise<boolean> {
  const done = await run<{ name: string }>('select name from migration order by name');
  const stranger = done.find(({ name }) => !migrations.some((m) => m.name === name));
  if (stranger)
    throw new DatabaseStartError(
      `The database has the migration ${stranger.name}, which this Innkeeper does not know: start the newer one that made it`,
    );
  const [older] = await run<{ is: boolean }>(`select to_regclass('kysely_migration') is not null as is`);
  if (older?.is)
    throw new DatabaseStartError(
      'The database was made by an Innkeeper from before its migrations were numbered anew: ' +
        'start with an empty one (another DATA_DIR or DATABASE_URL), or export its lists there and import them here',
    );
  const open = migrations.filter((m) => !done.some(({ name }) => m.name === name));
  for (const { name, text } of open) {
    await applyFile(run, `The migration ${name}`, text);
    await run('insert into migration (name) values ($1)', [name]);
  }
  return open.length > 0;
}
