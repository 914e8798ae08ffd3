import { type CallListKey, MAX_CALL_LIST_ROWS, getResource } from '@innkeeper/contract';
import type { CallListCount, CallListMeta, CallListRow } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { loadActorByUserId } from '../../access/actor.ts';
import { type Reply, call, queryString } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { type Schema, findValueProblems } from '../../testing/json-schema.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createCountry, createHotel, createRegion, createBaseRecords } from '../../testing/base-records.ts';
import { hotelDaysSql, membersSql } from './list-statements.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const baseRecords = await createBaseRecords(db);
const inputs = createInputs(api, admin, baseRecords);
const { card, voucher, redeem, remove } = createProgramme(api, admin, inputs, baseRecords.hotel);

type CallListPage = { data: CallListRow[]; meta: CallListMeta };
const request = (key: string, query: Record<string, string | number> = {}, token = admin.token) =>
  call<CallListPage>(app, token, 'GET', `/api/work_list/${key}?${queryString(query)}`);
const read = async (
  key: CallListKey,
  hotel: number,
  query: Record<string, string | number> = {},
): Promise<CallListPage> => {
  const reply = await request(key, { hotel_id: hotel, ...query });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
const idsOf = ({ data }: CallListPage): number[] => data.map(({ member }) => member.id);
const readCounts = async (query: Record<string, string | number>, token = admin.token): Promise<CallListCount[]> => {
  const reply = await call<{ data: CallListCount[] }>(app, token, 'GET', `/api/work_list?${queryString(query)}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data;
};

/** A local day of these hotels in Jakarta: today plus `days`. */
const dayFromNow = (days: number): string =>
  new Date(Date.now() + 7 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
const newHotel = () => createHotel(db, baseRecords.country);
const createMemberAt = async (hotel: number, overrides: Input = {}): Promise<number> =>
  (
    await inputs.create(getResource('member'), {
      hotel_id: hotel,
      register_hotel_id: hotel,
      ...overrides,
    })
  ).id;
const createCardHolder = async (
  hotel: number,
  end: number,
  { start = end - 364, credits = null, ...overrides }: Input & { start?: number; credits?: number | null } = {},
) => {
  const id = await createMemberAt(hotel, overrides);
  const { id: cardId } = await card({
    member_id: id,
    hotel_id: hotel,
    start_date: dayFromNow(start),
    end_date: dayFromNow(end),
  });
  await sql`update member set comp_visits_period = ${credits} where id = ${id}`.execute(db.kysely);
  return { id, card: cardId };
};
const insertVisit = (hotel: number, member: number, days: number, deleted = false) =>
  sql`insert into visit (hotel_id, member_id, visit_date, reference_no, staff_name, total_fb, remark, deleted_at)
    values (${hotel}, ${member}, ${`${dayFromNow(days)}T05:00:00Z`}, gen_random_uuid(), 'Sari', 1, 'Entered late',
        ${deleted ? new Date() : null})`.execute(db.kysely);
const logCall = async (member: number, body: Input): Promise<void> => {
  const reply = await call(app, admin.token, 'POST', '/api/member_call', { body: { member_id: member, ...body } });
  expect(reply.status, reply.text).toBe(201);
};

describe('renewals due', () => {
  test('lists members whose last card ends within the renewal window, both ends included', async () => {
    const hotel = await newHotel();
    const earlyHolder = await createCardHolder(hotel, 90);
    const lateHolder = await createCardHolder(hotel, -180);
    await createCardHolder(hotel, 91);
    await createCardHolder(hotel, -181);
    const renewedHolder = await createCardHolder(hotel, 10);
    await card({ member_id: renewedHolder.id, hotel_id: hotel, start_date: dayFromNow(11), end_date: dayFromNow(375) });
    await createCardHolder(hotel, 5, { is_active: 0 });
    await remove('member', (await createCardHolder(hotel, 5)).id);
    const page = await read('renewal', hotel);
    expect(idsOf(page)).toEqual([lateHolder.id, earlyHolder.id]);
    expect(page.data[1]).toMatchObject({
      hotel: { id: hotel },
      card: { id: earlyHolder.card, end_date: dayFromNow(90) },
      due_on: dayFromNow(90),
      last_call: null,
    });
    expect(page.meta).toEqual({ page: 1, per_page: 25, total: 2, is_more: false });
  });

  test('looks further ahead if `expiring` requests more days', async () => {
    const hotel = await newHotel();
    const ends: number[] = [];
    for (const days of [0, 30, 31, 60, 61, 90]) ends.push((await createCardHolder(hotel, days)).id);
    await createCardHolder(hotel, -1);
    await createCardHolder(hotel, 91);
    expect(idsOf(await read('expiring', hotel))).toEqual(ends.slice(0, 2));
    expect(idsOf(await read('expiring', hotel, { days: 60 }))).toEqual(ends.slice(0, 4));
    expect(idsOf(await read('expiring', hotel, { days: 90 }))).toEqual(ends);
  });
});

describe('members who did not use their card', () => {
  test('have had the card for 90 days without a visit or redemption in the last 90', async () => {
    const hotel = await newHotel();
    const neverUsed = await createCardHolder(hotel, 200, { start: -90 });
    await createCardHolder(hotel, 201, { start: -89 });
    const long = await createCardHolder(hotel, 202);
    await insertVisit(hotel, long.id, -120);
    const recentlyLapsed = await createCardHolder(hotel, 203);
    await insertVisit(hotel, recentlyLapsed.id, -20);
    const undoneHolder = await createCardHolder(hotel, 204);
    await insertVisit(hotel, undoneHolder.id, -20, true);
    const endedHolder = await createCardHolder(hotel, -1);
    const redeemedHolder = await createCardHolder(hotel, 205);
    const usedVoucher = await voucher({
      member_card_id: redeemedHolder.card,
      redeem_date: dayFromNow(-100),
      valid_until_date: dayFromNow(205),
    });
    const redemption = await redeem(usedVoucher, { redeem_hotel_id: hotel });
    expect(redemption.status, redemption.text).toBe(201);
    const page = await read('never_used', hotel);
    expect(idsOf(page)).toEqual([neverUsed.id, long.id, undoneHolder.id]);
    expect(idsOf(page)).not.toContain(endedHolder.id);
    expect(page.data[0]).toMatchObject({ due_on: dayFromNow(-90), was_used: false });
    expect(page.data[1]).toMatchObject({ due_on: dayFromNow(-120), was_used: true });
  });

  test('are found by their visits and redemptions before a member’s own row is read', async () => {
    const hotel = await newHotel();
    const neverUsed = await createCardHolder(hotel, 200);
    for (const days of [201, 202, 203]) await insertVisit(hotel, (await createCardHolder(hotel, days)).id, -20);
    const now = new Date();
    const actor = await loadActorByUserId(db.kysely, admin.id);
    if (!actor) throw new Error('There is no actor');
    const members = membersSql(
      { actor, now },
      {
        key: 'never_used',
        days: 30,
        includesResolved: false,
        notCalledForDays: null,
        search: [],
        isOwn: false,
        hotelId: hotel,
      },
    );
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain (analyze, timing off) with ${hotelDaysSql(now)} ${members}`.execute(db.kysely);
    const plan = rows.map((row) => row['QUERY PLAN']);
    expect(
      plan.filter((line) => / on member t .*loops=1\)/.test(line)),
      plan.join('\n'),
    ).toHaveLength(1);
    expect(idsOf(await read('never_used', hotel))).toEqual([neverUsed.id]);
  });
});

describe('members close to the next tier', () => {
  test('need one or two more visits, and have a running card', async () => {
    const hotel = await newHotel();
    const level = { membership_id: baseRecords.membership };
    const createHolder = async (visits: number, end = 100) =>
      (await createCardHolder(hotel, end, { ...level, credits: visits })).id;
    await createHolder(7);
    const secondHolder = await createHolder(8, 101);
    const firstHolder = await createHolder(9, 99);
    await createHolder(10);
    await createHolder(9, -1);
    const page = await read('near_upgrade', hotel);
    expect(page.data.map(({ member, to_upgrade, due_on }) => [member.id, to_upgrade, due_on])).toEqual([
      [firstHolder, 1, dayFromNow(99)],
      [secondHolder, 2, dayFromNow(101)],
    ]);
  });
});

describe('birthdays of the next 7 days', () => {
  const createMemberBorn = (hotel: number, birth_date: string) => createMemberAt(hotel, { birth_date });

  test('cover today and the next six days in order, on any weekday', async () => {
    api.setClock(new Date('2026-12-31T05:00:00Z')); // a Thursday
    const hotel = await newHotel();
    const lastMember = await createMemberBorn(hotel, '1990-01-06');
    const today = await createMemberBorn(hotel, '1985-12-31');
    await createMemberBorn(hotel, '1985-12-30');
    await createMemberBorn(hotel, '1990-01-07');
    const page = await read('birthday', hotel);
    expect(page.data.map(({ member, due_on, turns }) => [member.id, due_on, turns])).toEqual([
      [today, '2026-12-31', 41],
      [lastMember, '2027-01-06', 37],
    ]);
  });

  test('exclude members whose membership can no longer be renewed', async () => {
    api.setClock(new Date());
    const hotel = await newHotel();
    const birth_date = `1992-${dayFromNow(1).slice(5)}`;
    const [active, lapsed, lapsedLongAgo] = [
      await createCardHolder(hotel, 20),
      await createCardHolder(hotel, -100),
      await createCardHolder(hotel, -200),
    ];
    for (const { id } of [active, lapsed, lapsedLongAgo])
      await db.kysely.updateTable('member').set({ birth_date }).where('id', '=', id).execute();
    expect((await read('birthday', hotel)).data.map(({ member }) => member.id)).toEqual([active.id, lapsed.id]);
  });

  test('on 29 February appear on the 28th in other years', async () => {
    const hotel = await newHotel();
    const leapling = await createMemberBorn(hotel, '2000-02-29');
    const otherMember = await createMemberBorn(hotel, '2001-02-28');
    const readBirthdays = async (now: string) => {
      api.setClock(new Date(now));
      return (await read('birthday', hotel)).data.map(({ member, due_on }) => [member.id, due_on]);
    };
    expect(await readBirthdays('2025-02-26T05:00:00Z')).toEqual([
      [leapling, '2025-02-28'],
      [otherMember, '2025-02-28'],
    ]);
    expect(await readBirthdays('2024-02-27T05:00:00Z')).toEqual([
      [otherMember, '2024-02-28'],
      [leapling, '2024-02-29'],
    ]);
  });

  test('start at the local day of the member’s hotel', async () => {
    const region = await createRegion(db);
    const aheadHotel = await createHotel(db, await createCountry(db, region, 'Pacific/Kiritimati'));
    const remoteHotel = await createHotel(db, await createCountry(db, region, 'Pacific/Pago_Pago'));
    for (const hotel of [aheadHotel, remoteHotel]) {
      await createMemberBorn(hotel, '1990-03-09');
      await createMemberBorn(hotel, '1990-03-02');
    }
    api.setClock(new Date('2025-03-02T12:00:00Z')); // Monday in Kiritimati, Sunday still in Pago Pago
    const readDueDays = async (hotel: number) => (await read('birthday', hotel)).data.map(({ due_on }) => due_on);
    expect(await readDueDays(aheadHotel)).toEqual(['2025-03-09']);
    expect(await readDueDays(remoteHotel)).toEqual(['2025-03-02']);
  });
});

describe('calls', () => {
  test('hide the member for 90 days after a final outcome, on that list only', async () => {
    const hotel = await newHotel();
    const members: Record<string, number> = {};
    for (const outcome of ['reached', 'no_answer', 'declined', 'renewed', 'wrong_number']) {
      members[outcome] = (await createCardHolder(hotel, 20)).id;
      await logCall(members[outcome], { work_list: 'renewal', outcome, note: `It was ${outcome}` });
    }
    const page = await read('renewal', hotel);
    expect(idsOf(page)).toEqual([members['no_answer']]);
    expect(page.data[0]?.last_call).toMatchObject({
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
    const [today, tomorrow] = [(await createCardHolder(hotel, 20)).id, (await createCardHolder(hotel, 21)).id];
    await logCall(today, { work_list: 'renewal', outcome: 'call_back', call_back_on: dayFromNow(0) });
    await logCall(tomorrow, { work_list: 'renewal', outcome: 'call_back', call_back_on: dayFromNow(1) });
    expect(idsOf(await read('renewal', hotel))).toEqual([today]);
    // The last call counts.
    await logCall(today, { work_list: 'renewal', outcome: 'declined' });
    await logCall(tomorrow, { work_list: 'renewal', outcome: 'no_answer' });
    expect(idsOf(await read('renewal', hotel))).toEqual([tomorrow]);
  });

  test('can exclude members by how recently they were made, with any outcome', async () => {
    const hotel = await newHotel();
    const [calledMember, silentMember] = [
      (await createCardHolder(hotel, 20)).id,
      (await createCardHolder(hotel, 21)).id,
    ];
    await logCall(calledMember, { work_list: 'birthday', outcome: 'no_answer' });
    expect(idsOf(await read('renewal', hotel))).toEqual([calledMember, silentMember]);
    expect(idsOf(await read('renewal', hotel, { not_called: 7 }))).toEqual([silentMember]);
    api.setClock(new Date(Date.now() + 8 * 86_400_000));
    expect(idsOf(await read('renewal', hotel, { not_called: 7 }))).toEqual([calledMember, silentMember]);
  });

  test('can be listed by member, and do not count if deleted', async () => {
    const hotel = await newHotel();
    const { id } = await createCardHolder(hotel, 20);
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

describe('the worth of a call', () => {
  const createTier = async (renewal_price: string, values: Input = {}) =>
    (
      await inputs.create(getResource('membership'), {
        rank: 0,
        is_free: 0,
        is_regional: 0,
        restrict_region_id: null,
        currency_country_id: null,
        price: '2000000.000',
        renewal_price,
        ...values,
      })
    ).id;
  const createHolderOf = async (membership_id: number, hotel: number, end: number) => {
    const id = await createMemberAt(hotel);
    const dates = { start_date: dayFromNow(end - 364), end_date: dayFromNow(end) };
    return { id, card: (await card({ member_id: id, hotel_id: hotel, membership_id, ...dates })).id };
  };
  const issueVoucher = (cardId: number, end: number) =>
    voucher({ member_card_id: cardId, redeem_date: dayFromNow(-100), valid_until_date: dayFromNow(end) });

  test('is the price of the renewal, the vouchers left, and the day of the last visit', async () => {
    const hotel = await newHotel();
    const holder = await createHolderOf(await createTier('1200000.000'), hotel, 20);
    const [left, used] = [await issueVoucher(holder.card, 20), await issueVoucher(holder.card, 20)];
    await issueVoucher(holder.card, -1);
    expect((await redeem(used, { redeem_hotel_id: hotel })).status).toBe(201);
    await insertVisit(hotel, holder.id, -40);
    const [row] = (await read('renewal', hotel)).data;
    expect(row).toMatchObject({
      renewal: { price: '1200000.000', currency: 'IDR' },
      vouchers: { count: 1, totals: [{ currency: left['currency'], total: left['nominal'] }] },
      last_visit_on: dayFromNow(-40),
    });
  });

  test('has no price for a free membership, and no vouchers for users who may not view them', async () => {
    const hotel = await newHotel();
    await createHolderOf(await createTier('0.000', { is_free: 1, price: '0.000' }), hotel, 20);
    expect((await read('renewal', hotel)).data).toMatchObject([
      { renewal: null, vouchers: { count: 0, totals: [] }, last_visit_on: null },
    ]);
    const clerk = await createUser(db, { level: 'group', codes: ['VIEW_MEMBER'] });
    expect((await request('renewal', { hotel_id: hotel }, clerk.token)).body.data).toMatchObject([{ vouchers: null }]);
  });

  test('sorts a list: by urgency, the price of the renewal, or the worth of vouchers left', async () => {
    const hotel = await newHotel();
    const holders = [
      await createHolderOf(await createTier('900000.000'), hotel, 10),
      await createHolderOf(await createTier('1500000.000'), hotel, 20),
      await createHolderOf(await createTier('0.000', { is_free: 1, price: '0.000' }), hotel, 30),
    ];
    const [first, second, third] = holders.map(({ id }) => id);
    await issueVoucher(holders[2]?.card ?? 0, 30);
    expect(idsOf(await read('renewal', hotel))).toEqual([first, second, third]);
    expect(idsOf(await read('renewal', hotel, { sort: 'urgency' }))).toEqual([first, second, third]);
    expect(idsOf(await read('renewal', hotel, { sort: 'price' }))).toEqual([second, first, third]);
    expect(idsOf(await read('renewal', hotel, { sort: 'vouchers' }))).toEqual([third, first, second]);
    const secondPage = await read('renewal', hotel, { sort: 'price', per_page: 2, page: 2 });
    expect([idsOf(secondPage), secondPage.meta.total]).toEqual([[third], 3]);
    // The order would reveal what the user may not view.
    const clerk = await createUser(db, { level: 'group', codes: ['VIEW_MEMBER'] });
    const reply = await request('renewal', { hotel_id: hotel, sort: 'vouchers' }, clerk.token);
    expect(idsOf(reply.body)).toEqual([first, second, third]);
    expectInvalid(await request('renewal', { sort: 'name' }), 'sort');
  });
});

describe('the owner of a call', () => {
  const assign = (member_id: number, user_id: number | null, token = admin.token) =>
    call<{ data: { owner: { id: number } | null } }>(app, token, 'POST', '/api/work_list/renewal/owner', {
      body: { member_id, user_id },
    });
  const readOwners = (hotel_id: number, token = admin.token) =>
    call<{ data: { id: number }[] }>(app, token, 'GET', `/api/work_list/renewal/owner?hotel_id=${hotel_id}`);
  const createClerk = (hotel: number, codes = ['VIEW_MEMBER', 'STORE_MEMBER']) =>
    createUser(db, {
      level: 'property',
      codes,
      assignments: [{ region_id: baseRecords.region, restrict_hotel_id: hotel }],
    });

  test('is the user or a colleague of the hotel, on that list only, and limits the list to own calls', async () => {
    const hotel = await newHotel();
    const [clerk, colleague] = [await createClerk(hotel), await createClerk(hotel)];
    const [first, second] = [await createCardHolder(hotel, 10), await createCardHolder(hotel, 20)];
    expect((await assign(first.id, clerk.id, clerk.token)).body).toMatchObject({ data: { owner: { id: clerk.id } } });
    expect((await assign(second.id, colleague.id, clerk.token)).status).toBe(200);
    const owners = (await read('renewal', hotel)).data.map(({ owner }) => owner?.id);
    expect(owners).toEqual([clerk.id, colleague.id]);
    expect((await read('expiring', hotel)).data.map(({ owner }) => owner)).toEqual([null, null]);
    const own = await request('renewal', { owner: 'me', hotel_id: hotel }, clerk.token);
    expect([idsOf(own.body), own.body.meta.total]).toEqual([[first.id], 1]);
    await assign(second.id, clerk.id, colleague.token);
    expect(idsOf((await request('renewal', { owner: 'me' }, clerk.token)).body)).toEqual([first.id, second.id]);
    expect((await assign(first.id, null, colleague.token)).body).toEqual({ data: { owner: null } });
    expect(idsOf((await request('renewal', { owner: 'me' }, clerk.token)).body)).toEqual([second.id]);
  });

  test('lapses after 90 days, and if the user is deactivated', async () => {
    const hotel = await newHotel();
    const clerk = await createClerk(hotel);
    const { id } = await createCardHolder(hotel, 20);
    await assign(id, clerk.id);
    const ownerOf = async () => (await read('renewal', hotel)).data[0]?.owner?.id ?? null;
    expect(await ownerOf()).toBe(clerk.id);
    api.setClock(new Date(Date.now() + 91 * 86_400_000));
    expect(await ownerOf()).toBeNull();
    api.setClock(new Date());
    await sql`update users set is_active = false where id = ${clerk.id}`.execute(db.kysely);
    expect(await ownerOf()).toBeNull();
  });

  test('can be only who sees the member and may log calls', async () => {
    const [ownHotel, otherHotel] = [await newHotel(), await newHotel()];
    const [clerk, stranger] = [await createClerk(ownHotel), await createClerk(otherHotel)];
    const reader = await createClerk(ownHotel, ['VIEW_MEMBER']);
    const manager = await createUser(db, {
      level: 'region',
      codes: ['VIEW_MEMBER', 'STORE_MEMBER'],
      assignments: [{ region_id: baseRecords.region }],
    });
    const { id } = await createCardHolder(ownHotel, 20);
    expect((await readOwners(ownHotel, clerk.token)).body.data.map((owner) => owner.id)).toEqual([
      clerk.id,
      manager.id,
    ]);
    expect((await readOwners(ownHotel)).body.data[0]).toMatchObject({ id: admin.id });
    expectInvalid(await assign(id, stranger.id, clerk.token), 'user_id');
    expectInvalid(await assign(id, reader.id, clerk.token), 'user_id');
    expect((await assign(id, manager.id, clerk.token)).status).toBe(200);
    expectInvalid(await assign(id, stranger.id, stranger.token), 'member_id');
    expectInvalid(await readOwners(ownHotel, stranger.token), 'hotel_id');
    expectError(await assign(id, reader.id, reader.token), 403, 'forbidden');
    expectError(await readOwners(ownHotel, reader.token), 403, 'forbidden');
  });
});

describe('a list as a file', () => {
  const exportList = (key: string, query: Record<string, string | number>, token = admin.token) =>
    call<unknown>(app, token, 'GET', `/api/work_list/${key}/export?${queryString({ format: 'csv', ...query })}`);

  test('has the contact, the reason, the worth and the last call of each member, in the order shown', async () => {
    const hotel = await newHotel();
    const first = await createCardHolder(hotel, 10, { first_name: 'Bagus', last_name: 'Santoso' });
    const second = await createCardHolder(hotel, 20, { first_name: 'Ayu', last_name: 'Lestari' });
    await logCall(first.id, { work_list: 'renewal', outcome: 'no_answer', note: 'Mailbox' });
    const reply = await exportList('renewal', { hotel_id: hotel });
    expect(reply.status, reply.text).toBe(200);
    const [headings = '', ...lines] = reply.text.trim().split('\r\n');
    expect(headings).toContain('Member,Phone,Email,Hotel,Membership');
    expect(headings).toContain('Renewal price,Currency,Vouchers left,Worth of vouchers left (USD),Last visit');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^Bagus Santoso,/);
    expect(lines[0]).toContain(`${dayFromNow(10)},${dayFromNow(10)}`);
    expect(lines[0]).toContain('No answer');
    expect(lines[0]).toMatch(/,Mailbox$/);
    expect(lines[1]).toMatch(/^Ayu Lestari,/);
    await logCall(second.id, { work_list: 'renewal', outcome: 'declined' });
    expect((await exportList('renewal', { hotel_id: hotel })).text.trim().split('\r\n')).toHaveLength(2);
    expect((await exportList('renewal', { hotel_id: hotel, calls: 'all' })).text).toContain('Declined');
  });

  test('is also a workbook, has only visible members, and rejects what the list rejects', async () => {
    const [ownHotel, otherHotel] = [await newHotel(), await newHotel()];
    const clerk = await createUser(db, {
      level: 'property',
      codes: ['VIEW_MEMBER'],
      assignments: [{ region_id: baseRecords.region, restrict_hotel_id: ownHotel }],
    });
    await createCardHolder(ownHotel, 20, { first_name: 'Citra' });
    await createCardHolder(otherHotel, 20, { first_name: 'Dewa' });
    const file = await exportList('renewal', {}, clerk.token);
    expect(file.text).toContain('Citra');
    expect(file.text).not.toMatch(/Dewa|Vouchers left/);
    expect((await exportList('renewal', { format: 'xlsx' }, clerk.token)).status).toBe(200);
    expectInvalid(await exportList('renewal', { format: 'pdf' }), 'format');
    expectInvalid(await exportList('renewal', { days: 30 }), 'days');
    expectError(await exportList('nonsense', {}), 404, 'record_not_found');
    const stranger = await createUser(db, { level: 'group', codes: ['UPDATE_MEMBER'] });
    expectError(await exportList('renewal', {}, stranger.token), 403, 'forbidden');
  });
});

test('a list can be searched and paged, is counted up to a thousand, and shows if there are more', async () => {
  const hotel = await newHotel();
  const first = await createCardHolder(hotel, 1, { first_name: 'Wulandari', phone_no: '+62 811 2233445' });
  await sql`
    with made as (
      insert into member (membership_id, first_name, type_gender_id, origin_country_id, hotel_id, is_active, email,
          phone_no)
      select m.membership_id, 'Many ' || n, m.type_gender_id, m.origin_country_id, m.hotel_id, true, n || '@many.test',
        '+62 812 0000000'
      from member m, generate_series(1, ${MAX_CALL_LIST_ROWS}) n where m.id = ${first.id}
      returning id, membership_id, hotel_id)
    insert into member_card (member_id, membership_id, hotel_id, start_date, end_date, is_active)
    select id, membership_id, hotel_id, ${dayFromNow(-300)}, ${dayFromNow(20)}, true from made`.execute(db.kysely);
  const page = await read('expiring', hotel, { per_page: 10, page: 100 });
  expect(page.meta).toEqual({ page: 100, per_page: 10, total: 1000, is_more: true });
  expect(page.data).toHaveLength(10);
  expect((await read('expiring', hotel, { per_page: 10, page: 101 })).data).toEqual([]);
  expect(idsOf(await read('expiring', hotel, { search: 'wulan 2233' }))).toEqual([first.id]);
  expect(await readCounts({ hotel_id: hotel })).toEqual([
    { key: 'renewal', total: 1000, is_more: true },
    { key: 'expiring', total: 1000, is_more: true },
    { key: 'never_used', total: 1000, is_more: true },
    { key: 'near_upgrade', total: 0, is_more: false },
    { key: 'birthday', total: expect.any(Number), is_more: false },
  ]);
});

test('Given a user assigned to R1 with restrict_hotel_id H1, then work lists show only H1 rows', async () => {
  const [ownHotel, otherHotel] = [await newHotel(), await newHotel()];
  const clerk = await createUser(db, {
    level: 'property',
    codes: ['VIEW_MEMBER'],
    assignments: [{ region_id: baseRecords.region, restrict_hotel_id: ownHotel }],
  });
  const ownHolder = await createCardHolder(ownHotel, 20);
  await createCardHolder(otherHotel, 20);
  // Signed up at one hotel and served by another: both see the member, and the second one calls.
  await createCardHolder(otherHotel, 21, { register_hotel_id: ownHotel });
  const list = await request('renewal', {}, clerk.token);
  expect(idsOf(list.body)).toEqual([ownHolder.id]);
  expect(idsOf((await request('renewal', { hotel_id: ownHotel }, clerk.token)).body)).toEqual([ownHolder.id]);
  expect(idsOf((await request('renewal', { hotel_id: otherHotel }, clerk.token)).body)).toEqual([]);
  expect((await readCounts({}, clerk.token))[0]).toEqual({ key: 'renewal', total: 1, is_more: false });
  expect((await readCounts({ hotel_id: otherHotel }, clerk.token)).map(({ total }) => total)).toEqual([0, 0, 0, 0, 0]);
});

test('several visible hotels share one list, in its order', async () => {
  const [firstHotel, secondHotel, otherHotel] = [await newHotel(), await newHotel(), await newHotel()];
  const clerk = await createUser(db, {
    level: 'property',
    codes: ['VIEW_MEMBER'],
    assignments: [firstHotel, secondHotel].map((hotel) => ({
      region_id: baseRecords.region,
      restrict_hotel_id: hotel,
    })),
  });
  const thirdHolder = await createCardHolder(firstHotel, 30);
  const second = await createCardHolder(secondHotel, 20, { email: 'second.of.two@hotels.test' });
  const first = await createCardHolder(firstHotel, 10);
  await createCardHolder(otherHotel, 15);
  const ids = [first.id, second.id, thirdHolder.id];
  expect(idsOf((await request('renewal', {}, clerk.token)).body)).toEqual(ids);
  expect(idsOf((await request('expiring', { days: 30 }, clerk.token)).body)).toEqual(ids);
  expect(idsOf((await request('renewal', { search: 'second.of.two' }, clerk.token)).body)).toEqual([second.id]);
  expect((await readCounts({}, clerk.token))[0]).toEqual({ key: 'renewal', total: 3, is_more: false });
});

test('Given a soft-deleted member, then he is absent from work lists', async () => {
  const hotel = await newHotel();
  const { id } = await createCardHolder(hotel, 20);
  expect(idsOf(await read('renewal', hotel))).toEqual([id]);
  await remove('member', id);
  expect((await readCounts({ hotel_id: hotel })).map(({ total }) => total)).toEqual([0, 0, 0, 0, 0]);
});

test('the lists require permission to view members', async () => {
  const user = await createUser(db, { level: 'group', codes: ['UPDATE_MEMBER'] });
  expectError(await request('renewal', {}, user.token), 403, 'forbidden');
  expectError(await call(app, user.token, 'GET', '/api/work_list'), 403, 'forbidden');
});

test('an invalid parameter is rejected with an error that names it', async () => {
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
  type Responses = Record<string, { content?: Record<string, { schema: Schema }> }>;
  const { body: document } = await call<Schema & { paths: Record<string, Record<string, { responses: Responses }>> }>(
    app,
    null,
    'GET',
    '/openapi.json',
  );
  const findProblems = (reply: Reply<unknown>, path: string): string[] => {
    const schema = document.paths[path]?.['get']?.responses[reply.status]?.content?.['application/json']?.schema;
    if (!schema) throw new Error(`${path} does not describe status ${reply.status}`);
    return findValueProblems(reply.body, schema, document);
  };
  const hotel = await newHotel();
  await logCall((await createCardHolder(hotel, 20)).id, { work_list: 'renewal', outcome: 'no_answer' });
  expect(findProblems(await call(app, admin.token, 'GET', '/api/work_list'), '/api/work_list')).toEqual([]);
  const page = await request('renewal', { hotel_id: hotel });
  for (const reply of [page, await request('renewal', { page: 'x' })])
    expect(findProblems(reply, '/api/work_list/{key}')).toEqual([]);
});
