import type { Db, Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createBaseRecords, createHotel } from '../../testing/base-records.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { createInputs } from '../../testing/inputs.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { detectFlaggedActivity, refreshFlaggedActivityLimits } from './handlers.ts';

const api = await startTestApp();
const { db } = api;
const admin = await createUser(db, { level: 'group' });
const base = await createBaseRecords(db);
const fixtures = await createFixtures(api, admin, createInputs(api, admin, base));
const sellToGuest = async (): Promise<number> => (await fixtures.sell()).body.data.member.id;
const [member, otherMember] = [await sellToGuest(), await sellToGuest()];

/** A separate hotel of the fixtures' country, in Jakarta. */
const createQuietHotel = () => createHotel(db, fixtures.country);

interface Bills {
  readonly hotel: number;
  /** Days before today. */
  readonly daysAgo: number;
  readonly time?: string;
  readonly amount?: number;
  readonly name?: string;
  /** With several, each has another amount. */
  readonly bills?: number;
  readonly guest?: number;
}

const insertBills = async (
  { hotel, daysAgo, time = '12:00', amount = 1000, name = 'Sari', bills = 1, guest = member }: Bills,
  tx: Tx | Db['kysely'] = db.kysely,
): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into visit (hotel_id, member_id, visit_date, reference_no, staff_name, total_fb)
    select ${hotel}::bigint, ${guest}::bigint,
      ((now() at time zone 'Asia/Jakarta')::date - ${daysAgo}::integer + ${time}::time) at time zone 'Asia/Jakarta',
      gen_random_uuid(), ${name}::text, ${amount}::integer + n
    from generate_series(1, ${bills}::integer) n returning id`.execute(tx);
  return rows[0]?.id ?? 0;
};

const listFlags = async (hotel: number): Promise<string[]> => {
  const { rows } = await sql<{ flag: string }>`
    select concat_ws(' ', kind, visit_id, times) as flag from flagged_activity where hotel_id = ${hotel}
    order by id`.execute(db.kysely);
  return rows.map(({ flag }) => flag);
};

/** Detects twice, with the log complete up to here after the first run, as the job that seals it finds out. */
const detectTwice = async (): Promise<void> => {
  await detectFlaggedActivity(db);
  await sql`select seal_log()`.execute(db.kysely);
  await detectFlaggedActivity(db);
};

const limitAfterShift = (hotel: number, times: number) =>
  sql`
  insert into flagged_activity_limit (hotel_id, kind, is_bill, times, computed_at)
  values (${hotel}, 'after_shift', true, ${times}, now())
  on conflict (hotel_id, kind, is_bill) do update set times = excluded.times`.execute(db.kysely);

test('a bill that is posted months late is compared with those of its own week', async () => {
  const hotel = await createQuietHotel();
  await insertBills({ hotel, daysAgo: 200 });
  const lastId = await insertBills({ hotel, daysAgo: 196 });
  await detectTwice();
  expect(await listFlags(hotel)).toEqual([]);
  await insertBills({ hotel, daysAgo: 198 });
  await detectTwice();
  expect(await listFlags(hotel)).toEqual([`same_amount ${lastId} 3`]);
});

test('an activity is flagged once, even if a run finds its record again', async () => {
  const hotel = await createQuietHotel();
  const id = await insertBills({ hotel, daysAgo: 1, time: '03:00' });
  await detectFlaggedActivity(db);
  await detectTwice();
  await insertBills({ hotel, daysAgo: 1 });
  await detectTwice();
  expect(await listFlags(hotel)).toEqual([`after_shift ${id}`]);
});

test('a run looks at new and changed records only', async () => {
  const hotel = await createQuietHotel();
  await limitAfterShift(hotel, 2);
  const id = await insertBills({ hotel, daysAgo: 40, time: '03:00' });
  await detectTwice();
  await limitAfterShift(hotel, 1);
  await sql`update visit set remark = 'Paid later' where id = ${id}`.execute(db.kysely);
  await detectTwice();
  expect(await listFlags(hotel)).toEqual([]);
  await sql`update visit set staff_name = 'Budi' where id = ${id}`.execute(db.kysely);
  await detectTwice();
  expect(await listFlags(hotel)).toEqual([`after_shift ${id}`]);
});

test('a bill whose transaction began before a run and is committed after it is flagged by the next run', async () => {
  const hotel = await createQuietHotel();
  const { promise: isDetected, resolve: commit } = Promise.withResolvers<void>();
  const { promise: isInserted, resolve: reportInserted } = Promise.withResolvers<number>();
  const transaction = db.kysely.transaction().execute(async (tx) => {
    // Another guest, because a bill locks its member.
    reportInserted(await insertBills({ hotel, daysAgo: 1, time: '03:00', guest: otherMember }, tx));
    await isDetected;
  });
  onTestFinished(() => commit());
  const id = await isInserted;
  const laterId = await insertBills({ hotel, daysAgo: 2, time: '03:00' });
  await detectTwice();
  await detectTwice();
  expect(await listFlags(hotel)).toEqual([`after_shift ${laterId}`]);
  commit();
  await transaction;
  await detectTwice();
  expect(await listFlags(hotel)).toEqual([`after_shift ${laterId}`, `after_shift ${id}`]);
});

test('a hotel is measured by its own last year, and never below the minimum', async () => {
  const [busyHotel, smallHotel] = [await createQuietHotel(), await createQuietHotel()];
  for (const daysAgo of [30, 60, 90]) await insertBills({ hotel: busyHotel, daysAgo, bills: 60 });
  await insertBills({ hotel: smallHotel, daysAgo: 30, bills: 60 });
  await sql`select set_flagged_activity_limits(h, now()) from unnest(${[busyHotel, smallHotel]}::bigint[]) h`.execute(
    db.kysely,
  );
  const { rows } = await sql`
    select kind, is_bill, array_agg(times order by hotel_id) as times from flagged_activity_limit
    where hotel_id in (${busyHotel}, ${smallHotel}) group by kind, is_bill order by kind, is_bill`.execute(db.kysely);
  expect(rows).toEqual([
    { kind: 'after_shift', is_bill: false, times: [1, 1] },
    { kind: 'after_shift', is_bill: true, times: [1, 1] },
    { kind: 'far_away', is_bill: false, times: [1, 1] },
    { kind: 'one_name', is_bill: false, times: [8, 8] },
    { kind: 'one_name', is_bill: true, times: [91, 40] },
    { kind: 'same_amount', is_bill: true, times: [3, 3] },
  ]);
  await detectTwice();
  const flagsBefore = await listFlags(smallHotel);
  expect(flagsBefore).toHaveLength(21);
  expect(await listFlags(busyHotel)).toEqual([]);
  for (const hotel of [busyHotel, smallHotel]) await insertBills({ hotel, daysAgo: 3, bills: 41 });
  await detectTwice();
  expect(await listFlags(busyHotel)).toEqual([]);
  expect(await listFlags(smallHotel)).toHaveLength(flagsBefore.length + 2);
});

test('a limit is half above what all but two of 20,000 bills of the last year reached', async () => {
  const hotel = await createQuietHotel();
  // On one day 45 bills by one name, on another 43, and the others by a name each.
  await db.kysely.transaction().execute(async (tx) => {
    await sql`alter table visit disable trigger user`.execute(tx);
    await sql`
      insert into visit (hotel_id, member_id, visit_date, reference_no, staff_name, total_fb, total_room, total_others,
        currency)
      select ${hotel}::bigint, ${member}::bigint, now() - d * interval '10 days', gen_random_uuid(),
        case when d < 3 then 'Sari' else 'Name ' || n end, 1000 + n, 0, 0, 'IDR'
      from (values (1, 45), (2, 43), (3, 19912)) v (d, bills), generate_series(1, bills) n`.execute(tx);
    await sql`alter table visit enable trigger user`.execute(tx);
  });
  await sql`select set_flagged_activity_limits(${hotel}, now())`.execute(db.kysely);
  const { rows } = await sql`
    select times from flagged_activity_limit where hotel_id = ${hotel} and kind = 'one_name' and is_bill`.execute(
    db.kysely,
  );
  // The highest counts are 45, 44, 43 and 43.
  expect(rows).toEqual([{ times: 66 }]);
});

test('the limits of one hotel are refreshed per run, those of each hotel once a week', async () => {
  const countDue = async () => {
    const { rows } = await sql<{ due: number }>`
      select count(*)::integer as due from hotel h where h.deleted_at is null and not exists (
        select from flagged_activity_limit l where l.hotel_id = h.id and l.computed_at > now() - interval '7 days'
        and l.kind = 'one_name')`.execute(db.kysely);
    return rows[0]?.due ?? 0;
  };
  await sql`update flagged_activity_limit set computed_at = now() - interval '8 days'`.execute(db.kysely);
  const due = await countDue();
  expect(due).toBeGreaterThan(1);
  await refreshFlaggedActivityLimits(db);
  expect(await countDue()).toBe(due - 1);
  for (let n = 1; n < due; n += 1) await refreshFlaggedActivityLimits(db);
  expect(await countDue()).toBe(0);
  const readDates = async () =>
    (await sql`select * from flagged_activity_limit order by 1, 2, 3`.execute(db.kysely)).rows;
  const dates = await readDates();
  await refreshFlaggedActivityLimits(db);
  expect(await readDates()).toEqual(dates);
});
