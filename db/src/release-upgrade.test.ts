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

/**
 * Tables that the program computes from others, or to which a migration that writes records adds rows. The
 * reconciliation compares them with the records.
 */
const DERIVED_TABLES =
  /rollup|_delta$|^(row_count|audit_log|audited_table|log_seal|log_watermark|member_name|member_standing|status_recount|voucher_state)$/;

/**
 * What later migrations change in records of release 0.1.0, as differences of its totals. Account mails get their texts
 * (20261129b_account_mail_templates.sql): that changes one subject and two texts in each language, and adds one
 * placeholder. So does the mail about redeemed vouchers (20261201c_invitations_and_voucher_mails.sql): a subject and a
 * text in each.
 */
const MIGRATED_TOTALS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  mail_language: { version: 4 },
  mail_params: { version: 3 },
  mail_language_params: { version: 3 },
  mail_data: { rows: 1, id: 114, version: 1, mail_template_id: 10, sort_no: 60 },
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

/** The totals that migrations leave, from those of the release. PostgreSQL returns sums as texts. */
function addMigratedTotals(formerTotals: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const totals = { ...formerTotals };
  for (const [table, differences] of Object.entries(MIGRATED_TOTALS)) {
    const former = formerTotals[table] as Readonly<Record<string, unknown>>; // as readTotals returns it
    const changed = Object.entries(differences).map(([column, difference]) => {
      const total = Number(former[column]) + difference;
      return [column, column === 'rows' ? total : String(total)];
    });
    totals[table] = { ...former, ...Object.fromEntries(changed) };
  }
  return totals;
}

test('there is data of the first release', () => {
  expect(versions).toContain('0.1.0');
});

describe.each(versions)('release %s', (version) => {
  let database: TestDatabase;
  let db: Db;
  let release: ReleaseData;
  let tables: string[];
  let formerTotals: Record<string, unknown>;

  beforeAll(async () => {
    const file = await readFile(new URL(`${version}${SUFFIX}`, folder));
    release = JSON.parse(brotliDecompressSync(file).toString('utf8')) as ReleaseData; // written by `npm run release-data`
    database = await createTestDatabase({ isEmpty: true });
    db = openDatabase({ url: database.url });
    await loadReleaseData(db, database.url, release);
    tables = Object.keys(release.tables).filter((table) => !DERIVED_TABLES.test(table));
    formerTotals = await readTotals(db, tables);
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
    expect(await readTotals(db, tables)).toMatchObject(addMigratedTotals(formerTotals));
    expect(formerTotals).toMatchObject({ member: { rows: expect.any(Number) } });
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
    const newDatabase = await createTestDatabase();
    const newDb = openDatabase({ url: newDatabase.url });
    try {
      const texts = (of: Db) =>
        query(
          of,
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
      expect(await texts(db)).toEqual(await texts(newDb));
    } finally {
      await newDb.close();
      await newDatabase.drop();
    }
  });

  test('the upgraded schema equals that of a new database', async () => {
    const newDatabase = await createTestDatabase();
    const newDb = openDatabase({ url: newDatabase.url });
    try {
      expect(await dumpSchema(db)).toBe(await dumpSchema(newDb));
    } finally {
      await newDb.close();
      await newDatabase.drop();
    }
  });

  test.runIf(version === '0.1.0')('it has the former migrations', () => {
    expect(release.migrations).toEqual(FORMER_MIGRATIONS);
  });
});
