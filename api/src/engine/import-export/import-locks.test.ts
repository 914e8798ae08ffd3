import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readDatabaseState } from '../../testing/database-state.ts';
import { call } from '../../testing/call.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { createInputs } from '../../testing/inputs.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';
import { csvFile, upload } from './table-helpers.ts';

/*
 * Requests that wait for an import, detected by locks and not by time. A test stops the import at a row of `gate`: the
 * test locks the row, and a trigger reads it while the import writes.
 */

const api = await startTestApp({ connections: 20 });
api.setClock(new Date());
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const fixtures = await createFixtures(api, admin, createInputs(api, admin, await createBaseRecords(db)));
const ROWS = 30;

const sales = [];
for (let n = 0; n < 4; n += 1) sales.push((await fixtures.sell()).body.data);
const [firstSale, secondSale, otherSale] = sales;
if (!firstSale || !secondSale || !otherSale) throw new Error('no guests');
// Times in files are in the hotel's zone.
const { rows: clockRows } = await sql<{ now: string }>`
  select to_char(${api.clock()}::timestamptz at time zone effective_time_zone(${fixtures.h1}),
      'YYYY-MM-DD HH24:MI:SS') as now`.execute(db.kysely);
const now = clockRows[0]?.now ?? '';

let bills = 0;
const nextBillNo = (): string => `W-${(bills += 1)}`;
const createVisitsFile = () =>
  csvFile([
    ['hotel_id', 'member_id', 'visit_date', 'reference_no', 'total_fb', 'staff_name'],
    ...Array.from({ length: ROWS }, (_, n) => [
      fixtures.h1,
      n % 2 ? firstSale.member.id : secondSale.member.id,
      now,
      nextBillNo(),
      '1000',
      'Ayu',
    ]),
  ]);
const createRedemptionsFile = () =>
  csvFile([
    ['member_voucher_id', 'redeem_hotel_id', 'redeem_date', 'booking_no', 'staff_name'],
    ...[firstSale, secondSale].flatMap(({ member_vouchers }) =>
      member_vouchers
        .filter(({ voucher_id }) => voucher_id === fixtures.unrestrictedVoucher)
        .map(({ id }) => [id, fixtures.h1, now, 'B-1', 'Ayu']),
    ),
  ]);
const post = (path: string, body: object) => call(app, admin.token, 'POST', `/api/${path}`, { body });

await sql`create table gate (at text primary key)`.execute(db.kysely);
for (const step of ['first', 'last']) {
  await sql`insert into gate values (${step})`.execute(db.kysely);
}
// Statement triggers fire in order of name: one before all others that the rows cause, one after them.
await sql`
  create function stop_at_gate() returns trigger language plpgsql as $$
  begin
    if current_setting('innkeeper.request_id', true) <> '' and (select count(*) from new_rows) > 1 then
      perform from gate where at = tg_argv[0] for share;
    end if;
    return null;
  end $$`.execute(db.kysely);
for (const table of ['visit', 'voucher_redeem'])
  for (const [name, step] of [
    ['a_first', 'first'],
    ['zz_last', 'last'],
  ] as const)
    await sql`create trigger ${sql.ref(name)} after insert on ${sql.table(table)} referencing new table as new_rows
      for each statement execute function stop_at_gate(${sql.lit(step)})`.execute(db.kysely);
await sql`create trigger a_first_changed after update on visit referencing new table as new_rows
  for each statement execute function stop_at_gate('first')`.execute(db.kysely);

/** Runs `onPause` while an import is stopped at a gate, then lets the import continue. */
async function runWhilePaused(
  at: 'first' | 'last',
  importFile: () => Promise<unknown>,
  onPause: (pid: number) => Promise<void>,
) {
  let importing: Promise<unknown> | undefined;
  await db.kysely.transaction().execute(async (tx) => {
    await sql`select from gate where at = ${at} for update`.execute(tx);
    importing = importFile();
    const findBlocked = async () => {
      const { rows } = await sql<{ pid: number }>`
        select a.pid from pg_stat_activity a where a.datname = current_database() and a.wait_event_type = 'Lock'
          and exists (select from pg_locks l where l.pid = a.pid and l.relation = 'gate'::regclass)`.execute(db.kysely);
      return rows[0]?.pid ?? 0;
    };
    await expect.poll(findBlocked, { interval: 5 }).toBeGreaterThan(0);
    await onPause(await findBlocked());
  });
  return importing;
}

const otherWrites = {
  'a visit of another member at the hotel': () =>
    post('visit', {
      hotel_id: fixtures.h1,
      member_id: otherSale.member.id,
      reference_no: nextBillNo(),
      total_fb: '1',
      staff_name: 'A',
    }),
  'a sale at the hotel': () => fixtures.sell(),
  'an edit of the hotel': () => post(`hotel/${fixtures.h1}`, { greeting_name: nextBillNo() }),
  'an edit of the membership': () => post(`membership/${fixtures.gold}`, { benefits: nextBillNo() }),
  'an edit of another member': () => post(`member/${otherSale.member.id}`, { remark: nextBillNo() }),
};
const blockedWrites = {
  'an edit of a member of the file': () => post(`member/${firstSale.member.id}`, { remark: nextBillNo() }),
  'a visit of a member of the file': () =>
    post('visit', {
      hotel_id: fixtures.h1,
      member_id: secondSale.member.id,
      reference_no: nextBillNo(),
      total_fb: '1',
      staff_name: 'A',
    }),
};

test.each([
  ['visit', createVisitsFile],
  ['voucher_redeem', createRedemptionsFile],
] as const)('a user who writes during an import of %s does not wait, and sees none of its rows', async (key, file) => {
  const table = sql.table(key);
  const countRows = async () =>
    (await sql<{ n: number }>`select count(*) as n from ${table}`.execute(db.kysely)).rows[0]?.n ?? 0;
  const before = await countRows();
  let pausedCount = 0;
  const content = file();
  const reply = await runWhilePaused(
    'first',
    () => upload(app, admin.token, key, content),
    async () => {
      for (const [name, write] of Object.entries({ ...otherWrites, ...blockedWrites })) {
        const { status, text } = await write();
        expect(status, `${name}: ${text}`).toBeLessThan(300);
        if (key === 'visit' && name.startsWith('a visit')) pausedCount += 1;
      }
      expect(await countRows()).toBe(before + pausedCount);
    },
  );
  expect(reply).toMatchObject({ status: 201 });
  expect(await countRows()).toBe(before + pausedCount + content.trim().split('\n').length - 1);
});

test('a user who writes while visits are updated does not wait: one statement updates all', async () => {
  expect(await upload(app, admin.token, 'visit', createVisitsFile())).toMatchObject({ status: 201 });
  const rows = await db.kysely.selectFrom('visit').select('id').orderBy('id', 'desc').limit(ROWS).execute();
  const file = csvFile([['id', 'total_fb'], ...rows.map(({ id }) => [id, '2000'])]);
  const reply = await runWhilePaused(
    'first',
    () => upload(app, admin.token, 'visit', file),
    async () => {
      for (const [name, write] of Object.entries({ ...otherWrites, ...blockedWrites })) {
        const { status, text } = await write();
        expect(status, `${name}: ${text}`).toBeLessThan(300);
      }
    },
  );
  expect(reply).toMatchObject({ status: 201, body: { data: { updated: ROWS } } });
});

test('the last step of an import of visits locks their members, and nobody else waits', async () => {
  const reply = await runWhilePaused(
    'last',
    () => upload(app, admin.token, 'visit', createVisitsFile()),
    async () => {
      for (const [name, write] of Object.entries(otherWrites)) {
        const { status, text } = await write();
        expect(status, `${name}: ${text}`).toBeLessThan(300);
      }
      const { rows } = await sql<{
        id: number;
      }>`select id from member order by id for no key update skip locked`.execute(db.kysely);
      const lockableIds = new Set(rows.map(({ id }) => id));
      expect([firstSale, secondSale, otherSale].map(({ member }) => lockableIds.has(member.id))).toEqual([
        false,
        false,
        true,
      ]);
    },
  );
  expect(reply).toMatchObject({ status: 201 });
});

test.each(['first', 'last'] as const)('an import that is killed at its %s step leaves no changes', async (step) => {
  const before = await readDatabaseState(db);
  const reply = await runWhilePaused(
    step,
    () => upload(app, admin.token, 'visit', createVisitsFile()),
    async (pid) => {
      await sql`select pg_terminate_backend(${pid})`.execute(db.kysely);
    },
  );
  expect(reply).toMatchObject({ status: expect.toSatisfy((status: number) => status >= 500) });
  expect(await readDatabaseState(db)).toEqual(before);
});
