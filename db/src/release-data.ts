import { applyRoutines } from './routines.ts';
import { BASE_MIGRATIONS } from './former-migrations.ts';
import type { Db } from './database.ts';
import { migrate } from './migrate.ts';
import { type SqlFile, readMigrations, readRoutines } from './sql-files.ts';

/** The data of a database as a release left it, from which `db/src/release-upgrade.test.ts` upgrades. */
export interface ReleaseData {
  /** The names in its table `migration`. */
  readonly migrations: readonly string[];
  /** The routines of the release. Their triggers log and count what later migrations write. */
  readonly routines: readonly SqlFile[];
  /** The rows of each table as a JSON array. It remains text, because JavaScript would round its numbers. */
  readonly tables: Readonly<Record<string, string>>;
  /** The next value of each sequence. */
  readonly sequences: Readonly<Record<string, string>>;
}

/** Tables that belong to the server or the migration, and not to the data. */
const EXCLUDED_TABLES = ['migration', 'routine_file', 'permissions_version'];

const TABLES_QUERY = `
  select c.relname as name, c.relkind = 'p' as "isPartitioned" from pg_class c
  where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace and c.relname <> all($1) order by 1`;

const SEQUENCES_QUERY = `select sequencename as name from pg_sequences where schemaname = 'public' order by 1`;

/** Reads all rows of a database that the current version has migrated. */
export async function readReleaseData(db: Db): Promise<ReleaseData> {
  const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await db.pool.query<Row>(text, values)).rows;
  const tables: Record<string, string> = {};
  const readTables = query<{ name: string; isPartitioned: boolean }>(TABLES_QUERY, [EXCLUDED_TABLES]);
  for (const { name, isPartitioned } of await readTables) {
    // Without the rows of tables that inherit it, which follow under their own names.
    const [table] = await query<{ rows: string | null }>(
      `select jsonb_agg(to_jsonb(t) order by t.tableoid, t.ctid)::text as rows
       from ${isPartitioned ? '' : 'only '}"${name}" t`,
    );
    if (table?.rows) tables[name] = table.rows;
  }
  const sequences: Record<string, string> = {};
  for (const { name } of await query<{ name: string }>(SEQUENCES_QUERY)) {
    const [sequence] = await query<{ next: string }>(
      `select (last_value + is_called::int)::text as next from "${name}"`,
    );
    if (sequence) sequences[name] = sequence.next;
  }
  return {
    migrations: (await query<{ name: string }>('select name from migration order by 1')).map(({ name }) => name),
    routines: await readRoutines(),
    tables,
    sequences,
  };
}

/** Defers the foreign keys, so that the tables can be filled in any order, or checks them at once again. */
const setForeignKeys = (timing: 'deferrable initially deferred' | 'not deferrable'): string => `
  do $$
  declare k record;
  begin
    for k in select conrelid::regclass as of_table, conname from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace
    loop
      execute format('alter table %s alter constraint %I ${timing}', k.of_table, k.conname);
    end loop;
  end $$`;

/** The columns of a table that are not computed from others. */
const COLUMNS_QUERY = `
  select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
  where attrelid = to_regclass(quote_ident($1)) and attnum > 0 and not attisdropped and attgenerated = ''`;

/**
 * Makes an empty database one as the release left it: the schema of its migrations, its rows, written without triggers,
 * then its routines.
 */
export async function loadReleaseData(db: Db, url: string, release: ReleaseData): Promise<void> {
  const names = new Set<string>([...BASE_MIGRATIONS, ...release.migrations]);
  const migrations = (await readMigrations()).filter(({ name }) => names.has(name));
  await migrate(url, { files: { migrations, routines: [] } });
  const client = await db.pool.connect();
  const run = async <Row extends object>(text: string, values?: unknown[]): Promise<Row[]> =>
    (await client.query<Row>(text, values)).rows;
  try {
    await run('begin');
    await run(setForeignKeys('deferrable initially deferred'));
    for (const [table, rows] of Object.entries(release.tables)) {
      // Migrations write a few rows themselves.
      if ((await run(`select from only "${table}" limit 1`)).length > 0) await run(`delete from only "${table}"`);
      const [found] = await run<{ columns: string }>(COLUMNS_QUERY, [table]);
      await run(
        `insert into "${table}" (${found?.columns}) overriding system value
         select ${found?.columns} from jsonb_populate_recordset(null::"${table}", $1)`,
        [rows],
      );
    }
    for (const [sequence, next] of Object.entries(release.sequences))
      await run('select setval(quote_ident($1)::regclass, $2, false)', [sequence, next]);
    await run('set constraints all immediate');
    await run(setForeignKeys('not deferrable'));
    await applyRoutines(run, release.routines, { isForced: true });
    await run('delete from migration');
    await run('insert into migration (name) select unnest($1::text[])', [release.migrations]);
    await run('commit');
  } finally {
    client.release(true); // closing the connection rolls back after an error
  }
}
