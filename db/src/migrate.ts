import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from './database.ts';
import { DatabaseStartError } from './embedded/start-error.ts';
import { replaceFormerMigrations } from './former-migrations.ts';
import { applyRoutines, hasRoutines } from './routines.ts';
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

/** How long one attempt to lock the tables takes at most. */
const LOCK_ATTEMPT_MS = 500;
/** The pause after the first attempt, in which requests go on. Later ones are longer: a dump may hold its locks for an hour. */
const LOCK_PAUSE_MS = 250;
const MAX_LOCK_PAUSE_MS = 5_000;
const ATTEMPTS_BEFORE_NOTICE = 10;
/** PostgreSQL's code for a statement that took longer than `statement_timeout`. */
const QUERY_CANCELED = '57014';

/**
 * Migrates a database to the newest schema: first the pending migrations in order, then the repeatable ones. Everything
 * runs in one transaction under a lock, so several processes may start at the same time and a failure changes nothing.
 * Processes of the version before may go on meanwhile: their requests wait.
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
      await replaceFormerMigrations(run);
      await assertUpgradable(run, migrations);
      if (!(await isMigratedWith(run, migrations, routines))) await lockTables(run, log);
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

const readApplied = async (run: RunSql): Promise<string[]> =>
  (await run<{ name: string }>('select name from migration order by name')).map(({ name }) => name);

async function isMigratedWith(run: RunSql, migrations: readonly SqlFile[], routines: readonly SqlFile[]) {
  const applied = await readApplied(run);
  return migrations.every(({ name }) => applied.includes(name)) && (await hasRoutines(run, routines));
}

/**
 * Giving a table to its owner changes nothing but locks it. `lock table` would need the right to change rows, which
 * append-only tables have revoked, and only PostgreSQL 17 and later have a right of its own for it.
 */
const LOCK_STATEMENT = `do $$
declare
  statement text;
begin
  for statement in
    select format('alter table %s owner to %I', oid::regclass, pg_get_userbyid(relowner)) from pg_class
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and pg_has_role(relowner, 'usage')
    order by oid
  loop
    execute statement;
  end loop;
end $$`;

/**
 * Locks every table before anything changes, so that the migration and the requests of running processes never wait for
 * each other crosswise, which the server would end by failing one of them. It asks again and again: an attempt is
 * shorter than `deadlock_timeout` (1 s), and gives back all locks, so requests wait and none fails.
 */
async function lockTables(run: RunSql, log: (line: string) => void): Promise<void> {
  await run('savepoint tables');
  for (let attempt = 1; ; attempt += 1) {
    try {
      await run(`set local statement_timeout = ${LOCK_ATTEMPT_MS}`);
      await run(LOCK_STATEMENT);
      await run('set local statement_timeout = 0');
      return;
    } catch (error) {
      await run('rollback to savepoint tables');
      if (!(error instanceof Error && 'code' in error && error.code === QUERY_CANCELED)) throw error;
      if (attempt === ATTEMPTS_BEFORE_NOTICE) log('The migration waits for work in progress to end …');
      await wait(Math.min(attempt * LOCK_PAUSE_MS, MAX_LOCK_PAUSE_MS));
    }
  }
}

/** @throws DatabaseStartError if another version created the database that this one cannot upgrade */
async function assertUpgradable(run: RunSql, migrations: readonly SqlFile[]): Promise<void> {
  const applied = await readApplied(run);
  const unknownMigration = applied.find((name) => !migrations.some((m) => m.name === name));
  if (unknownMigration !== undefined)
    throw new DatabaseStartError(
      `The database has the migration ${unknownMigration}, which this Innkeeper does not know: start the newer one that made it`,
    );
  const [schema] = await run<{ is_legacy: boolean }>(`select to_regclass('kysely_migration') is not null as is_legacy`);
  if (schema?.is_legacy)
    throw new DatabaseStartError(
      'The database was made by an Innkeeper from before its migrations were renumbered: ' +
        'start with an empty one (another DATA_DIR or DATABASE_URL), or export its lists there and import them here',
    );
}

/** @returns whether any migration was applied */
async function applyMigrations(run: RunSql, migrations: readonly SqlFile[]): Promise<boolean> {
  const applied = await readApplied(run);
  const pending = migrations.filter(({ name }) => !applied.includes(name));
  for (const { name, text } of pending) {
    await applyFile(run, `The migration ${name}`, text);
    await run('insert into migration (name) values ($1)', [name]);
  }
  return pending.length > 0;
}
