import { getResource } from '@innkeeper/contract';
import type { FrontDesk } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { LOOKUPS_PER_MINUTE, countLookups } from '../../access/lookups.ts';
import { csvFile, upload } from '../../engine/import-export/table-helpers.ts';
import { type ResponseRecord, parseWritten } from '../../testing/responses.ts';
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
const [ownHotel = 0, otherHotel = 0] = hotels;
const { card, voucher, redeem, get, post, remove } = createProgramme(api, admin, inputs, otherHotel);
const NOW = new Date('2026-05-22T03:00:00Z');
api.setClock(NOW);
const redeem_date = '2026-05-22 02:00:00';
const MISSING_ID = 999_999_999;

/** A front-desk user of one hotel who has looked up nobody yet. */
const createClerk = () =>
  createUser(db, { level: 'property', assignments: [{ region_id: region, restrict_hotel_id: ownHotel }] });
const clerk = await createClerk();

let count = 0;
/** Creates a guest of a hotel with a card and a voucher. */
async function createGuestOf(hotel: number) {
  count += 1;
  const guest = await inputs.create(getResource('member'), {
    first_name: `Guest${count}`,
    last_name: 'Elsewhere',
    email: `guest.${count}@across.test`,
    hotel_id: hotel,
    register_hotel_id: hotel,
  });
  const guestCard = await card({ member_id: guest.id, hotel_id: hotel });
  return { guest, guestCard, memberVoucher: await voucher({ member_card_id: guestCard.id }) };
}
/** Redeems at the clerk's hotel. */
const redeemHere = ({ token }: TestUser, overrides: Readonly<Record<string, unknown>>) =>
  post(
    'voucher_redeem',
    { redeem_hotel_id: ownHotel, redeem_date, booking_no: 'B-1', staff_name: 'Ayu', ...overrides },
    token,
  );
const lookUp = ({ token }: TestUser, q: unknown) =>
  call<{ data: FrontDesk }>(app, token, 'GET', `/api/voucher_redeem/counter?${queryString({ q: String(q) })}`);
const readLookups = async ({ id }: TestUser) =>
  (
    await sql<{ origin: string; members: number[] }>`
      select origin, members::integer[] as members from member_lookup where actor_id = ${id} order by id`.execute(
      db.kysely,
    )
  ).rows;
/** A response without values that are new each time or repeat the input. */
const toOutcome = ({ status, text }: Reply<Record<string, unknown>>) => ({
  status,
  body: JSON.parse(text, (key, value: unknown) =>
    ['request_id', 'sample', 'values', 'texts'].includes(key) ? null : value,
  ),
});
const postVisit = ({ token }: TestUser, member_id: unknown) =>
  call(app, token, 'POST', '/api/visit', {
    body: { hotel_id: ownHotel, member_id, reference_no: `F-${(count += 1)}`, total_fb: '100000', staff_name: 'Ayu' },
  });

describe('a voucher of another hotel', () => {
  test('is not found by its id in any state: the response equals that of an unknown id', async () => {
    const { memberVoucher, guestCard } = await createGuestOf(otherHotel);
    const states: Readonly<Record<string, ResponseRecord>> = {
      available: memberVoucher,
      expired: await voucher({ member_card_id: guestCard.id, valid_until_date: '2021-01-01' }),
      restricted: await voucher({ member_card_id: guestCard.id, restrict_hotel_id: otherHotel }),
      redeemed: await voucher({ member_card_id: guestCard.id }),
      cancelled: await voucher({ member_card_id: guestCard.id }),
    };
    expect((await redeem(states.redeemed ?? memberVoucher, { redeem_date })).status).toBe(201);
    await remove('member_voucher', states.cancelled?.id ?? 0);
    const ownGuest = await createGuestOf(ownHotel);
    const redemption = parseWritten(await redeemHere(clerk, { member_voucher_id: ownGuest.memberVoucher.id }));
    const entryPoints: Readonly<Record<string, (id: number) => Promise<Reply<Record<string, unknown>>>>> = {
      create: (id) => redeemHere(clerk, { member_voucher_id: id }),
      update: (id) => post(`voucher_redeem/${redemption.id}`, { member_voucher_id: id }, clerk.token),
      _method: (id) => post(`voucher_redeem/${redemption.id}`, { _method: 'PUT', member_voucher_id: id }, clerk.token),
      import: (id) => importFile(clerk, [id], {}),
      'dry run': (id) => importFile(clerk, [id], { dry_run: '1' }),
    };
    for (const [entryPoint, request] of Object.entries(entryPoints)) {
      const missing = toOutcome(await request(MISSING_ID));
      expect(JSON.stringify(missing), entryPoint).toMatch(/member_voucher_id":\["Select an existing record\."/);
      for (const [state, { id }] of Object.entries(states))
        expect(toOutcome(await request(id)), `${entryPoint}, ${state}`).toEqual(missing);
    }
    expectInvalid(await redeemHere(clerk, { member_voucher_id: memberVoucher.id }), 'member_voucher_id');
    expect(await get('member_voucher', memberVoucher.id)).toMatchObject({ state: 'available' });
    expect(await readLookups(clerk)).toEqual([]);
  });

  test('is redeemed by its number in any grouping, and reveals only what a front desk needs', async () => {
    const { guest, memberVoucher } = await createGuestOf(otherHotel);
    const voucherNo = String(memberVoucher.voucher_no);
    const reply = await redeemHere(clerk, {
      voucher_no: `${voucherNo.slice(0, 4)}-${voucherNo.slice(4, 8)} ${voucherNo.slice(8)}`.toLowerCase(),
    });
    expect(reply.status, reply.text).toBe(201);
    const redemption = parseWritten(reply);
    const secondReply = await call(app, clerk.token, 'GET', `/api/voucher_redeem/${redemption.id}`);
    for (const { text } of [reply, secondReply])
      for (const secret of [guest.email, guest.phone_no]) expect(text).not.toContain(String(secret));
    expect(redemption.member).toEqual({ id: guest.id, name: `${String(guest.first_name)} Elsewhere` });
    expect(Object.keys(Object(redemption.member_voucher)).toSorted()).toEqual([
      'currency',
      'id',
      'name',
      'nominal',
      'valid_until_date',
      'voucher',
      'voucher_no',
    ]);
    for (const path of [`member/${guest.id}`, `member_voucher/${memberVoucher.id}`, `member/${guest.id}/standing`])
      expect((await call(app, clerk.token, 'GET', `/api/${path}`)).status, path).toBe(404);
    expectError(await redeemHere(clerk, { voucher_no: voucherNo }), 409, 'already_redeemed');
    expectInvalid(await redeemHere(clerk, { member_voucher_id: memberVoucher.id }), 'member_voucher_id');
  });

  test('is not redeemed by an unknown number, or by a number that does not match the given id', async () => {
    const [firstGuest, otherGuest] = [await createGuestOf(otherHotel), await createGuestOf(ownHotel)];
    expectInvalid(await redeemHere(clerk, { voucher_no: '0123456789AB' }), 'voucher_no');
    expectInvalid(await redeemHere(clerk, { voucher_no: 'x\0' }), 'voucher_no');
    expectInvalid(await redeemHere(clerk, { voucher_no: 7 }), 'voucher_no');
    expectInvalid(await redeemHere(clerk, { voucher_no: '' }), 'member_voucher_id');
    const voucherInput = {
      voucher_no: firstGuest.memberVoucher.voucher_no,
      member_voucher_id: otherGuest.memberVoucher.id,
    };
    expectInvalid(await redeemHere(clerk, voucherInput), 'voucher_no');
  });
});

/** Imports a file of redemptions; the vouchers can be any text that identifies them. */
function importFile({ token }: TestUser, vouchers: readonly unknown[], values: Readonly<Record<string, unknown>>) {
  const rows = vouchers.map((voucherText, n) => [String(voucherText), ownHotel, redeem_date, `B-${n}`, 'Ayu']);
  const headings = ['member_voucher_id', 'redeem_hotel_id', 'redeem_date', 'booking_no', 'staff_name'];
  return upload(app, token, 'voucher_redeem', csvFile([headings, ...rows]), values);
}

describe('a guest of another hotel', () => {
  test('can have visits posted or moved to them only after a look-up, not by guessing ids', async () => {
    const user = await createClerk();
    const [{ guest, guestCard }, ownGuest] = [await createGuestOf(otherHotel), await createGuestOf(ownHotel)];
    const postedRecord = parseWritten(await postVisit(user, ownGuest.guest.id));
    const moveVisit = (member_id: number) =>
      post(`visit/${postedRecord.id}/move`, { member_id, remark: 'Wrong guest' }, user.token);
    const editVisit = (member_id: number) => post(`visit/${postedRecord.id}`, { member_id }, user.token);
    const editInBulk = (member_id: number) =>
      post('visit/updateBulk', { ids: [postedRecord.id], set: { member_id }, dry_run: 1 }, user.token);
    for (const request of [(id: number) => postVisit(user, id), moveVisit, editVisit, editInBulk]) {
      const reply = await request(guest.id);
      expectInvalid(reply, 'member_id');
      expect(toOutcome(reply)).toEqual(toOutcome(await request(MISSING_ID)));
    }
    expect((await lookUp(user, guestCard.sbec_no)).body.data.guests).toHaveLength(1);
    expect((await postVisit(user, guest.id)).status).toBe(201);
    expect((await moveVisit((await lookUpNewGuest(user)).id)).status).toBe(200);
    expectInvalid(await postVisit(await createClerk(), guest.id), 'member_id');
    api.setClock(new Date(NOW.getTime() + 86_400_000 + 1_000));
    expectInvalid(await postVisit(user, guest.id), 'member_id');
  });

  test('is found in a file by card number, but not by id or name', async () => {
    const user = await createClerk();
    const { guest, guestCard } = await createGuestOf(otherHotel);
    const checkImport = async (memberText: unknown) => {
      const rows = [
        ['hotel_id', 'member_id', 'visit_date', 'reference_no', 'total_fb', 'staff_name'],
        [ownHotel, String(memberText), redeem_date, `F-${(count += 1)}`, '1000', 'Ayu'],
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
    for (const memberText of [guest.id, `${String(guest.first_name)} Elsewhere`, 'Nobody Atall', MISSING_ID])
      expect(await checkImport(memberText), String(memberText)).toMatchObject({
        created: 0,
        errors: [{ errors: { member_id: ['Select an existing record.'] } }],
      });
    expect(await checkImport(guestCard.sbec_no)).toMatchObject({ created: 1, errors: [] });
  });
});

/** Creates a guest of another hotel whom the user has looked up. */
async function lookUpNewGuest(user: TestUser): Promise<ResponseRecord> {
  const { guest, guestCard } = await createGuestOf(otherHotel);
  await lookUp(user, guestCard.sbec_no);
  return guest;
}

describe('looking across hotels', () => {
  test('is logged once per look-up, with the members found but never with the input', async () => {
    const user = await createClerk();
    const { guest, guestCard, memberVoucher } = await createGuestOf(otherHotel);
    const otherGuests = [await createGuestOf(otherHotel), await createGuestOf(otherHotel)];
    await lookUp(user, guestCard.sbec_no);
    await call(app, user.token, 'GET', `/api/search?q=${String(memberVoucher.voucher_no)}`);
    await redeemHere(user, { voucher_no: memberVoucher.voucher_no }); // the guest is at the front desk
    await redeemHere(user, { voucher_no: otherGuests[0]?.memberVoucher.voucher_no });
    await redeemHere(user, { voucher_no: 'ABCDEFGH2345' });
    await importFile(user, [otherGuests[1]?.memberVoucher.voucher_no], { dry_run: '1' });
    expect(await readLookups(user)).toEqual([
      { origin: 'front_desk', members: [guest.id] },
      { origin: 'search', members: [guest.id] },
      { origin: 'number', members: [otherGuests[0]?.guest.id] },
      { origin: 'number', members: [] },
      { origin: 'import', members: [otherGuests[1]?.guest.id] },
    ]);
    const { rows } = await sql`select * from member_lookup where actor_id = ${user.id}`.execute(db.kysely);
    expect(rows).toMatchObject(Array.from({ length: 5 }, () => ({ at: NOW, request_id: expect.stringMatching(/./) })));
    for (const inputText of [guestCard.sbec_no, memberVoucher.voucher_no])
      expect(JSON.stringify(rows)).not.toContain(String(inputText));
    await expect(sql`delete from member_lookup`.execute(db.kysely)).rejects.toThrow('permission denied');
    await expect(sql`update member_lookup set members = '{}'`.execute(db.kysely)).rejects.toThrow('permission denied');
  });

  test('is not counted within the user’s own hotels, nor for users who see all hotels', async () => {
    const user = await createClerk();
    const { guest, guestCard, memberVoucher } = await createGuestOf(ownHotel);
    for (const lookupUser of [user, admin]) {
      await lookUp({ ...lookupUser, token: lookupUser.token }, guestCard.sbec_no);
      await call(app, lookupUser.token, 'GET', `/api/search?q=${String(memberVoucher.voucher_no)}`);
      await call(app, lookupUser.token, 'GET', `/api/search?q=${String(guest.first_name)}`);
      expect((await importFile(lookupUser, [memberVoucher.voucher_no], { dry_run: '1' })).status).toBe(200);
      expect(await readLookups(lookupUser)).toEqual([]);
    }
    expect((await redeemHere(user, { voucher_no: memberVoucher.voucher_no })).status).toBe(201);
    expect(await readLookups(user)).toEqual([]);
  });

  test('is limited to sixty look-ups per minute across all servers, then returns how long to wait', async () => {
    const [user, otherUser] = [await createClerk(), await createClerk()];
    const { guestCard, memberVoucher } = await createGuestOf(otherHotel);
    // Counts look-ups like another server.
    const lookupCaller = { actor: await toActor(user), now: NOW, ip: '10.0.0.1', requestId: 'another-server' };
    const before = Array.from({ length: LOOKUPS_PER_MINUTE - 5 }, () => []);
    await countLookups(db, lookupCaller, 'front_desk', before);
    const replies = await Promise.all(Array.from({ length: 12 }, () => lookUp(user, guestCard.sbec_no)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(5);
    for (const reply of replies.filter(({ status }) => status !== 200)) {
      expectError(reply, 429, 'too_many_requests');
      expect(Number(reply.headers['retry-after'])).toBe(60);
    }
    const stranger = await createGuestOf(otherHotel);
    for (const reply of [
      await call(app, user.token, 'GET', `/api/search?q=${String(guestCard.sbec_no)}`),
      await redeemHere(user, { voucher_no: stranger.memberVoucher.voucher_no }),
      await importFile(user, [stranger.memberVoucher.voucher_no], { dry_run: '1' }),
    ])
      expectError(reply, 429, 'too_many_requests');
    expect(await get('member_voucher', stranger.memberVoucher.id)).toMatchObject({ state: 'available' });
    expect((await lookUp(otherUser, guestCard.sbec_no)).status).toBe(200);
    expect((await redeemHere(user, { voucher_no: memberVoucher.voucher_no })).status).toBe(201); // found earlier
    api.setClock(new Date(NOW.getTime() + 60_000));
    expect((await lookUp(user, guestCard.sbec_no)).status).toBe(200);
  });

  test('is rejected with a message for a larger file, without revealing any member', async () => {
    const user = await createClerk();
    const { memberVoucher } = await createGuestOf(otherHotel);
    const failedLookups = Array.from(
      { length: LOOKUPS_PER_MINUTE },
      (_, n) => `ZZZZZZZZZ${String(n).padStart(3, '0')}`,
    );
    for (const values of [{ dry_run: '1' }, {}]) {
      const { errors } = expectInvalid(
        await importFile(user, [memberVoucher.voucher_no, ...failedLookups], values),
        'file',
      );
      expect(errors?.file?.[0]).toContain('At most 60 rows');
    }
    expect(await readLookups(user)).toEqual([]);
    expect((await importFile(user, failedLookups, { dry_run: '1' })).status).toBe(200);
    expect(await readLookups(user)).toHaveLength(LOOKUPS_PER_MINUTE);
  });
});

/** An actor with only the field that counting needs. */
const toActor = async ({ id }: TestUser) => ({ userId: id }) as Parameters<typeof countLookups>[1]['actor'];
