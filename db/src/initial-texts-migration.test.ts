import { findModuleLabel } from '@innkeeper/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Db, openDatabase } from './database.ts';
import { readFormerRoutines } from './former-routines.ts';
import { migrate } from './migrate.ts';
import { seedReference } from './seed/reference.ts';
import { readMigrations } from './sql-files.ts';
import { type TestDatabase, createTestDatabase } from './testing.ts';

/**
 * An upgrade gives initial records the current texts, by which their Indonesian labels are found, unless staff changed
 * them.
 */

let database: TestDatabase;
let db: Db;
const query = async (text: string): Promise<unknown[]> => (await db.pool.query(text)).rows;

/** Selects all texts of initial records that the migration may change. */
const TEXTS_QUERY = `
  select 'module ' || slug as record, name as text from module
  union all select 'option ' || slug, name || ': ' || description from option
  union all select o.slug || ' ' || d.code, d.name from option_detail d join option o on o.id = d.option_id
  union all select 'role_group', description from role_group
  union all select 'template ' || name, description from mail_template
  union all select 'placeholder ' || name, description from mail_data
  order by 1, 2`;
let currentTexts: unknown[];

beforeAll(async () => {
  database = await createTestDatabase({ isEmpty: true });
  db = openDatabase({ url: database.url });
  const migrations = (await readMigrations()).filter(({ name }) => name < '0500');
  await migrate(database.url, { files: { migrations, routines: await readFormerRoutines() } });
  await seedReference(db);
  currentTexts = await query(TEXTS_QUERY);
  await db.pool.query(`
    update module set name = 'Report set-up' where slug = 'report';
    update module set name = 'Term end' where slug = 'term-end';
    update option set name = 'Free memberships',
      description = 'How many free memberships a hotel gives in a month without an approval.'
      where slug = 'free-memberships';
    update option_detail set name = 'A month and hotel' where code = 'per-month';
    update role_group set description = 'Every right in every hotel';
    update mail_template set description = 'The receipt of a redemption.' where name = 'Voucher redeemed';
    update mail_data set description = 'Who signs for the hotel' where name = '{{ hotel.greeting_name }}';`);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

test('the migration renames unchanged initial texts, but not those of staff', async () => {
  await db.pool.query(`update option_detail set name = 'Kunjungan' where code = 'per-term'`);
  const staffText = { record: 'complimentary-visits per-term', text: 'Kunjungan' };
  await migrate(database.url);
  expect(await query(TEXTS_QUERY)).toEqual(
    currentTexts.map((row) => ((row as typeof staffText).record === staffText.record ? staffText : row)),
  );
  const modules = (await query('select name from module')) as { readonly name: string }[];
  expect(modules.filter(({ name }) => findModuleLabel(name) === undefined)).toEqual([]);
});
