import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Db, openDatabase } from '@innkeeper/db';
import { LEDGER_TABLES } from './ledger-rows.ts';
import { seedDemo } from './seed-demo.ts';
import { generateMembers } from './generate.ts';
import { checkIntegrity, createTestDatabase } from '@innkeeper/db/testing';

const DEMO = 100;
const MEMBERS = 1_500;
const NOW = new Date('2026-11-21T03:00:00Z');
const open: { db: Db; drop: () => Promise<void> }[] = [];
async function openTestDatabase(): Promise<Db> {
  const { url, drop } = await createTestDatabase();
  const db = openDatabase({ url });
  open.push({ db, drop });
  return db;
}
afterAll(() => Promise.all(open.map(({ db, drop }) => db.close().then(drop))));

const rows = async (db: Db, sql: string): Promise<unknown[]> =>
  (await db.pool.query<Record<string, unknown>>(sql)).rows;
const COUNTS = `select count(*) filter (where deleted_at is null)::int as live, count(deleted_at)::int as deleted
  from member`;
const LIVE_COUNTS = `select sum(live)::int as live, sum(deleted)::int as deleted from row_count
  where resource = 'member'`;

let db: Db;
beforeAll(async () => {
  db = await openTestDatabase();
  await seedDemo(db, { members: DEMO, passwordHash: 'hash', now: NOW });
  await generateMembers(db, MEMBERS, NOW);
});

it('members are added repeatedly to existing ones, and the row counts are updated', async () => {
  const again = await openTestDatabase();
  await generateMembers(again, 500, NOW);
  await generateMembers(again, 700, NOW);
  expect(await rows(again, 'select count(*)::int, min(id)::int, max(id)::int from member')).toEqual([
    { count: 1_200, min: 1, max: 1_200 },
  ]);
  expect(await rows(db, 'select count(*)::int, max(id)::int from member')).toEqual([
    { count: DEMO + MEMBERS, max: DEMO + MEMBERS },
  ]);
  expect(await checkIntegrity(again)).toEqual([]);
  expect(await rows(db, LIVE_COUNTS)).toEqual(await rows(db, COUNTS));
  expect(await rows(again, LIVE_COUNTS)).toEqual(await rows(again, COUNTS));
});

it('the same day generates the same members', async () => {
  const other = await openTestDatabase();
  await seedDemo(other, { members: DEMO, passwordHash: 'hash', now: NOW });
  await generateMembers(other, MEMBERS, NOW);
  const digest = ['member', ...LEDGER_TABLES]
    .map((table) => `select '${table}' as table, md5(string_agg(t::text, '' order by id)) from ${table} t`)
    .join(' union all ');
  const ordered = `${digest} order by 1`;
  expect(await rows(other, ordered)).toEqual(await rows(db, ordered));
});

it('each member has a card, sale, 5 visits and 3 vouchers, a third redeemed; passes reconciliation', async () => {
  const [added] = (await rows(
    db,
    `select (select count(*)::int from member_card where member_id > ${DEMO}) as cards,
            (select count(*)::int from transaction where member_id > ${DEMO}) as sales,
            (select count(*)::int from visit where member_id > ${DEMO}) as visits,
            (select count(*)::int from member_voucher where member_id > ${DEMO}) as vouchers,
            (select count(*)::int from voucher_redeem where member_id > ${DEMO}) as redemptions`,
  )) as Record<string, number>[]; // the five columns of the statement
  expect(added).toMatchObject({ cards: MEMBERS, sales: MEMBERS, vouchers: 3 * MEMBERS });
  expect(added?.['visits']).toBeGreaterThan(0.97 * 5 * MEMBERS);
  expect(added?.['redemptions']).toBeGreaterThan(0.9 * MEMBERS);
  expect(added?.['redemptions']).toBeLessThan(1.11 * MEMBERS);
  expect(await checkIntegrity(db)).toEqual([]);
});

it('a member added afterwards has the next id, a log entry and a row count', async () => {
  const added = await rows(
    db,
    `insert into member (membership_id, first_name, type_gender_id, origin_country_id, hotel_id, is_active, email,
         phone_no)
     select membership_id, 'New', type_gender_id, origin_country_id, hotel_id, true, 'new@example.com', phone_no
     from member where id = ${DEMO + 1}
     returning id`,
  );
  expect(added).toEqual([{ id: DEMO + MEMBERS + 1 }]);
  expect(
    await rows(db, `select action from audit_log where resource = 'member' and record_id = ${DEMO + MEMBERS + 1}`),
  ).toEqual([{ action: 'create' }]);
  expect(await rows(db, LIVE_COUNTS)).toEqual(await rows(db, COUNTS));
  const numbered = await rows(
    db,
    `insert into visit (hotel_id, member_id, reference_no, staff_name) select hotel_id, id, 'NEXT', 'Somebody'
      from member where id = ${DEMO + 1} returning id, visit_no`,
  );
  expect(numbered).toEqual(
    await rows(db, `select max(id)::int as id, 'V' || to_char(max(id), 'FM00000000') as visit_no from visit`),
  );
});

it('the generated data has common and rare names, large and small hotels, and no history of its own', async () => {
  const names = await rows(
    db,
    `select count(*)::int from member where id > ${DEMO} group by lower(first_name) order by 1 desc`,
  );
  expect(names[0]).toMatchObject({ count: expect.any(Number) });
  const counts = names.map((n) => (n as { count: number }).count); // the only column of the statement
  expect(counts[0]).toBeGreaterThan(MEMBERS / 180);
  expect(counts.filter((n) => n === 1).length).toBeGreaterThan(20);
  const hotels = (await rows(db, `select count(*)::int from member group by hotel_id order by 1 desc`)).map(
    (h) => (h as { count: number }).count,
  );
  expect(hotels[0]).toBeGreaterThan(5 * (hotels.at(-1) ?? Infinity));
  expect(
    await rows(
      db,
      `select count(*)::int from audit_log where resource = 'member'
          and record_id between ${DEMO + 1} and ${DEMO + MEMBERS}`,
    ),
  ).toEqual([{ count: 0 }]);
});
