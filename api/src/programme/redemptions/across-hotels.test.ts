import { getResource } from '@innkeeper/contract';
import type { Counter } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { LOOK_UPS_A_MINUTE, countLookUps } from '../../engine/resources/look-ups.ts';
import { csvFile, upload } from '../../engine/exchange/test-tables.ts';
import { type Answered, writtenIn } from '../../testing/answers.ts';
import { type Reply, call, queryString } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createPlace } from '../../testing/places.ts';
import { createProgramme } from '../../testing/programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { type TestUser, createUser } from '../../testing/user.ts';
import { createWorld } from '../../testing/world.ts';

/** Guests and vouchers of other hotels: serving them takes a look-up, tells little of them, and is counted. */

const api = await startTestApp({ connections: 30 });
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createWorld(db));
const { region, hotels } = await createPlace(db, 3);
const [here = 0, there = 0] = hotels;
const { card, voucher, redeem, get, post, remove } = createProgramme(api, admin, inputs, there);
const NOW = new Date('2026-05-22T03:00:00Z');
api.setClock(NOW);
const redeem_date = '2026-05-22 02:00:00';
const NOBODYS = 999_999_999;

/** Somebody at the counter of one hotel who has looked up nobody yet. */
const newClerk = () =>
  createUser(db, { level: 'property', assignments: [{ region_id: region, restrict_hotel_id: here }] });
const clerk = await newClerk();

let count = 0;
/** A guest of a hotel with a card and a voucher. */
async function guestOf(hotel: number) {
  count += 1;
  const guest = await inputs.create(getResource('member'), {
    first_name: `Guest${count}`,
    last_name: 'Elsewhere',
    email: `guest.${count}@across.test`,
    hotel_id: hotel,
    register_hotel_id: hotel,
  });
  const held = await card({ member_id: guest.id, hotel_id: hotel });
  return { guest, held, mine: await voucher({ member_card_id: held.id }) };
}
/** Redeems at the clerk's hotel. */
const redeemHere = ({ token }: TestUser, told: Readonly<Record<string, unknown>>) =>
  post('voucher_redeem', { redeem_hotel_id: here, redeem_date, booking_no: 'B-1', staff_name: 'Ayu', ...told }, token);
const lookUp = ({ token }: TestUser, q: unknown) =>
  call<{ data: Counter }>(app, token, 'GET', `/api/voucher_redeem/counter?${queryString({ q: String(q) })}`);
const logOf = async ({ id }: TestUser) =>
  (
    await sql<{ way: string; members: number[] }>`
      select way, members::integer[] as members from look_up where actor_id = ${id} order by id`.execute(db.kysely)
  ).rows;
/** An answer without values that are new each time, or were sent. */
const asTold = ({ status, text }: Reply<Record<string, unknown>>) => ({
  status,
  body: JSON.parse(text, (key, value: unknown) => (['request_id', 'sample', 'values'].includes(key) ? null : value)),
});
const visit = ({ token }: TestUser, member_id: unknown) =>
  call(app, token, 'POST', '/api/visit', {
    body: { hotel_id: here, member_id, reference_no: `F-${(count += 1)}`, total_fb: '100000', staff_name: 'Ayu' },
  });

describe('a voucher of another hotel', () => {
  test('is not there by its id, whatever its state: the answer is that of an id which nobody has', async () => {
    const { mine, held } = await guestOf(there);
    const states: Readonly<Record<string, Answered>> = {
      available: mine,
      expired: await voucher({ member_card_id: held.id, valid_until_date: '2021-01-01' }),
      restricted: await voucher({ member_card_id: held.id, restrict_hotel_id: there }),
      redeemed: await voucher({ member_card_id: held.id }),
      cancelled: await voucher({ member_card_id: held.id }),
    };
    expect((await redeem(states.redeemed ?? mine, { redeem_date })).status).toBe(201);
    await remove('member_voucher', states.cancelled?.id ?? 0);
    const own = await guestOf(here);
    const done = writtenIn(await redeemHere(clerk, { member_voucher_id: own.mine.id }));
    const doors: Readonly<Record<string, (id: number) => Promise<Reply<Record<string, unknown>>>>> = {
      create: (id) => redeemHere(clerk, { member_voucher_id: id }),
      update: (id) => post(`voucher_redeem/${done.id}`, { member_voucher_id: id }, clerk.token),
      _method: (id) => post(`voucher_redeem/${done.id}`, { _method: 'PUT', member_voucher_id: id }, clerk.token),
      import: (id) => bring(clerk, [id], {}),
      'dry run': (id) => bring(clerk, [id], { dry_run: '1' }),
    };
    for (const [door, ask] of Object.entries(doors)) {
      const nobodys = asTold(await ask(NOBODYS));
      expect(JSON.stringify(nobodys), door).toMatch(/member_voucher_id":\["Choose a record that exists."/);
      for (const [state, { id }] of Object.entries(states))
        expect(asTold(await ask(id)), `${door}, ${state}`).toEqual(nobodys);
    }
    expectInvalid(await redeemHere(clerk, { member_voucher_id: mine.id }), 'member_voucher_id');
    expect(await get('member_voucher', mine.id)).toMatchObject({ state: 'available' });
    expect(await logOf(clerk)).toEqual([]);
  });

  test('is redeemed by its number, however it is grouped, and tells no more than a counter needs', async () => {
    const { guest, mine } = await guestOf(there);
    const no = String(mine.voucher_no);
    const reply = await redeemHere(clerk, {
      voucher_no: `${no.slice(0, 4)}-${no.slice(4, 8)} ${no.slice(8)}`.toLowerCase(),
    });
    expect(reply.status, reply.text).toBe(201);
    const done = writtenIn(reply);
    const again = await call(app, clerk.token, 'GET', `/api/voucher_redeem/${done.id}`);
    for (const { text } of [reply, again])
      for (const secret of [guest.email, guest.phone_no]) expect(text).not.toContain(String(secret));
    expect(done.member).toEqual({ id: guest.id, name: `${String(guest.first_name)} Elsewhere` });
    expect(Object.keys(Object(done.member_voucher)).toSorted()).toEqual([
      'currency',
      'id',
      'name',
      'nominal',
      'valid_until_date',
      'voucher',
      'voucher_no',
    ]);
    for (const path of [`member/${guest.id}`, `member_voucher/${mine.id}`, `member/${guest.id}/standing`])
      expect((await call(app, clerk.token, 'GET', `/api/${path}`)).status, path).toBe(404);
    expectError(await redeemHere(clerk, { voucher_no: no }), 409, 'already_redeemed');
    expectInvalid(await redeemHere(clerk, { member_voucher_id: mine.id }), 'member_voucher_id');
  });

  test('is not redeemed by a number that is nobody’s, or another one’s than the id beside it', async () => {
    const [one, other] = [await guestOf(there), await guestOf(here)];
    expectInvalid(await redeemHere(clerk, { voucher_no: '0123456789AB' }), 'voucher_no');
    expectInvalid(await redeemHere(clerk, { voucher_no: 'x\0' }), 'voucher_no');
    expectInvalid(await redeemHere(clerk, { voucher_no: 7 }), 'voucher_no');
    expectInvalid(await redeemHere(clerk, { voucher_no: '' }), 'member_voucher_id');
    const told = { voucher_no: one.mine.voucher_no, member_voucher_id: other.mine.id };
    expectInvalid(await redeemHere(clerk, told), 'voucher_no');
  });
});

/** A file of redemptions, by any text that tells the voucher. */
function bring({ token }: TestUser, vouchers: readonly unknown[], values: Readonly<Record<string, unknown>>) {
  const rows = vouchers.map((told, n) => [String(told), here, redeem_date, `B-${n}`, 'Ayu']);
  const headings = ['member_voucher_id', 'redeem_hotel_id', 'redeem_date', 'booking_no', 'staff_name'];
  return upload(app, token, 'voucher_redeem', csvFile([headings, ...rows]), values);
}

describe('a guest of another hotel', () => {
  test('has visits posted and moved to them once they were looked up, and not by leafing through ids', async () => {
    const user = await newClerk();
    const [{ guest, held }, own] = [await guestOf(there), await guestOf(here)];
    const posted = writtenIn(await visit(user, own.guest.id));
    const move = (member_id: number) =>
      post(`visit/${posted.id}/move`, { member_id, remark: 'Wrong guest' }, user.token);
    const edit = (member_id: number) => post(`visit/${posted.id}`, { member_id }, user.token);
    const bulk = (member_id: number) =>
      post('visit/updateBulk', { ids: [posted.id], set: { member_id }, dry_run: 1 }, user.token);
    for (const ask of [(id: number) => visit(user, id), move, edit, bulk]) {
      const reply = await ask(guest.id);
      expectInvalid(reply, 'member_id');
      expect(asTold(reply)).toEqual(asTold(await ask(NOBODYS)));
    }
    expect((await lookUp(user, held.sbec_no)).body.data.guests).toHaveLength(1);
    expect((await visit(user, guest.id)).status).toBe(201);
    expect((await move((await served(user)).id)).status).toBe(200);
    expectInvalid(await visit(await newClerk(), guest.id), 'member_id');
    api.setClock(new Date(NOW.getTime() + 86_400_000 + 1_000));
    expectInvalid(await visit(user, guest.id), 'member_id');
  });

  test('is found in a file by their card number, and neither by id nor by name', async () => {
    const user = await newClerk();
    const { guest, held } = await guestOf(there);
    const check = async (told: unknown) => {
      const rows = [
        ['hotel_id', 'member_id', 'visit_date', 'reference_no', 'total_fb', 'staff_name'],
        [here, String(told), redeem_date, `F-${(count += 1)}`, '1000', 'Ayu'],
      ];
      const reply = await upload<{ data: { created: number; errors: unknown[] } }>(
        app,
        user.token,
        'visit',
        csvFile(rows),
        { dry_run: '1' },
      );
      return reply.body.data;
    };
    for (const told of [guest.id, `${String(guest.first_name)} Elsewhere`, 'Nobody Atall', NOBODYS])
      expect(await check(told), String(told)).toMatchObject({
        created: 0,
        errors: [{ errors: { member_id: ['Choose a record that exists.'] } }],
      });
    expect(await check(held.sbec_no)).toMatchObject({ created: 1, errors: [] });
  });
});

/** A guest of another hotel whom somebody has looked up. */
async function served(user: TestUser): Promise<Answered> {
  const { guest, held } = await guestOf(there);
  await lookUp(user, held.sbec_no);
  return guest;
}

describe('looking across hotels', () => {
  test('is written down once for each look-up, with who was found, and never with what was typed', async () => {
    const user = await newClerk();
    const { guest, held, mine } = await guestOf(there);
    const more = [await guestOf(there), await guestOf(there)];
    await lookUp(user, held.sbec_no);
    await call(app, user.token, 'GET', `/api/search?q=${String(mine.voucher_no)}`);
    await redeemHere(user, { voucher_no: mine.voucher_no }); // they stand at the counter
    await redeemHere(user, { voucher_no: more[0]?.mine.voucher_no });
    await redeemHere(user, { voucher_no: 'ABCDEFGH2345' });
    await bring(user, [more[1]?.mine.voucher_no], { dry_run: '1' });
    expect(await logOf(user)).toEqual([
      { way: 'counter', members: [guest.id] },
      { way: 'search', members: [guest.id] },
      { way: 'number', members: [more[0]?.guest.id] },
      { way: 'number', members: [] },
      { way: 'import', members: [more[1]?.guest.id] },
    ]);
    const { rows } = await sql`select * from look_up where actor_id = ${user.id}`.execute(db.kysely);
    expect(rows).toMatchObject(Array.from({ length: 5 }, () => ({ at: NOW, request_id: expect.stringMatching(/./) })));
    for (const typed of [held.sbec_no, mine.voucher_no]) expect(JSON.stringify(rows)).not.toContain(String(typed));
    await expect(sql`delete from look_up`.execute(db.kysely)).rejects.toThrow('permission denied');
    await expect(sql`update look_up set members = '{}'`.execute(db.kysely)).rejects.toThrow('permission denied');
  });

  test('is not counted within one’s own hotels, nor for who sees all of them', async () => {
    const user = await newClerk();
    const { guest, held, mine } = await guestOf(here);
    for (const who of [user, admin]) {
      await lookUp({ ...who, token: who.token }, held.sbec_no);
      await call(app, who.token, 'GET', `/api/search?q=${String(mine.voucher_no)}`);
      await call(app, who.token, 'GET', `/api/search?q=${String(guest.first_name)}`);
      expect((await bring(who, [mine.voucher_no], { dry_run: '1' })).status).toBe(200);
      expect(await logOf(who)).toEqual([]);
    }
    expect((await redeemHere(user, { voucher_no: mine.voucher_no })).status).toBe(201);
    expect(await logOf(user)).toEqual([]);
  });

  test('is answered sixty times a minute, on all servers together, and then with how long to wait', async () => {
    const [user, other] = [await newClerk(), await newClerk()];
    const { held, mine } = await guestOf(there);
    // As another server would count them.
    const looking = { actor: await actorOf(user), now: NOW, ip: '10.0.0.1', requestId: 'another-server' };
    const before = Array.from({ length: LOOK_UPS_A_MINUTE - 5 }, () => []);
    await countLookUps(db, looking, 'counter', before);
    const replies = await Promise.all(Array.from({ length: 12 }, () => lookUp(user, held.sbec_no)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(5);
    for (const reply of replies.filter(({ status }) => status !== 200)) {
      expectError(reply, 429, 'too_many_requests');
      expect(Number(reply.headers['retry-after'])).toBe(60);
    }
    const stranger = await guestOf(there);
    for (const reply of [
      await call(app, user.token, 'GET', `/api/search?q=${String(held.sbec_no)}`),
      await redeemHere(user, { voucher_no: stranger.mine.voucher_no }),
      await bring(user, [stranger.mine.voucher_no], { dry_run: '1' }),
    ])
      expectError(reply, 429, 'too_many_requests');
    expect(await get('member_voucher', stranger.mine.id)).toMatchObject({ state: 'available' });
    expect((await lookUp(other, held.sbec_no)).status).toBe(200);
    expect((await redeemHere(user, { voucher_no: mine.voucher_no })).status).toBe(201); // found before
    api.setClock(new Date(NOW.getTime() + 60_000));
    expect((await lookUp(user, held.sbec_no)).status).toBe(200);
  });

  test('by a file of more numbers than that is refused in words, and tells of none of them', async () => {
    const user = await newClerk();
    const { mine } = await guestOf(there);
    const guesses = Array.from({ length: LOOK_UPS_A_MINUTE }, (_, n) => `ZZZZZZZZZ${String(n).padStart(3, '0')}`);
    for (const values of [{ dry_run: '1' }, {}]) {
      const { errors } = expectInvalid(await bring(user, [mine.voucher_no, ...guesses], values), 'file');
      expect(errors?.file?.[0]).toContain('More than 60 rows');
    }
    expect(await logOf(user)).toEqual([]);
    expect((await bring(user, guesses, { dry_run: '1' })).status).toBe(200);
    expect(await logOf(user)).toHaveLength(LOOK_UPS_A_MINUTE);
  });
});

/** An actor with the one field that counting asks for. */
const actorOf = async ({ id }: TestUser) => ({ userId: id }) as Parameters<typeof countLookUps>[1]['actor'];
