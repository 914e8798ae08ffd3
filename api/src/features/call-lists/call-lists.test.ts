import { type CallListKey, CALL_LIST_MAX, getResource } from '@innkeeper/contract';
import type { CallListCount, CallListMeta, CallListRow } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type Reply, call, queryString } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { type Schema, valueProblems } from '../../testing/json-schema.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createCountry, createHotel, createRegion, createBaseRecords } from '../../testing/base-records.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const baseRecords = await createBaseRecords(db);
const inputs = createInputs(api, admin, baseRecords);
const { card, voucher, redeem, remove } = createProgramme(api, admin, inputs, baseRecords.hotel);

type Page = { data: CallListRow[]; meta: CallListMeta };
const request = (key: string, query: Record<string, string | number> = {}, token = admin.token) =>
  call<Page>(app, token, 'GET', `/api/work_list/${key}?${queryString(query)}`);
const read = async (key: CallListKey, hotel: number, query: Record<string, string | number> = {}): Promise<Page> => {
  const reply = await request(key, { hotel_id: hotel, ...query });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
const idsOf = ({ data }: Page): number[] => data.map(({ member }) => member.id);
const counts = async (query: Record<string, string | number>, token = admin.token): Promise<CallListCount[]> => {
  const reply = await call<{ data: CallListCount[] }>(app, token, 'GET', `/api/work_list?${queryString(query)}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data;
};

/** A local day of these hotels in Jakarta: today plus `days`. */
const day = (days: number): string =>
  new Date(Date.now() + 7 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
const newHotel = () => createHotel(db, baseRecords.country);
const memberAt = async (hotel: number, overrides: Input = {}): Promise<number> =>
  (
    await inputs.create(getResource('member'), {
      hotel_id: hotel,
      register_hotel_id: hotel,
      ...overrides,
    })
  ).id;
const holder = async (
  hotel: number,
  end: number,
  { start = end - 364, credits = null, ...overrides }: Input & { start?: number; credits?: number | null } = {},
) => {
  const id = await memberAt(hotel, overrides);
  const { id: cardId } = await card({ member_id: id, hotel_id: hotel, start_date: day(start), end_date: day(end) });
  await sql`update member set comp_visits_period = ${credits} where id = ${id}`.execute(db.kysely);
  return { id, card: cardId };
};
const visitOn = (hotel: number, member: number, days: number, deleted = false) =>
  sql`insert into visit (hotel_id, member_id, visit_date, reference_no, staff_name, total_fb, remark, deleted_at)
    values (${hotel}, ${member}, ${`${day(days)}T05:00:00Z`}, gen_random_uuid(), 'Sari', 1, 'Entered late',
        ${deleted ? new Date() : null})`.execute(db.kysely);
const logCall = async (member: number, body: Input): Promise<void> => {
  const reply = await call(app, admin.token, 'POST', '/api/member_call', { body: { member_id: member, ...body } });
  expect(reply.status, reply.text).toBe(201);
};

describe('renewals due', () => {
  test('lists members whose last card ends within the renewal window, both ends included', async () => {
    const hotel = await newHotel();
    const early = await holder(hotel, 90);
    const late = await holder(hotel, -180);
    await holder(hotel, 91);
    await holder(hotel, -181);
    const renewed = await holder(hotel, 10);
    await card({ member_id: renewed.id, hotel_id: hotel, start_date: day(11), end_date: day(375) });
    await holder(hotel, 5, { is_active: 0 });
    await remove('member', (await holder(hotel, 5)).id);
    const list = await read('renewal', hotel);
    expect(idsOf(list)).toEqual([late.id, early.id]);
    expect(list.data[1]).toMatchObject({
      hotel: { id: hotel },
      card: { id: early.card, end_date: day(90) },
      due_on: day(90),
      last_call: null,
    });
    expect(list.meta).toEqual({ page: 1, per_page: 25, total: 2, is_more: false });
  });

  test('looks further ahead if more days of `expiring` are requested', async () => {
    const hotel = await newHotel();
    const ends: number[] = [];
    for (const days of [0, 30, 31, 60, 61, 90]) ends.push((await holder(hotel, days)).id);
    await holder(hotel, -1);
    await holder(hotel, 91);
    expect(idsOf(await read('expiring', hotel))).toEqual(ends.slice(0, 2));
    expect(idsOf(await read('expiring', hotel, { days: 60 }))).toEqual(ends.slice(0, 4));
    expect(idsOf(await read('expiring', hotel, { days: 90 }))).toEqual(ends);
  });
});

describe('members who did not use their card', () => {
  test('have had it for 90 days without a visit or redemption in the last 90', async () => {
    const hotel = await newHotel();
    const never = await holder(hotel, 200, { start: -90 });
    await holder(hotel, 201, { start: -89 });
    const long = await holder(hotel, 202);
    await visitOn(hotel, long.id, -120);
    const recentlyLapsed = await holder(hotel, 203);
    await visitOn(hotel, recentlyLapsed.id, -20);
    const undone = await holder(hotel, 204);
    await visitOn(hotel, undone.id, -20, true);
    const ended = await holder(hotel, -1);
    const redeemed = await holder(hotel, 205);
    const used = await voucher({ member_card_id: redeemed.card, redeem_date: day(-100), valid_until_date: day(205) });
    const redemption = await redeem(used, { redeem_hotel_id: hotel });
    expect(redemption.status, redemption.text).toBe(201);
    const list = await read('never_used', hotel);
    expect(idsOf(list)).toEqual([never.id, long.id, undone.id]);
    expect(idsOf(list)).not.toContain(ended.id);
    expect(list.data[0]).toMatchObject({ due_on: day(-90), was_used: false });
    expect(list.data[1]).toMatchObject({ due_on: day(-120), was_used: true });
  });
});

describe('members close to the next tier', () => {
  test('need one or two more visits, and have a running card', async () => {
    const hotel = await newHotel();
    const level = { membership_id: baseRecords.membership };
    const at = async (visits: number, end = 100) => (await holder(hotel, end, { ...level, credits: visits })).id;
    await at(7);
    const two = await at(8, 101);
    const one = await at(9, 99);
    await at(10);
    await at(9, -1);
    const list = await read('near_upgrade', hotel);
    expect(list.data.map(({ member, to_upgrade, due_on }) => [member.id, to_upgrade, due_on])).toEqual([
      [one, 1, day(99)],
      [two, 2, day(101)],
    ]);
  });
});

describe('birthdays of the next 7 days', () => {
  const born = (hotel: number, birth_date: string) => memberAt(hotel, { birth_date });

  test('cover today and the next six days in order, on any weekday', async () => {
    api.setClock(new Date('2026-12-31T05:00:00Z')); // a Thursday
    const hotel = await newHotel();
    const last = await born(hotel, '1990-01-06');
    const today = await born(hotel, '1985-12-31');
    await born(hotel, '1985-12-30');
    await born(hotel, '1990-01-07');
    const list = await read('birthday', hotel);
    expect(list.data.map(({ member, due_on, turns }) => [member.id, due_on, turns])).toEqual([
      [today, '2026-12-31', 41],
      [last, '2027-01-06', 37],
    ]);
  });

  test('exclude members whose membership can no longer be renewed', async () => {
    api.setClock(new Date());
    const hotel = await newHotel();
    const birth_date = `1992-${day(1).slice(5)}`;
    const [active, lapsed, lapsedLongAgo] = [
      await holder(hotel, 20),
      await holder(hotel, -100),
      await holder(hotel, -200),
    ];
    for (const { id } of [active, lapsed, lapsedLongAgo])
      await db.kysely.updateTable('member').set({ birth_date }).where('id', '=', id).execute();
    expect((await read('birthday', hotel)).data.map(({ member }) => member.id)).toEqual([active.id, lapsed.id]);
  });

  test('on 29 February appear on the 28th in other years', async () => {
    const hotel = await newHotel();
    const leapling = await born(hotel, '2000-02-29');
    const other = await born(hotel, '2001-02-28');
    const days = async (now: string) => {
      api.setClock(new Date(now));
      return (await read('birthday', hotel)).data.map(({ member, due_on }) => [member.id, due_on]);
    };
    expect(await days('2025-02-26T05:00:00Z')).toEqual([
      [leapling, '2025-02-28'],
      [other, '2025-02-28'],
    ]);
    expect(await days('2024-02-27T05:00:00Z')).toEqual([
      [other, '2024-02-28'],
      [leapling, '2024-02-29'],
    ]);
  });

  test('start at the local day of the member’s hotel', async () => {
    const region = await createRegion(db);
    const ahead = await createHotel(db, await createCountry(db, region, 'Pacific/Kiritimati'));
    const remoteHotel = await createHotel(db, await createCountry(db, region, 'Pacific/Pago_Pago'));
    for (const hotel of [ahead, remoteHotel]) {
      await born(hotel, '1990-03-09');
      await born(hotel, '1990-03-02');
    }
    api.setClock(new Date('2025-03-02T12:00:00Z')); // Monday in Kiritimati, Sunday still in Pago Pago
    const daysAt = async (hotel: number) => (await read('birthday', hotel)).data.map(({ due_on }) => due_on);
    expect(await daysAt(ahead)).toEqual(['2025-03-09']);
    expect(await daysAt(remoteHotel)).toEqual(['2025-03-02']);
  });
});

describe('calls', () => {
  test('hide the member for 90 days after a final outcome, on that list only', async () => {
    const hotel = await newHotel();
    const members: Record<string, number> = {};
    for (const outcome of ['reached', 'no_answer', 'declined', 'renewed', 'wrong_number']) {
      members[outcome] = (await holder(hotel, 20)).id;
      await logCall(members[outcome], { work_list: 'renewal', outcome, note: `It was ${outcome}` });
    }
    const list = await read('renewal', hotel);
    expect(idsOf(list)).toEqual([members['no_answer']]);
    expect(list.data[0]?.last_call).toMatchObject({
      by: { id: admin.id },
      work_list: 'renewal',
      outcome: 'no_answer',
      note: 'It was no_answer',
      call_back_on: null,
    });
    expect(idsOf(await read('renewal', hotel, { calls: 'all' }))).toEqual(Object.values(members));
    expect(idsOf(await read('expiring', hotel))).toEqual(Object.values(members));
    api.setClock(new Date(Date.now() + 91 * 86_400_000));
    expect(idsOf(await read('renewal', hotel))).toEqual(Object.values(members));
  });

  test('show the member again on the callback day if they are to be repeated', async () => {
    const hotel = await newHotel();
    const [today, tomorrow] = [(await holder(hotel, 20)).id, (await holder(hotel, 21)).id];
    await logCall(today, { work_list: 'renewal', outcome: 'call_back', call_back_on: day(0) });
    await logCall(tomorrow, { work_list: 'renewal', outcome: 'call_back', call_back_on: day(1) });
    expect(idsOf(await read('renewal', hotel))).toEqual([today]);
    // The last call counts.
    await logCall(today, { work_list: 'renewal', outcome: 'declined' });
    await logCall(tomorrow, { work_list: 'renewal', outcome: 'no_answer' });
    expect(idsOf(await read('renewal', hotel))).toEqual([tomorrow]);
  });

  test('can exclude members by how recently they were made, with any outcome', async () => {
    const hotel = await newHotel();
    const [called, silent] = [(await holder(hotel, 20)).id, (await holder(hotel, 21)).id];
    await logCall(called, { work_list: 'birthday', outcome: 'no_answer' });
    expect(idsOf(await read('renewal', hotel))).toEqual([called, silent]);
    expect(idsOf(await read('renewal', hotel, { not_called: 7 }))).toEqual([silent]);
    api.setClock(new Date(Date.now() + 8 * 86_400_000));
    expect(idsOf(await read('renewal', hotel, { not_called: 7 }))).toEqual([called, silent]);
  });

  test('can be listed by member, and do not count if deleted', async () => {
    const hotel = await newHotel();
    const { id } = await holder(hotel, 20);
    await logCall(id, { work_list: 'renewal', outcome: 'declined' });
    const calls = await call<{ data: { id: number }[] }>(
      app,
      admin.token,
      'GET',
      `/api/member_call?${queryString({ 'filter[member_id][includes]': id })}`,
    );
    expect(calls.body.data).toHaveLength(1);
    await remove('member_call', calls.body.data[0]?.id ?? 0);
    expect(idsOf(await read('renewal', hotel))).toEqual([id]);
  });
});

test('a list can be searched and paged, is counted up to a thousand, and shows if there are more', async () => {
  const hotel = await newHotel();
  const first = await holder(hotel, 1, { first_name: 'Wulandari', phone_no: '+62 811 2233445' });
  await sql`
    with made as (
      insert into member (membership_id, first_name, type_gender_id, origin_country_id, hotel_id, is_active, email,
          phone_no)
      select m.membership_id, 'Many ' || n, m.type_gender_id, m.origin_country_id, m.hotel_id, true, n || '@many.test',
        '+62 812 0000000'
      from member m, generate_series(1, ${CALL_LIST_MAX}) n where m.id = ${first.id}
      returning id, membership_id, hotel_id)
    insert into member_card (member_id, membership_id, hotel_id, start_date, end_date, is_active)
    select id, membership_id, hotel_id, ${day(-300)}, ${day(20)}, true from made`.execute(db.kysely);
  const page = await read('expiring', hotel, { per_page: 10, page: 100 });
  expect(page.meta).toEqual({ page: 100, per_page: 10, total: 1000, is_more: true });
  expect(page.data).toHaveLength(10);
  expect((await read('expiring', hotel, { per_page: 10, page: 101 })).data).toEqual([]);
  expect(idsOf(await read('expiring', hotel, { search: 'wulan 2233' }))).toEqual([first.id]);
  expect(await counts({ hotel_id: hotel })).toEqual([
    { key: 'renewal', total: 1000, is_more: true },
    { key: 'expiring', total: 1000, is_more: true },
    { key: 'never_used', total: 1000, is_more: true },
    { key: 'near_upgrade', total: 0, is_more: false },
    { key: 'birthday', total: expect.any(Number), is_more: false },
  ]);
});

test('Given a user assigned to R1 with restrict_hotel_id H1, then work lists show only H1 rows', async () => {
  const [here, there] = [await newHotel(), await newHotel()];
  const clerk = await createUser(db, {
    level: 'property',
    codes: ['VIEW_MEMBER'],
    assignments: [{ region_id: baseRecords.region, restrict_hotel_id: here }],
  });
  const own = await holder(here, 20);
  await holder(there, 20);
  // Signed up here, served there: visible, and called there.
  await holder(there, 21, { register_hotel_id: here });
  const list = await request('renewal', {}, clerk.token);
  expect(idsOf(list.body)).toEqual([own.id]);
  expect(idsOf((await request('renewal', { hotel_id: here }, clerk.token)).body)).toEqual([own.id]);
  expect(idsOf((await request('renewal', { hotel_id: there }, clerk.token)).body)).toEqual([]);
  expect((await counts({}, clerk.token))[0]).toEqual({ key: 'renewal', total: 1, is_more: false });
  expect((await counts({ hotel_id: there }, clerk.token)).map(({ total }) => total)).toEqual([0, 0, 0, 0, 0]);
});

test('several visible hotels share one list, in its order', async () => {
  const [one, two, elsewhere] = [await newHotel(), await newHotel(), await newHotel()];
  const clerk = await createUser(db, {
    level: 'property',
    codes: ['VIEW_MEMBER'],
    assignments: [one, two].map((hotel) => ({ region_id: baseRecords.region, restrict_hotel_id: hotel })),
  });
  const third = await holder(one, 30);
  const second = await holder(two, 20, { email: 'second.of.two@hotels.test' });
  const first = await holder(one, 10);
  await holder(elsewhere, 15);
  const ids = [first.id, second.id, third.id];
  expect(idsOf((await request('renewal', {}, clerk.token)).body)).toEqual(ids);
  expect(idsOf((await request('expiring', { days: 30 }, clerk.token)).body)).toEqual(ids);
  expect(idsOf((await request('renewal', { search: 'second.of.two' }, clerk.token)).body)).toEqual([second.id]);
  expect((await counts({}, clerk.token))[0]).toEqual({ key: 'renewal', total: 3, is_more: false });
});

test('Given a soft-deleted member, then he is absent from work lists', async () => {
  const hotel = await newHotel();
  const { id } = await holder(hotel, 20);
  expect(idsOf(await read('renewal', hotel))).toEqual([id]);
  await remove('member', id);
  expect((await counts({ hotel_id: hotel })).map(({ total }) => total)).toEqual([0, 0, 0, 0, 0]);
});

test('the lists require permission to view members', async () => {
  const user = await createUser(db, { level: 'group', codes: ['UPDATE_MEMBER'] });
  expectError(await request('renewal', {}, user.token), 403, 'forbidden');
  expectError(await call(app, user.token, 'GET', '/api/work_list'), 403, 'forbidden');
});

test('an invalid parameter is rejected by its name', async () => {
  expectError(await request('nonsense'), 404, 'record_not_found');
  expectInvalid(
    await request('expiring', { page: 0, per_page: 501, hotel_id: 'x', days: 31, calls: 'some', not_called: -1 }),
    'page',
    'per_page',
    'hotel_id',
    'days',
    'calls',
    'not_called',
  );
  expectInvalid(await request('renewal', { days: 30 }), 'days');
  expectInvalid(await request('renewal', { search: 'a\0b' }), 'search');
  expectInvalid(await call(app, admin.token, 'GET', '/api/work_list/renewal?search=a&search=b'), 'search');
});

test('the document describes the lists as they are returned', async () => {
  type Answers = Record<string, { content?: Record<string, { schema: Schema }> }>;
  const { body: document } = await call<Schema & { paths: Record<string, Record<string, { responses: Answers }>> }>(
    app,
    null,
    'GET',
    '/openapi.json',
  );
  const problemsOf = (reply: Reply<unknown>, path: string): string[] => {
    const schema = document.paths[path]?.['get']?.responses[reply.status]?.content?.['application/json']?.schema;
    if (!schema) throw new Error(`${path} does not describe status ${reply.status}`);
    return valueProblems(reply.body, schema, document);
  };
  const hotel = await newHotel();
  await logCall((await holder(hotel, 20)).id, { work_list: 'renewal', outcome: 'no_answer' });
  expect(problemsOf(await call(app, admin.token, 'GET', '/api/work_list'), '/api/work_list')).toEqual([]);
  const page = await request('renewal', { hotel_id: hotel });
  for (const reply of [page, await request('renewal', { page: 'x' })])
    expect(problemsOf(reply, '/api/work_list/{key}')).toEqual([]);
});
