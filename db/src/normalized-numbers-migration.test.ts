import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Db, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { seedReference } from './seed/reference.ts';
import { readFormerRoutines } from './former-routines.ts';
import { readMigrations } from './sql-files.ts';
import { type TestDatabase, createTestDatabase } from './testing.ts';

/**
 * Bill numbers that differ only in invisible characters used to count as different. Those rows remain, and new
 * duplicates are rejected.
 */

let database: TestDatabase;
let db: Db;

const insertBill = (table: 'visit' | 'held_posting', referenceNo: string) =>
  table === 'visit'
    ? db.pool.query(
        `insert into visit (hotel_id, member_id, reference_no, staff_name, total_fb) select hotel_id, id, $1, 'Ayu', 5
          from member`,
        [referenceNo],
      )
    : db.pool.query(
        `insert into held_posting (hotel_id, reference_no, staff_name, currency, reason, card_no, visit_date,
             integration_id)
         select hotel_id, $1, 'Ayu', 'IDR', 'unknown_card', '1', now(), id from integration`,
        [referenceNo],
      );

beforeAll(async () => {
  database = await createTestDatabase({ isEmpty: true });
  db = openDatabase({ url: database.url });
  const migrations = await readMigrations();
  const routines = await readFormerRoutines();
  // The routines write columns that these later migrations add.
  const isIncluded = ({ name }: { readonly name: string }) =>
    name < '0270' || /^0(3[24]0|35[01]|38[01]|390|400)/.test(name);
  await migrate(database.url, { files: { migrations: migrations.filter(isIncluded), routines } });
  // This trigger reads a column that a later migration adds.
  await db.pool.query('alter table role_group_role disable trigger user');
  await seedReference(db);
  await db.pool.query('alter table role_group_role enable trigger user');
  await db.pool.query(`
    insert into region (code, name) values ('R1', 'East');
    insert into country (region_id, name, cca2, cca3, ccn3, time_zone, currency, decimals, usd_rate)
      select id, 'Country', 'XA', 'XAA', '999', 'Asia/Jakarta', 'IDR', 0, 15500.5 from region where code = 'R1';
    insert into hotel (country_id, code, name, is_active, email) select id, 'H1', 'Hotel', true, 'h@innkeeper.test'
    from country where cca2 = 'XA';
    insert into membership (code, name, price, renewal_price, min_visit, min_visit_to_upgrade, is_free, is_regional,
        rank)
      values ('A', 'A', 1, 1, 2, 3, false, false, 1);
    insert into member (membership_id, first_name, type_gender_id, origin_country_id, hotel_id, is_active, email,
        phone_no)
      select m.id, 'Ratna', (select d.id from option_detail d join option o on o.id = d.option_id
          where o.slug = 'type-gender' order by d.id limit 1),
        c.id, h.id, true, 'ratna@innkeeper.test', '1' from membership m, country c, hotel h where c.cca2 = 'XA'
          and h.code = 'H1' and m.code = 'A';
    insert into integration (hotel_id, name, is_active, access_token) select id, 'PMS', true, repeat('0', 64)
    from hotel;`);
  for (const table of ['visit', 'held_posting'] as const)
    for (const referenceNo of ['INV-1', 'INV-\ufeff1', '\u200eINV-1', 'INV-2']) await insertBill(table, referenceNo);
  await migrate(database.url);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

test.each(['visit', 'held_posting'] as const)(
  'the upgrade keeps existing duplicates of a %s, and new ones are rejected',
  async (table) => {
    const { rows } = await db.pool.query(`select reference_no from ${table} order by id`);
    expect(rows.map((row) => row.reference_no)).toEqual(['INV-1', 'INV-\ufeff1', '\u200eINV-1', 'INV-2']);
    for (const referenceNo of ['INV-1', 'inv-\u00ad1', 'INV-2\u200b'])
      await expect(insertBill(table, referenceNo), JSON.stringify(referenceNo)).rejects.toMatchObject({
        code: '23505',
        constraint: `${table}_hotel_id_reference_no_key`,
      });
    await insertBill(table, 'INV-3');
  },
);

test('existing duplicates can still be changed', async () => {
  await db.pool.query(`update visit set remark = 'entered twice' where normalize_text(reference_no) = 'inv-1'`);
  const { rows } = await db.pool.query(`select count(*)::int as n from visit where remark = 'entered twice'`);
  expect(rows).toEqual([{ n: 3 }]);
});
