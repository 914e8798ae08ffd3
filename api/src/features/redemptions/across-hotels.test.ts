import { getResource } from '@innkeeper/contract';
import type { FrontDesk } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { LOOKUPS_PER_MINUTE, countLookups } from '../../engine/resources/member-lookups.ts';
import { csvFile, upload } from '../../engine/import-export/table-helpers.ts';
import { type ResponseRecord, writtenIn } from '../../testing/responses.ts';
import { type Reply, call, queryString } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createPlace } from '../../testing/places.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { type TestUser, createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/** Guests and vouchers of other hotels: serving them requires a look-up, which reveals little and is counted. */

const api = await startTestApp({ connections: 30 });
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const { region, hotels } = await createPlace(db, 3);
const [here = 0, there = 0] = hotels;
const { card, voucher, redeem, get, post, remove } = createProgramme(api, admin, inputs, there);
const NOW = new Date('2026-05-22T03:00:00Z');
api.setClock(NOW);
const redeem_date = '2026-05-22 02:00:00';
const MISSING_ID = 999_999_999;

/** A front-desk user of one hotel who has looked up nobody yet. */
const newClerk = () =>
  createUser(db, { level: 'property', assignments: [{ region_id: region, restrict_hotel_id: here }] });
const clerk = await newClerk();

let count = 0;
/** Creates a guest of a hotel with a card and a voucher. */
async function guestOf(hotel: number) {
  count += 1;
  const guest = await inputs.create(getResource('member'), {
    first_name: `Guest${count}`,
    last_name: 'Elsewhere',
    email: `guest.${count}@across.test`,
    hotel_id: hotel,
    register_hotel_id: hotel,
  });
  const guestCard = await card({ member_id: guest.id, hotel_id: hotel });
  return { guest, guestCard, mine: await voucher({ member_card_id: guestCard.id }) };
}
/** Redeems at the clerk's hotel. */
const redeemHere = ({ token }: TestUser, shown: Readonly<Record<string, unknown>>) =>
  post('voucher_redeem', { redeem_hotel_id: here, redeem_date, booking_no: 'B-1', staff_name: 'Ayu', ...shown }, token);
const lookUp = ({ token }: TestUser, q: unknown) =>
  call<{ data: FrontDesk }>(app, token, 'GET', `/api/voucher_redeem/counter?${queryString({ q: String(q) })}`);
const logOf = async ({ id }: TestUser) =>
  (
    await sql<{ origin: string; members: number[] }>`
      select origin, members::integer[] as members from member_lookup where actor_id = ${id} order by id`.execute(
      db.kysely,
    )
  ).rows;
/** A response without values that are new each time or repeat the input. */
const toOutcome = ({ status, text }: Reply<Record<string, unknown>>) => ({
  status,
  body: JSON.parse(text, (key, value: unknown) => (['request_id', 'sample', 'values'].includes(key) ? null : value)),
});
const visit = ({ token }: TestUser, member_id: unknown) =>
  call(app, token, 'POST', '/api/visit', {
    body: { hotel_id: here, member_id, reference_no: `F-${(count += 1)}`, total_fb: '100000', staff_name: 'Ayu' },
  });

describe('a voucher of another hotel', () => {
  test('is not found by its id in any state: the response equals that of an unknown id', async () => {
    const { mine, guestCard } = await guestOf(there);
    const states: Readonly<Record<string, ResponseRecord>> = {
      available: mine,
      expired: await voucher({ member_card_id: guestCard.id, valid_until_date: '2021-01-01' }),
      restricted: await voucher({ member_card_id: guestCard.id, restrict_hotel_id: there }),
      redeemed: await voucher({ member_card_id: guestCard.id }),
      cancelled: await voucher({ member_card_id: guestCard.id }),
    };
    expect((await redeem(states.redeemed ?? mine, { redeem_date })).status).toBe(201);
    await remove('member_voucher', states.cancelled?.id ?? 0);
    const own = await guestOf(here);
    const done = writtenIn(await redeemHere(clerk, { member_voucher_id: own.mine.id }));
    const entryPoints: Readonly<Record<string, (id: number) => Promise<Reply<Record<string, unknown>>>>> = {
      create: (id) => redeemHere(clerk, { member_voucher_id: id }),
      update: (id) => post(`voucher_redeem/${done.id}`, { member_voucher_id: id }, clerk.token),
      _method: (id) => post(`voucher_redeem/${done.id}`, { _method: 'PUT', member_voucher_id: id }, clerk.token),
      import: (id) => importFile(clerk, [id], {}),
      'dry run': (id) => importFile(clerk, [id], { dry_run: '1' }),
    };
    for (const [entryPoint, request] of Object.entries(entryPoints)) {
      const missing = toOutcome(await request(MISSING_ID));
      expect(JSON.stringify(missing), entryPoint).toMatch(/member_voucher_id":\["Select an existing record\."/);
      for (const [state, { id }] of Object.entries(states))
        expect(toOutcome(await request(id)), `${entryPoint}, ${state}`).toEqual(missing);
    }
    expectInvalid(await redeemHere(clerk, { member_voucher_id: mine.id }), 'member_voucher_id');
    expect(await get('member_voucher', mine.id)).toMatchObject({ state: 'available' });
    expect(await logOf(clerk)).toEqual([]);
  });

  test('is redeemed by its number in any grouping, and reveals only what a front desk needs', async () => {
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

  test('is not redeemed by an unknown number, or by a number that does not match the given id', async () => {
    const [one, other] = [await guestOf(there), await guestOf(here)];
    expectInvalid(await redeemHere(clerk, { voucher_no: '0123456789AB' }), 'voucher_no');
    expectInvalid(await redeemHere(clerk, { voucher_no: 'x\0' }), 'voucher_no');
    expectInvalid(await redeemHere(clerk, { voucher_no: 7 }), 'voucher_no');
    expectInvalid(await redeemHere(clerk, { voucher_no: '' }), 'member_voucher_id');
    const shown = { voucher_no: one.mine.voucher_no, member_voucher_id: other.mine.id };
    expectInvalid(await redeemHere(clerk, shown), 'voucher_no');
  });
});

/** Imports a file of redemptions; the vouchers can be any text that identifies them. */
function importFile({ token }: TestUser, vouchers: readonly unknown[], values: Readonly<Record<string, unknown>>) {
  const rows = vouchers.map((shown, n) => [String(shown), here, redeem_date, `B-${n}`, 'Ayu']);
  const headings = ['member_voucher_id', 'redeem_hotel_id', 'redeem_date', 'booking_no', 'staff_name'];
  return upload(app, token, 'voucher_redeem', csvFile([headings, ...rows]), values);
}

describe('a guest of another hotel', () => {
  test('can have visits posted or moved to them only after a look-up, not by guessing ids', async () => {
    const user = await newClerk();
    const [{ guest, guestCard }, own] = [await guestOf(there), await guestOf(here)];
    const posted = writtenIn(await visit(user, own.guest.id));
    const move = (member_id: number) =>
      post(`visit/${posted.id}/move`, { member_id, remark: 'Wrong guest' }, user.token);
    const edit = (member_id: number) => post(`visit/${posted.id}`, { member_id }, user.token);
    const bulk = (member_id: number) =>
      post('visit/updateBulk', { ids: [posted.id], set: { member_id }, dry_run: 1 }, user.token);
    for (const request of [(id: number) => visit(user, id), move, edit, bulk]) {
      const reply = await request(guest.id);
      expectInvalid(reply, 'member_id');
      expect(toOutcome(reply)).toEqual(toOutcome(await request(MISSING_ID)));
    }
    expect((await lookUp(user, guestCard.sbec_no)).body.data.guests).toHaveLength(1);
    expect((await visit(user, guest.id)).status).toBe(201);
    expect((await move((await guestLookedUp(user)).id)).status).toBe(200);
    expectInvalid(await visit(await newClerk(), guest.id), 'member_id');
    api.setClock(new Date(NOW.getTime() + 86_400_000 + 1_000));
    expectInvalid(await visit(user, guest.id), 'member_id');
  });

  test('is found in a file by card number, but not by id or name', async () => {
    const user = await newClerk();
    const { guest, guestCard } = await guestOf(there);
    const check = async (shown: unknown) => {
      const rows = [
        ['hotel_id', 'member_id', 'visit_date', 'reference_no', 'total_fb', 'staff_name'],
        [here, String(shown), redeem_date, `F-${(count += 1)}`, '1000', 'Ayu'],
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
    for (const shown of [guest.id, `${String(guest.first_name)} Elsewhere`, 'Nobody Atall', MISSING_ID])
      expect(await check(shown), String(shown)).toMatchObject({
        created: 0,
        errors: [{ errors: { member_id: ['Select an existing record.'] } }],
      });
    expect(await check(guestCard.sbec_no)).toMatchObject({ created: 1, errors: [] });
  });
});

/** Creates a guest of another hotel whom the user has looked up. */
async function guestLookedUp(user: TestUser): Promise<ResponseRecord> {
  const { guest, guestCard } = await guestOf(there);
  await lookUp(user, guestCard.sbec_no);
  return guest;
}

describe('looking across hotels', () => {
  test('is logged once per look-up, with the members found but never with the input', async () => {
    const user = await newClerk();
    const { guest, guestCard, mine } = await guestOf(there);
    const more = [await guestOf(there), await guestOf(there)];
    await lookUp(user, guestCard.sbec_no);
    await call(app, user.token, 'GET', `/api/search?q=${String(mine.voucher_no)}`);
    await redeemHere(user, { voucher_no: mine.voucher_no }); // they are at the front desk
    await redeemHere(user, { voucher_no: more[0]?.mine.voucher_no });
    await redeemHere(user, { voucher_no: 'ABCDEFGH2345' });
    await importFile(user, [more[1]?.mine.voucher_no], { dry_run: '1' });
    expect(await logOf(user)).toEqual([
      { origin: 'front_desk', members: [guest.id] },
      { origin: 'search', members: [guest.id] },
      { origin: 'number', members: [more[0]?.guest.id] },
      { origin: 'number', members: [] },
      { origin: 'import', members: [more[1]?.guest.id] },
    ]);
    const { rows } = await sql`select * from member_lookup where actor_id = ${user.id}`.execute(db.kysely);
    expect(rows).toMatchObject(Array.from({ length: 5 }, () => ({ at: NOW, request_id: expect.stringMatching(/./) })));
    for (const inputText of [guestCard.sbec_no, mine.voucher_no])
      expect(JSON.stringify(rows)).not.toContain(String(inputText));
    await expect(sql`delete from member_lookup`.execute(db.kysely)).rejects.toThrow('permission denied');
    await expect(sql`update member_lookup set members = '{}'`.execute(db.kysely)).rejects.toThrow('permission denied');
  });

  test('is not counted within the user’s own hotels, nor for users who see all hotels', async () => {
    const user = await newClerk();
    const { guest, guestCard, mine } = await guestOf(here);
    for (const who of [user, admin]) {
      await lookUp({ ...who, token: who.token }, guestCard.sbec_no);
      await call(app, who.token, 'GET', `/api/search?q=${String(mine.voucher_no)}`);
      await call(app, who.token, 'GET', `/api/search?q=${String(guest.first_name)}`);
      expect((await importFile(who, [mine.voucher_no], { dry_run: '1' })).status).toBe(200);
      expect(await logOf(who)).toEqual([]);
    }
    expect((await redeemHere(user, { voucher_no: mine.voucher_no })).status).toBe(201);
    expect(await logOf(user)).toEqual([]);
  });

  test('is limited to sixty look-ups per minute across all servers, then returns how long to wait', async () => {
    const [user, other] = [await newClerk(), await newClerk()];
    const { guestCard, mine } = await guestOf(there);
    // Counts look-ups as another server would.
    const lookupCaller = { actor: await actorOf(user), now: NOW, ip: '10.0.0.1', requestId: 'another-server' };
    const before = Array.from({ length: LOOKUPS_PER_MINUTE - 5 }, () => []);
    await countLookups(db, lookupCaller, 'front_desk', before);
    const replies = await Promise.all(Array.from({ length: 12 }, () => lookUp(user, guestCard.sbec_no)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(5);
    for (const reply of replies.filter(({ status }) => status !== 200)) {
      expectError(reply, 429, 'too_many_requests');
      expect(Number(reply.headers['retry-after'])).toBe(60);
    }
    const stranger = await guestOf(there);
    for (const reply of [
      await call(app, user.token, 'GET', `/api/search?q=${String(guestCard.sbec_no)}`),
      await redeemHere(user, { voucher_no: stranger.mine.voucher_no }),
      await importFile(user, [stranger.mine.voucher_no], { dry_run: '1' }),
    ])
      expectError(reply, 429, 'too_many_requests');
    expect(await get('member_voucher', stranger.mine.id)).toMatchObject({ state: 'available' });
    expect((await lookUp(other, guestCard.sbec_no)).status).toBe(200);
    expect((await redeemHere(user, { voucher_no: mine.voucher_no })).status).toBe(201); // found earlier
    api.setClock(new Date(NOW.getTime() + 60_000));
    expect((await lookUp(user, guestCard.sbec_no)).status).toBe(200);
  });

  test('is rejected with a message for a larger file, without revealing any member', async () => {
    const user = await newClerk();
    const { mine } = await guestOf(there);
    const failedLookups = Array.from(
      { length: LOOKUPS_PER_MINUTE },
      (_, n) => `ZZZZZZZZZ${String(n).padStart(3, '0')}`,
    );
    for (const values of [{ dry_run: '1' }, {}]) {
      const { errors } = expectInvalid(await importFile(user, [mine.voucher_no, ...failedLookups], values), 'file');
      expect(errors?.file?.[0]).toContain('At most 60 rows');
    }
    expect(await logOf(user)).toEqual([]);
    expect((await importFile(user, failedLookups, { dry_run: '1' })).status).toBe(200);
    expect(await logOf(user)).toHaveLength(LOOKUPS_PER_MINUTE);
  });
});

/** An actor with only the field that counting needs. */
const actorOf = async ({ id }: TestUser) => ({ userId: id }) as Parameters<typeof countLookups>[1]['actor'];
