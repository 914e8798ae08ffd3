import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Db, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { seedReference } from './seed/reference.ts';
import { readFormerRoutines } from './former-routines.ts';
import { readMigrations } from './sql-files.ts';
import { type TestDatabase, checkIntegrity, createTestDatabase } from './testing.ts';

/** The migrations that introduced the rules for ranks, lines in dollars, bills and vouchers also correct older data. */

let database: TestDatabase;
let db: Db;
const messages: string[] = [];
const query = async (text: string): Promise<unknown[]> => (await db.pool.query(text)).rows;

/** A reversed sale, whose vouchers were deleted with its card. */
const REVERSED_SALE = `
  insert into voucher (type_voucher_id, membership_id, name, name_id, description, description_id, terms_condition,
                       terms_condition_id, file_url, nominal, quantity, is_restricted, is_active)
    select (select d.id from option_detail d join option o on o.id = d.option_id where o.slug = 'type-voucher'
        order by d.id limit 1), m.id,
      'Lunch', 'Makan siang', 'For one', 'Untuk satu', 'None', 'Tidak ada', repeat('0', 32) || '.png', 5, 2, false, true
      from membership m where m.code = 'A';
  insert into transaction (transaction_type_id, hotel_id, member_id, membership_id, sub_total)
    select d.id, m.hotel_id, m.id, m.membership_id, 1 from member m, option_detail d join option o on o.id = d.option_id
    where o.slug = 'transaction-type' and d.code = '1' and m.email = 'sari@innkeeper.test';
  insert into transaction_detail (transaction_id, spend_type_id, unit_price)
    select t.id, d.id, 1 from transaction t, option_detail d join option o on o.id = d.option_id
    where o.slug = 'spend-type' and d.code = '1' and t.member_id is not null;
  insert into member_card (member_id, membership_id, hotel_id, start_date, end_date, is_active, transaction_id)
    select member_id, membership_id, hotel_id, current_date - 30, current_date + 300, true, id from transaction
    where member_id is not null;
  insert into member_voucher (member_card_id, voucher_id, transaction_id, redeem_date, valid_until_date)
    select c.id, v.id, c.transaction_id, c.start_date, c.end_date from member_card c, voucher v, generate_series(1, 3)
    where c.transaction_id is not null;
  update member_voucher set deleted_at = now() where id = (select min(id) from member_voucher);
  insert into transaction (transaction_type_id, hotel_id, member_id, membership_id, sub_total, reverses_id)
    select transaction_type_id, hotel_id, member_id, membership_id, -1, id from transaction where member_id is not null;
  insert into transaction_detail (transaction_id, spend_type_id, quantity, unit_price, is_reversal)
    select b.id, d.spend_type_id, -d.quantity, d.unit_price, true from transaction b
    join transaction_detail d on d.transaction_id = b.reverses_id;
  update member_voucher set deleted_at = now(), cancelled_with_id = (select id from transaction
      where reverses_id is not null) where deleted_at is null;
  update member_card set deleted_at = now(), cancelled_with_id = (select id from transaction
      where reverses_id is not null)
    where transaction_id is not null;`;

/** SQL: a statement with one trigger of a table disabled, found by its former name. */
function withTriggerDisabled(table: string, name: string, statement: string): string {
  return `
  do $$
  declare trigger_name text := (select tgname from pg_trigger where tgrelid = '${table}'::regclass and tgname like '${name}');
  begin
    execute format('alter table ${table} disable trigger %I', trigger_name);
    ${statement};
    execute format('alter table ${table} enable trigger %I', trigger_name);
  end $$;`;
}

const OLD_DATA = `
  insert into region (code, name) values ('R1', 'East'), ('R2', 'West');
  insert into country (region_id, name, cca2, cca3, ccn3, time_zone, currency, decimals, usd_rate)
    select id, 'Country', 'XA', 'XAA', '999', 'Asia/Jakarta', 'IDR', 0, 15500.5 from region where code = 'R1';
  insert into hotel (country_id, code, name, is_active, email) select id, 'H1', 'Hotel', true, 'h@innkeeper.test'
  from country where cca2 = 'XA';
  insert into membership (code, name, price, renewal_price, min_visit, min_visit_to_upgrade, is_free, is_regional, rank,
      restrict_region_id)
    select m.code, m.code, 1, 1, 2, 3, false, false, m.rank, r.id
    from (values ('A', 7, null), ('B', 7, 'R1'), ('C', 7, 'R2'), ('D', 8, 'R1'), ('E', 0, null),
        ('F', 0, null)) m (code, rank, region)
    left join region r on r.code = m.region order by m.code;
  insert into member (membership_id, first_name, type_gender_id, origin_country_id, hotel_id, is_active, email,
      phone_no)
    select m.id, g.name, (select d.id from option_detail d join option o on o.id = d.option_id
        where o.slug = 'type-gender' order by d.id limit 1), c.id, h.id, true,
      lower(g.name) || '@innkeeper.test', g.phone
      from membership m, country c, hotel h, (values ('Ratna', '1'), ('Sari', '2')) g (name, phone) where m.code = 'A'
        and c.cca2 = 'XA' and h.code = 'H1';
  insert into member_card (member_id, membership_id, hotel_id, start_date, end_date, is_active)
    select id, membership_id, hotel_id, current_date - 30, current_date + 300, true from member
    where email = 'ratna@innkeeper.test';
  insert into visit (hotel_id, member_id, reference_no, staff_name, total_fb)
    select m.hotel_id, m.id, v.bill, 'Ayu', v.total
    from member m, (values ('NOTHING', 0), ('SOMETHING', 500000), ('NOTHING AT LAST', 0)) v (bill, total)
    where m.email = 'ratna@innkeeper.test';
  update visit set deleted_at = now() where reference_no = 'NOTHING AT LAST';
  insert into transaction (transaction_type_id, hotel_id)
    select d.id, h.id from hotel h, option_detail d join option o on o.id = d.option_id
    where o.slug = 'transaction-type' and d.code = '99' and h.code = 'H1';
  insert into transaction_detail (transaction_id, unit_price) select t.id, 100077
  from transaction t, generate_series(1, 3);
  ${withTriggerDisabled('transaction_detail', 'add%changed', 'update transaction_detail set sub_total_usd = 6.46')}`;

/** Recreates a former fault: a card got another membership, but its member and their status kept the old one. */
const WITH_FORMER_TIER = `
  ${withTriggerDisabled('member', 'refresh_s%', "update member m set membership_id = l.id from membership l where m.email = 'ratna@innkeeper.test' and l.code = 'F'")}
  update member_standing s set membership_id = m.membership_id from member m where m.id = s.member_id;`;

beforeAll(async () => {
  database = await createTestDatabase({ isEmpty: true });
  db = openDatabase({ url: database.url });
  const allMigrations = await readMigrations();
  // The routines use columns of these later migrations, so those run first.
  const selectMigrations = (last: string, laterMigrations = /^0(2(5[06]|61|90)|3[24]0|35[01]|380|390|4[02]0)/) =>
    allMigrations.filter(({ name }) => name < last || laterMigrations.test(name));
  const migrations = selectMigrations('0090');
  // At that time visits counted without an amount, cards had no region, and there were no tables for changes of rules,
  // corrections of rates and disputes.
  const adaptRoutine = (text: string) =>
    text
      .replaceAll(' and v.grand_total is not null', '')
      .replaceAll(/, (region_of\(new\.hotel_id\)|new\.region_id)/g, '')
      .replaceAll(/insert into standing\w*recount[^;]*;/g, 'perform 1;')
      .replaceAll(/create or replace trigger [^;]* on (rate_correction|sale_dispute)[^;]*;/g, '');
  // Later migrations create the tables of these two files.
  const routines = (await readFormerRoutines())
    .filter(({ name }) => name !== 'unusual-acts' && name !== 'audit')
    .map(({ name, text }) => ({ name, text: adaptRoutine(text) }));
  await migrate(database.url, { files: { migrations, routines } });
  // This trigger reads a column that a later migration adds.
  await db.pool.query('alter table role_group_role disable trigger user');
  await seedReference(db);
  await db.pool.query('alter table role_group_role enable trigger user');
  await db.pool.query(OLD_DATA);
  const log = (line: string) => messages.push(line);
  await migrate(database.url, {
    files: {
      migrations: selectMigrations('0215', /^0(2(5[06]|61|90)|301|3[24]0|35[012]|370|38[01]|390|4[02]0)/),
      routines: await readFormerRoutines(),
    },
    log,
  });
  await db.pool.query(REVERSED_SALE);
  await db.pool.query(WITH_FORMER_TIER);
  await migrate(database.url, { log });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

test('the younger membership of the same rank in a region gets the next free rank', async () => {
  const ranks = await query(
    `select code, rank from membership where code between 'A' and 'F' and length(code) = 1 order by code`,
  );
  expect(ranks).toEqual([
    { code: 'A', rank: 7 },
    { code: 'B', rank: 9 },
    { code: 'C', rank: 8 },
    { code: 'D', rank: 8 },
    { code: 'E', rank: 0 },
    { code: 'F', rank: 0 },
  ]);
  expect(messages.filter((line) => line.includes('had a rank'))).toHaveLength(2);
});

test('lines in dollars are corrected so that they add up to their transaction', async () => {
  const lines = await query(
    `select sub_total_usd::text as amount_usd from transaction_detail where unit_price = 100077 order by id`,
  );
  expect(lines).toEqual([{ amount_usd: '6.46' }, { amount_usd: '6.46' }, { amount_usd: '6.45' }]);
});

test('a bill of 0 becomes a visit without an amount, which does not count, and is logged', async () => {
  const bills = await query(
    'select reference_no, total_fb::text as fb, grand_total::text as total, deleted_at is null as is_live from visit order by id',
  );
  expect(bills).toEqual([
    { reference_no: 'NOTHING', fb: null, total: null, is_live: true },
    { reference_no: 'SOMETHING', fb: '500000.000', total: '500000.000', is_live: true },
    { reference_no: 'NOTHING AT LAST', fb: null, total: null, is_live: false },
  ]);
  expect(messages).toContain('Bills of 0 count for no level any more: 1 members are judged anew');
  await query('select recompute_due_standing(100)');
  expect(await query('select visits from member_standing where visits > 0')).toEqual([{ visits: 1 }]);
  expect(
    await query(
      `select count(*)::int as entries from audit_log where resource = 'visit' and after ? 'total_fb'
          and action = 'update'`,
    ),
  ).toEqual([{ entries: 2 }]);
});

test('vouchers of a reversed sale count as issued and as cancelled', async () => {
  expect(
    await query('select deleted_at is null as is_live, cancelled_with_id from member_voucher order by id'),
  ).toEqual([
    { is_live: false, cancelled_with_id: null },
    { is_live: true, cancelled_with_id: null },
    { is_live: true, cancelled_with_id: null },
  ]);
  expect(await query(`select sum(issued)::int as issued from voucher_rollup`)).toEqual([{ issued: 2 }]);
  expect(await query('select state from voucher_state order by member_voucher_id')).toEqual([
    { state: 'deleted' },
    { state: 'cancelled' },
    { state: 'cancelled' },
  ]);
});

test('cards without a region get the region of their hotel', async () => {
  expect(
    await query(
      `select distinct r.code from member_card c join region r on r.id = c.region_id where c.transaction_id is null`,
    ),
  ).toEqual([{ code: 'R1' }]);
});

test('a member has the membership of the running card, with an entry in the log', async () => {
  expect(
    await query(`
      select l.code, o.after ->> 'membership_id' = m.membership_id::text as is_logged,
        s.membership_id = m.membership_id as agrees
      from member m join membership l on l.id = m.membership_id join member_standing s on s.member_id = m.id
      join audit_log o on o.id = (select max(id) from audit_log where resource = 'member' and record_id = m.id)
      where m.email = 'ratna@innkeeper.test'`),
  ).toEqual([{ code: 'A', is_logged: true, agrees: true }]);
  expect(messages).toContain('Members had another membership than their running card: 1 are corrected');
});

test('the upgraded data passes the reconciliation', async () => {
  expect(await checkIntegrity(db)).toEqual([]);
});
