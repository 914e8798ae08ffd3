import { readFile, readdir } from 'node:fs/promises';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Db, openDatabase } from './database.ts';
import { FORMER_MIGRATIONS } from './former-migrations.ts';
import { migrate } from './migrate.ts';
import { type ReleaseData, loadReleaseData } from './release-data.ts';
import { dumpSchema } from './schema-dump.ts';
import { type TestDatabase, checkIntegrity, createTestDatabase } from './testing.ts';

/** A filled database of each release is upgraded: no record and no amount changes, and the reconciliation accepts it. */

const folder = new URL('../releases/', import.meta.url);
const SUFFIX = '.json.br';
const versions = (await readdir(folder)).map((file) => file.slice(0, -SUFFIX.length));
const releases = await Promise.all(
  versions.map(async (version): Promise<{ version: string; release: ReleaseData }> => {
    const file = await readFile(new URL(`${version}${SUFFIX}`, folder));
    return { version, release: JSON.parse(brotliDecompressSync(file).toString('utf8')) }; // `npm run release-data`
  }),
);

/**
 * Tables that the program computes from others, or to which a migration that writes records adds rows. The
 * reconciliation compares them with the records.
 */
const DERIVED_TABLES =
  /rollup|_delta$|^(row_count|audit_log|audited_table|log_seal|log_watermark|member_name|member_standing|status_recount|voucher_state)$/;

/** What later migrations change in records of a release, as differences of the totals of its tables. */
const MIGRATED_TOTALS: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, number>>>>>> = {
  // Account mails get their texts (20261129b_account_mail_templates.sql): that changes one subject and two texts in each
  // language, and adds one placeholder. So does the mail about redeemed vouchers
  // (20261201c_invitations_and_voucher_mails.sql): a subject and a text in each.
  '0.1.0': {
    mail_language: { version: 4 },
    mail_params: { version: 3 },
    mail_language_params: { version: 3 },
    mail_data: { rows: 1, id: 114, version: 1, mail_template_id: 10, sort_no: 60 },
  },
};

async function query<Row extends object>(db: Db, text: string): Promise<Row[]> {
  return (await db.pool.query<Row>(text)).rows;
}

/** The number of rows of each table, and the sum of each of its columns of numbers. */
async function readTotals(db: Db, tables: readonly string[]): Promise<Record<string, unknown>> {
  const totals: Record<string, unknown> = {};
  for (const table of tables) {
    const columns = await query<{ name: string }>(
      db,
      `select attname as name from pg_attribute
       where attrelid = to_regclass(quote_ident('${table}')) and attnum > 0 and not attisdropped
         and atttypid in ('numeric'::regtype, 'bigint'::regtype, 'integer'::regtype)`,
    );
    const sums = columns.map(({ name }) => `, sum("${name}")::text as "${name}"`).join('');
    [totals[table]] = await query(db, `select count(*)::int as rows ${sums} from "${table}"`);
  }
  return totals;
}

/**
 * What processes of a release may use of the database while a later version has migrated it: tables with their columns,
 * and the functions and views of its routines, except those of triggers, which the database calls itself.
 */
const usedObjects = (db: Db): Promise<{ object: string }[]> =>
  query(
    db,
    `select format('%s.%s', attrelid::regclass, attname) as object from pg_attribute a join pg_class c on c.oid = attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') and attnum > 0 and not attisdropped
     union all
     select oid::regprocedure::text from pg_proc
     where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype`,
  );

/** New columns that a process of the release, which does not know them, would leave empty against their rule. */
const requiredColumns = (db: Db): Promise<{ object: string }[]> =>
  query(
    db,
    `select format('%s.%s', attrelid::regclass, attname) as object from pg_attribute a join pg_class c on c.oid = attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and attnum > 0 and not attisdropped
       and attnotnull and not atthasdef and attidentity = ''`,
  );

/** Releases whose processes are stopped before an upgrade, as CHANGELOG.md says. */
const STOPPED_RELEASES = new Set(['0.1.0']);

/** The totals that migrations leave, from those of the release. PostgreSQL returns sums as texts. */
function addMigratedTotals(version: string, formerTotals: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const totals = { ...formerTotals };
  for (const [table, differences] of Object.entries(MIGRATED_TOTALS[version] ?? {})) {
    const former = formerTotals[table] as Readonly<Record<string, unknown>>; // as readTotals returns it
    const changed = Object.entries(differences).map(([column, difference]) => {
      const total = Number(former[column]) + difference;
      return [column, column === 'rows' ? total : String(total)];
    });
    totals[table] = { ...former, ...Object.fromEntries(changed) };
  }
  return totals;
}

test('the first release has the former migrations', () => {
  const firstRelease = releases.find(({ version }) => version === '0.1.0');
  expect(firstRelease?.release.migrations).toEqual(FORMER_MIGRATIONS);
});

/** What upgraded databases are compared with. */
let newSchema: string;
let newMailTexts: unknown[];

beforeAll(async () => {
  const database = await createTestDatabase();
  const db = openDatabase({ url: database.url });
  newSchema = await dumpSchema(db);
  newMailTexts = await readMailTexts(db);
  await db.close();
  await database.drop();
});

/** The texts of system templates that migrations rewrite. */
const readMailTexts = (db: Db): Promise<unknown[]> =>
  query(
    db,
    `with changed_template as (
       select t.id from mail_template t join option_detail d on d.id = t.mail_type_id
       where d.code in ('password-reset', 'new-device', 'voucher-redeemed'))
     select header as text from mail_language where mail_template_id in (table changed_template)
     union select default_value from mail_params where mail_template_id in (table changed_template)
     union select v.value from mail_language_params v join mail_params p on p.id = v.mail_params_id
       where p.mail_template_id in (table changed_template)
     union select name || description from mail_data where mail_template_id in (table changed_template)
     order by 1`,
  );

describe.each(releases)('release $version', ({ version, release }) => {
  let database: TestDatabase;
  let db: Db;
  let tables: string[];
  let formerTotals: Record<string, unknown>;
  let formerObjects: string[];
  let formerRequiredColumns: Set<string>;

  beforeAll(async () => {
    database = await createTestDatabase({ isEmpty: true });
    db = openDatabase({ url: database.url });
    await loadReleaseData(db, database.url, release);
    tables = Object.keys(release.tables).filter((table) => !DERIVED_TABLES.test(table));
    formerTotals = await readTotals(db, tables);
    formerObjects = (await usedObjects(db)).map(({ object }) => object);
    formerRequiredColumns = new Set((await requiredColumns(db)).map(({ object }) => object));
    await migrate(database.url);
  });
  afterAll(async () => {
    await db.close();
    await database.drop();
  });

  test('all rows and sums remain', async () => {
    for (const table of tables) {
      const rows = JSON.parse(release.tables[table] ?? '[]') as unknown[];
      expect(formerTotals[table], table).toMatchObject({ rows: rows.length });
    }
    // A later migration may add columns.
    expect(await readTotals(db, tables)).toMatchObject(addMigratedTotals(version, formerTotals));
    expect(formerTotals).toMatchObject({ member: { rows: expect.any(Number) } });
  });

  test('its processes find what they use in the upgraded database', async () => {
    const objects = new Set((await usedObjects(db)).map(({ object }) => object));
    const dropped = formerObjects.filter((object) => !objects.has(object));
    const tablesOfRelease = new Set(formerObjects.map((object) => object.split('.')[0]));
    const required = (await requiredColumns(db))
      .map(({ object }) => object)
      .filter((object) => tablesOfRelease.has(object.split('.')[0]) && !formerRequiredColumns.has(object));
    if (STOPPED_RELEASES.has(version)) expect(dropped).toContain('rollup.kind');
    else expect([...dropped, ...required]).toEqual([]);
  });

  test('no line of the audit log changes', async () => {
    const formerLines = JSON.parse(release.tables['audit_log'] ?? '[]') as { id: number; hash: string }[];
    expect(formerLines.length).toBeGreaterThan(100);
    const lines = await query<{ id: number; hash: string }>(
      db,
      `select id::int, hash::text from audit_log order by id limit ${formerLines.length}`,
    );
    expect(lines).toEqual(formerLines.map(({ id, hash }) => ({ id, hash })).toSorted((a, b) => a.id - b.id));
  });

  test('the upgraded data passes the reconciliation', async () => {
    expect(await checkIntegrity(db)).toEqual([]);
  });

  test('the upgraded mails have the texts of a new database', async () => {
    expect(await readMailTexts(db)).toEqual(newMailTexts);
  });

  test('the upgraded schema equals that of a new database', async () => {
    expect(await dumpSchema(db)).toBe(newSchema);
  });
});
