import { CALL_LISTS, type CallListKey } from '@innkeeper/contract';
import type { CallListCount } from '@innkeeper/contract/calls';
import { seedDemo } from '@innkeeper/demo';
import { type RawBuilder, sql } from 'kysely';
import { expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { expectPlannedOnceAndCached } from '../../testing/planned-once.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { type TestUser, createUser } from '../../testing/user.ts';

/** The numbers of the call lists for each level of user, compared with SQL that counts all members. */

const api = await startTestApp({ connections: 1 });
const { app, db } = api;
await seedDemo(db, { members: 400, passwordHash: 'hash', now: new Date() });
/** With these zones, at least one hotel is always a day ahead of another. */
await sql`update hotel set time_zone = case id % 3 when 0 then 'Pacific/Kiritimati' when 1 then 'Pacific/Pago_Pago'
  else time_zone end where id % 5 < 3`.execute(db.kysely);
/** Cards that end, and birthdays, around the days on which a list begins or ends at some hotel. */
await sql`update member_card c set end_date = now()::date + v.days
  from (select id, (array[-182, -181, -180, -179, -1, 0, 1, 29, 30, 31, 89, 90, 91, 92])[1 + id % 14] as days
    from member_card) v
  where v.id = c.id and c.is_active and c.deleted_at is null and c.start_date < now()::date - 182
    and not exists (select from member_card later where later.member_id = c.member_id and later.id > c.id)`.execute(
  db.kysely,
);
await sql`update member set birth_date = (date '1988-01-01' + (extract(doy from now())::int + (id % 14)::int - 4))
  where id % 3 = 0`.execute(db.kysely);
for (const [index, list] of CALL_LISTS.entries())
  await sql`
    insert into member_call (member_id, work_list, outcome, call_back_on)
    select m.id, ${list}, o.outcome, case when o.outcome = 'call_back' then now()::date + (m.id % 5)::int - 2 end
    from member m, unnest(array['reached', 'no_answer', 'call_back', 'declined']) with ordinality o (outcome, n)
    where (m.id + ${index}) % 5 < 2 and (m.id + o.n) % 4 < 2 and m.deleted_at is null order by m.id, o.n`.execute(
    db.kysely,
  );

const places = (
  await sql<{ hotel: number; region: number }>`
    select h.id as hotel, c.region_id as region from hotel h join country c on c.id = h.country_id order by h.id`.execute(
    db.kysely,
  )
).rows;
const hotels = places.map(({ hotel }) => hotel);
const [firstPlace, , thirdPlace] = places;
if (!firstPlace || !thirdPlace) throw new Error('The demonstration has no hotels');
const hotelsOfRegion = places.filter(({ region }) => region === firstPlace.region).map(({ hotel }) => hotel);
const assign = ({ hotel, region }: { hotel: number; region: number }) => ({
  region_id: region,
  restrict_hotel_id: hotel,
});

const admin = await createUser(db, { level: 'group' });
const regional = await createUser(db, { level: 'region', assignments: [{ region_id: firstPlace.region }] });
const clerk = await createUser(db, { level: 'property', assignments: [assign(firstPlace)] });
const clerkOfTwo = await createUser(db, { level: 'property', assignments: [assign(firstPlace), assign(thirdPlace)] });

async function readCounts(user: TestUser, query = ''): Promise<readonly CallListCount[]> {
  const reply = await call<{ data: CallListCount[] }>(app, user.token, 'GET', `/api/work_list${query}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data;
}

/** Conditions on the member `m`, the standing `s`, its card `k` and today `d.day` at the hotel. */
const CONDITIONS: Readonly<Record<CallListKey, (now: Date) => RawBuilder<unknown>>> = {
  renewal: () => sql`m.valid_until_date - d.day between -180 and 90`,
  expiring: () => sql`m.valid_until_date - d.day between 0 and 30`,
  never_used: (now) => sql`k.end_date >= d.day and k.start_date + 90 <= d.day and greatest(
      (select max(v.visit_date) from visit v where v.member_id = m.id and v.deleted_at is null),
      (select max(r.redeem_date) from voucher_redeem r where r.member_id = m.id and r.deleted_at is null), '-infinity')
    < ${now}::timestamptz - interval '90 days'`,
  near_upgrade: () => sql`k.end_date >= d.day and s.to_upgrade in (1, 2)`,
  birthday: () => sql`(m.valid_until_date is null or d.day - m.valid_until_date <= 180) and exists (
    select from generate_series(0, 6) n
    where to_char(d.day + n, 'MMDD') = to_char(m.birth_date, 'MMDD')
      or to_char(m.birth_date, 'MMDD') = '0229' and to_char(d.day + n, 'MMDD') = '0228'
        and to_char(d.day + n + 1, 'MMDD') = '0301')`,
};

async function countMembers(key: CallListKey, hotelIds: readonly number[], now: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with last_call as (
      select distinct on (member_id) * from member_call where work_list = ${key} and deleted_at is null
      order by member_id, id desc)
    select count(*)::int as n
    from member m join hotel h on h.id = m.hotel_id join country c on c.id = h.country_id
    cross join lateral (
      select (${now}::timestamptz at time zone coalesce(h.time_zone, c.time_zone))::date as day) d
    left join member_standing s on s.member_id = m.id left join member_card k on k.id = s.member_card_id
    left join last_call l on l.member_id = m.id
    where m.deleted_at is null and m.is_active and m.hotel_id = any(${hotelIds}::bigint[])
      and ${CONDITIONS[key](now)}
      and not coalesce(l.outcome in ('reached', 'declined', 'renewed', 'wrong_number')
        and l.created_at >= ${now}::timestamptz - interval '90 days', false)
      and not coalesce(l.outcome = 'call_back' and l.call_back_on > d.day, false)`.execute(db.kysely);
  return rows[0]?.n ?? 0;
}

const LEVELS = [
  ['the group', admin, '', hotels],
  ['a region', regional, '', hotelsOfRegion],
  ['one hotel', clerk, '', [firstPlace.hotel]],
  ['two hotels', clerkOfTwo, '', [firstPlace.hotel, thirdPlace.hotel]],
  ['a hotel that the group requests', admin, `?hotel_id=${thirdPlace.hotel}`, [thirdPlace.hotel]],
  ['a hotel that the user does not see', clerk, `?hotel_id=${thirdPlace.hotel}`, []],
] as const;

test.each(LEVELS)('the numbers of %s are those of all members, and of the lists', async (_, user, query, hotelIds) => {
  for (const days of [0, 45, 91]) {
    const now = new Date(Date.now() + days * 86_400_000);
    api.setClock(now);
    const counts = await readCounts(user, query);
    expect(counts.map(({ key }) => key)).toEqual(CALL_LISTS);
    for (const { key, total, is_more } of counts) {
      const name = `${key}, ${days} days from now`;
      expect([total, is_more], name).toEqual([await countMembers(key, hotelIds, now), false]);
      const list = await call<{ meta: { total: number } }>(app, user.token, 'GET', `/api/work_list/${key}${query}`);
      expect(list.body.meta.total, name).toBe(total);
    }
  }
});

test('each list of the group has members, and all together fewer than without calls', async () => {
  const withoutCalls: number[] = [];
  const counts = await readCounts(admin);
  for (const { key, total } of counts) {
    expect(total, key).toBeGreaterThan(0);
    const list = await call<{ meta: { total: number } }>(app, admin.token, 'GET', `/api/work_list/${key}?calls=all`);
    withoutCalls.push(list.body.meta.total);
  }
  const sum = (numbers: readonly number[]) => numbers.reduce((all, n) => all + n, 0);
  expect(sum(withoutCalls)).toBeGreaterThan(sum(counts.map(({ total }) => total)));
});

test.each(LEVELS)('the numbers of %s are one statement, planned once, and cached', async (_, user, query) => {
  await expectPlannedOnceAndCached(api, () => readCounts(user, query));
});
