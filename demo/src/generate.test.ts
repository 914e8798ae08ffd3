import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Db, openDatabase } from '@innkeeper/db';
import { LEDGER_TABLES } from './ledger-rows.ts';
import { seedDemo } from './seed-demo.ts';
import { generateMembers } from './generate.ts';
import { checkIntegrity, createTestDatabase } from '@innkeeper/db/testing';

const DEMO_MEMBERS = 100;
const MEMBERS = 1_500;
const NOW = new Date('2026-11-21T03:00:00Z');
const openDatabases: { db: Db; drop: () => Promise<void> }[] = [];
async function openTestDatabase(): Promise<Db> {
  const { url, drop } = await createTestDatabase();
  const db = openDatabase({ url });
  openDatabases.push({ db, drop });
  return db;
}
afterAll(() => Promise.all(openDatabases.map(({ db, drop }) => db.close().then(drop))));

const rows = async (db: Db, sql: string): Promise<unknown[]> =>
  (await db.pool.query<Record<string, unknown>>(sql)).rows;
const COUNTS = `select count(*) filter (where deleted_at is null)::int as live, count(deleted_at)::int as deleted
  from member`;
const LIVE_COUNTS = `select sum(live)::int as live, sum(deleted)::int as deleted from row_count
  where resource = 'member'`;

let db: Db;
beforeAll(async () => {
  db = await openTestDatabase();
  await seedDemo(db, { members: DEMO_MEMBERS, passwordHash: 'hash', now: NOW });
  await generateMembers(db, MEMBERS, NOW);
});

it('repeated runs add members to the existing ones and update the row counts', async () => {
  const secondDb = await openTestDatabase();
  await generateMembers(secondDb, 500, NOW);
  await generateMembers(secondDb, 700, NOW);
  expect(await rows(secondDb, 'select count(*)::int, min(id)::int, max(id)::int from member')).toEqual([
    { count: 1_200, min: 1, max: 1_200 },
  ]);
  expect(await rows(db, 'select count(*)::int, max(id)::int from member')).toEqual([
    { count: DEMO_MEMBERS + MEMBERS, max: DEMO_MEMBERS + MEMBERS },
  ]);
  expect(await checkIntegrity(secondDb)).toEqual([]);
  expect(await rows(db, LIVE_COUNTS)).toEqual(await rows(db, COUNTS));
  expect(await rows(secondDb, LIVE_COUNTS)).toEqual(await rows(secondDb, COUNTS));
});

it('the same day generates the same members', async () => {
  const otherDb = await openTestDatabase();
  await seedDemo(otherDb, { members: DEMO_MEMBERS, passwordHash: 'hash', now: NOW });
  await generateMembers(otherDb, MEMBERS, NOW);
  const digest = ['member', ...LEDGER_TABLES]
    .map((table) => `select '${table}' as table, md5(string_agg(t::text, '' order by id)) from ${table} t`)
    .join(' union all ');
  const queuedDigest = `${digest} order by 1`;
  expect(await rows(otherDb, queuedDigest)).toEqual(await rows(db, queuedDigest));
});

it('each member has a card, a sale, 5 visits and 3 vouchers, and the data passes reconciliation', async () => {
  const [totals] = (await rows(
    db,
    `select (select count(*)::int from member_card where member_id > ${DEMO_MEMBERS}) as cards,
            (select count(*)::int from transaction where member_id > ${DEMO_MEMBERS}) as sales,
            (select count(*)::int from visit where member_id > ${DEMO_MEMBERS}) as visits,
            (select count(*)::int from member_voucher where member_id > ${DEMO_MEMBERS}) as vouchers,
            (select count(*)::int from voucher_redeem where member_id > ${DEMO_MEMBERS}) as redemptions`,
  )) as Record<string, number>[]; // the five columns of the statement
  expect(totals).toMatchObject({ cards: MEMBERS, sales: MEMBERS, vouchers: 3 * MEMBERS });
  expect(totals?.['visits']).toBeGreaterThan(0.97 * 5 * MEMBERS);
  expect(totals?.['redemptions']).toBeGreaterThan(0.9 * MEMBERS);
  expect(totals?.['redemptions']).toBeLessThan(1.11 * MEMBERS);
  expect(await checkIntegrity(db)).toEqual([]);
});

it('a member added afterwards has the next id, a log entry and a row count', async () => {
  const members = await rows(
    db,
    `insert into member (membership_id, first_name, type_gender_id, origin_country_id, hotel_id, is_active, email,
         phone_no)
     select membership_id, 'New', type_gender_id, origin_country_id, hotel_id, true, 'new@example.com', phone_no
     from member where id = ${DEMO_MEMBERS + 1}
     returning id`,
  );
  expect(members).toEqual([{ id: DEMO_MEMBERS + MEMBERS + 1 }]);
  expect(
    await rows(
      db,
      `select action from audit_log where resource = 'member' and record_id = ${DEMO_MEMBERS + MEMBERS + 1}`,
    ),
  ).toEqual([{ action: 'create' }]);
  expect(await rows(db, LIVE_COUNTS)).toEqual(await rows(db, COUNTS));
  const visits = await rows(
    db,
    `insert into visit (hotel_id, member_id, reference_no, staff_name) select hotel_id, id, 'NEXT', 'Somebody'
      from member where id = ${DEMO_MEMBERS + 1} returning id, visit_no`,
  );
  expect(visits).toEqual(
    await rows(db, `select max(id)::int as id, 'V' || to_char(max(id), 'FM00000000') as visit_no from visit`),
  );
});

it('the generated data has common and rare names, large and small hotels, and no history of its own', async () => {
  const names = await rows(
    db,
    `select count(*)::int from member where id > ${DEMO_MEMBERS} group by lower(first_name) order by 1 desc`,
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
          and record_id between ${DEMO_MEMBERS + 1} and ${DEMO_MEMBERS + MEMBERS}`,
    ),
  ).toEqual([{ count: 0 }]);
});
