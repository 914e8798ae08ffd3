import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Db, openDatabase } from './database.ts';
import { readFormerRoutines } from './former-routines.ts';
import { migrate } from './migrate.ts';
import { seedReference } from './seed/reference.ts';
import { readMigrations } from './sql-files.ts';
import { type TestDatabase, checkIntegrity, createTestDatabase } from './testing.ts';

/** The migration gives older sales the term of their card, as if it had been stored with the sale. */

let database: TestDatabase;
let db: Db;
const query = async (text: string): Promise<unknown[]> => (await db.pool.query(text)).rows;

/**
 * Sales of 1,000,007 with terms of various lengths: the last two are reversed and cancelled, and one card was extended.
 */
const SALES = `
  insert into region (code, name) values ('R1', 'East');
  insert into country (region_id, name, cca2, cca3, ccn3, time_zone, currency, decimals, usd_rate)
    select id, 'Country', 'XA', 'XAA', '999', 'Asia/Jakarta', 'IDR', 0, 15500.5 from region where code = 'R1';
  insert into hotel (country_id, code, name, is_active, email) select id, 'H1', 'Hotel', true, 'h@innkeeper.test'
  from country where cca2 = 'XA';
  insert into membership (code, name, price, renewal_price, min_visit, min_visit_to_upgrade, is_free, is_regional, rank)
    values ('A', 'A', 1, 1, 2, 3, false, false, 1);
  insert into member (membership_id, first_name, type_gender_id, origin_country_id, hotel_id, is_active, email,
      phone_no)
    select m.id, 'Sari', (select d.id from option_detail d join option o on o.id = d.option_id
        where o.slug = 'type-gender' order by d.id limit 1), c.id, h.id, true,
      n || '@innkeeper.test', n::text from membership m, country c, hotel h, generate_series(1, 6) n
      where c.cca2 = 'XA';
  insert into transaction (transaction_type_id, hotel_id, member_id, membership_id, transaction_date, sub_total,
      term_start, term_months)
    select d.id, m.hotel_id, m.id, m.membership_id, s.first_day - 3, 1000007, s.first_day, s.months
    from (values ('1', date '2025-03-10', 12), ('2', '2025-10-31', 6), ('3', '2025-01-01', 12), ('4', '2025-02-28', 13),
        ('5', '2025-05-05', 24), ('6', '2025-06-06', 1))
      s (phone, first_day, months) join member m on m.phone_no = s.phone,
      option_detail d join option o on o.id = d.option_id where o.slug = 'transaction-type' and d.code = '1';
  insert into transaction_detail (transaction_id, unit_price) select id, sub_total from transaction;
  insert into member_card (member_id, membership_id, hotel_id, start_date, end_date, is_active, transaction_id)
    select member_id, membership_id, hotel_id, term_start, term_end(term_start, term_months), true, id from transaction;
  update member_card set end_date = end_date + 20, extended_from = end_date
  where id = (select min(id) from member_card);
  insert into transaction (transaction_type_id, hotel_id, member_id, membership_id, transaction_date, sub_total,
      usd_rate, currency, reverses_id, term_start, term_months, term_share)
    select transaction_type_id, hotel_id, member_id, membership_id, '2025-08-01', -sub_total, usd_rate, currency, id,
      term_start, term_months, -term_share
    from transaction where term_months = 24;
  insert into transaction_detail (transaction_id, spend_type_id, quantity, unit_price, is_reversal)
    select b.id, d.spend_type_id, -d.quantity, d.unit_price, true from transaction b
    join transaction_detail d on d.transaction_id = b.reverses_id;
  update transaction set deleted_at = now() where term_months = 1;
  insert into transaction (transaction_type_id, hotel_id)
    select d.id, h.id from hotel h, option_detail d join option o on o.id = d.option_id
    where o.slug = 'transaction-type' and d.code = '99';`;
const TERMS_QUERY = 'select id, term_start::text, term_months, term_share::text from transaction order by id';

beforeAll(async () => {
  database = await createTestDatabase({ isEmpty: true });
  db = openDatabase({ url: database.url });
  const migrations = (await readMigrations()).filter(({ name }) => name < '0500');
  await migrate(database.url, { files: { migrations, routines: await readFormerRoutines() } });
  await seedReference(db);
  await db.pool.query(SALES);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

test('the migration counts sales without a rate in older months of service', async () => {
  const migration = (await readMigrations()).find(({ name }) => name.endsWith('fees_without_rate'));
  const countsQuery = `
    select day::text, sum(without_rate)::int as count from figure_now where kind = 'service_fee' group by 1
    having sum(without_rate) <> 0 order by 1`;
  await db.pool.query(`
    alter table transaction disable trigger user;
    update transaction set usd_rate = null where term_months in (12, 24);
    alter table transaction enable trigger user;
    select recount_figures()`);
  const counts = await query(countsQuery);
  // In August the reversal also subtracts the three months before it.
  expect(counts.slice(4, 9)).toEqual([
    { day: '2025-05-01', count: 3 },
    { day: '2025-06-01', count: 3 },
    { day: '2025-07-01', count: 3 },
    { day: '2025-08-01', count: 4 },
    { day: '2025-09-01', count: 4 },
  ]);
  await db.pool.query(`update figure set without_rate = 0 where kind = 'service_fee'`);
  await db.pool.query(migration?.text ?? '');
  expect(await query(countsQuery)).toEqual(counts);
});

test('the migration adds first day, months and monthly share of the term to older sales', async () => {
  const migrations = await readMigrations();
  const [migration, countMigration] = ['fees_of_sales', 'fees_without_rate'].map((nameEnd) =>
    migrations.find(({ name }) => name.endsWith(nameEnd)),
  );
  const originalTerms = await query(TERMS_QUERY);
  await db.pool.query(`
    alter table transaction disable trigger user;
    update transaction set term_start = null, term_months = null, term_share = null;
    alter table transaction enable trigger user`);
  for (const suffix of ['', '_delta']) await db.pool.query(`delete from figure${suffix} where kind = 'service_fee'`);
  await db.pool.query(migration?.text ?? '');
  await db.pool.query(countMigration?.text ?? '');
  expect(await query(TERMS_QUERY)).toEqual(originalTerms);
  await migrate(database.url);
  expect(await checkIntegrity(db, ['rollups'])).toEqual([]);
  expect(await query(`select count(*)::int as months, sum(amount)::text as fees from service_fee_rollup`)).toEqual([
    { months: expect.any(Number), fees: '4000028.000' },
  ]);
});
