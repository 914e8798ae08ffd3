// Core test: every redemption.
import { describe, expect, test } from 'vitest';
import { type ResponseRecord, parseRecord, parseWritten } from '../../testing/responses.ts';
import { call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createPlace } from '../../testing/places.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { countWaiting } from '../../testing/while-locked.ts';
import {
  createCountry,
  createHotel,
  createMembership,
  createRegion,
  createBaseRecords,
} from '../../testing/base-records.ts';
import { getResource } from '@innkeeper/contract';
import { checkIntegrity } from '@innkeeper/db/testing';
import { sql } from 'kysely';

const RACERS = 50;
const api = await startTestApp({ connections: RACERS });
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const baseRecords = await createBaseRecords(db);
const inputs = createInputs(api, admin, baseRecords);
const { card, voucher, redeem, get, post, remove } = createProgramme(api, admin, inputs, baseRecords.hotel);

const NOW = new Date('2026-05-22T03:00:00Z');
api.setClock(NOW);
const redeem_date = '2026-05-22 02:00:00';
const countLiveRedemptions = async (id: number) =>
  (await sql`select from voucher_redeem where member_voucher_id = ${id} and deleted_at is null`.execute(db.kysely)).rows
    .length;

describe('a voucher', () => {
  test('is redeemed for its member with booking number and staff name, under a unique number', async () => {
    const memberVoucher = await voucher();
    const reply = await redeem(memberVoucher, { redeem_date, booking_no: 'B-77', staff_name: 'Ayu' });
    expect(reply.status, reply.text).toBe(201);
    expect(parseWritten(reply)).toMatchObject({
      redeem_no: expect.stringMatching(/^R\d{8,}$/),
      member_voucher_id: memberVoucher.id,
      member_id: memberVoucher.member_id,
      redeem_hotel: { id: baseRecords.hotel },
      booking_no: 'B-77',
      staff_name: 'Ayu',
    });
    expect(await get('member_voucher', memberVoucher.id)).toMatchObject({ state: 'redeemed' });
  });

  test('is redeemed once by fifty concurrent desks; the others see by whom, when and where', async () => {
    const memberVoucher = await voucher();
    const replies = await Promise.all(
      Array.from({ length: RACERS }, (_, i) => redeem(memberVoucher, { redeem_date, staff_name: `Counter ${i}` })),
    );
    const [winner, ...otherWinners] = replies.filter(({ status }) => status === 201);
    expect(otherWinners).toEqual([]);
    const { staff_name, redeem_no } = parseWritten(winner ?? replies[0] ?? (await redeem(memberVoucher)));
    for (const reply of replies) {
      if (reply === winner) continue;
      const { message } = expectError(reply, 409, 'already_redeemed');
      expect(message).toContain(`22 May 2026`);
      expect(message).toContain(`by ${String(staff_name)} (${String(redeem_no)})`);
    }
    expect(await countLiveRedemptions(memberVoucher.id)).toBe(1);
  });

  test('can be redeemed again after a void, and then the voided redemption cannot be restored', async () => {
    const memberVoucher = await voucher();
    const first = parseWritten(await redeem(memberVoucher, { redeem_date }));
    expect((await remove('voucher_redeem', first.id)).status).toBe(200);
    expect(await get('member_voucher', memberVoucher.id)).toMatchObject({ state: 'available' });
    expect((await redeem(memberVoucher, { redeem_date })).status).toBe(201);
    expectError(await post(`voucher_redeem/${first.id}/restore`), 409, 'already_redeemed');
    expect(await countLiveRedemptions(memberVoucher.id)).toBe(1);
  });

  test('can have its mistaken void undone while it is unused', async () => {
    const memberVoucher = await voucher();
    const first = parseWritten(await redeem(memberVoucher, { redeem_date }));
    await remove('voucher_redeem', first.id);
    expect((await post(`voucher_redeem/${first.id}/restore`)).status).toBe(200);
    expect(await get('member_voucher', memberVoucher.id)).toMatchObject({ state: 'redeemed' });
  });

  test('is redeemed once under concurrent redemptions and restores', async () => {
    for (let round = 0; round < 5; round += 1) {
      const memberVoucher = await voucher();
      const first = parseWritten(await redeem(memberVoucher, { redeem_date }));
      await remove('voucher_redeem', first.id);
      const replies = await Promise.all([
        ...Array.from({ length: 10 }, () => redeem(memberVoucher, { redeem_date })),
        ...Array.from({ length: 10 }, () => post(`voucher_redeem/${first.id}/restore`)),
      ]);
      const won = replies.filter(({ status }) => status < 300);
      expect(won).toHaveLength(1);
      for (const reply of replies) if (reply.status >= 300) expect([404, 409]).toContain(reply.status);
      expect(await countLiveRedemptions(memberVoucher.id)).toBe(1);
    }
  });

  test('stays unused without booking number or staff name', async () => {
    const memberVoucher = await voucher();
    for (const missing of ['booking_no', 'staff_name']) {
      expectInvalid(await redeem(memberVoucher, { redeem_date, [missing]: ' ' }), missing);
    }
    expect(await get('member_voucher', memberVoucher.id)).toMatchObject({ state: 'available' });
  });
});

describe('a voucher that cannot be redeemed', () => {
  test('is rejected at a hotel other than its own, which the message names', async () => {
    const [otherHotel, ownHotel] = [
      await createHotel(db, baseRecords.country),
      await createHotel(db, baseRecords.country),
    ];
    const memberVoucher = await voucher({ restrict_hotel_id: otherHotel });
    const { message } = expectError(
      await redeem(memberVoucher, { redeem_date, redeem_hotel_id: ownHotel }),
      409,
      'wrong_hotel',
    );
    expect(message).toContain((await get('hotel', otherHotel)).name);
    expect((await redeem(memberVoucher, { redeem_date, redeem_hotel_id: otherHotel })).status).toBe(201);
  });

  test('is rejected outside the region where its card was sold, if the membership is regional', async () => {
    const region = await createRegion(db);
    const foreignHotel = await createHotel(db, await createCountry(db, region));
    const membership_id = await createMembership(db);
    await post(`membership/${membership_id}`, { is_regional: 1 });
    const memberVoucher = await voucher({ member_card_id: (await card({ membership_id })).id });
    const { message } = expectError(
      await redeem(memberVoucher, { redeem_date, redeem_hotel_id: foreignHotel }),
      409,
      'wrong_region',
    );
    expect(message).toContain((await get('region', baseRecords.region)).name);
    // The card's terms were fixed at its sale; the change applies to later cards only.
    await post(`membership/${membership_id}`, { is_regional: 0 });
    expectError(await redeem(memberVoucher, { redeem_date, redeem_hotel_id: foreignHotel }), 409, 'wrong_region');
    const laterVoucher = await voucher({ member_card_id: (await card({ membership_id })).id });
    await post(`membership/${membership_id}`, { is_regional: 1 });
    expect((await redeem(laterVoucher, { redeem_date, redeem_hotel_id: foreignHotel })).status).toBe(201);
  });

  test('is rejected before its first day and after its last day, by the hotel’s local day', async () => {
    // 22 May ends at 17:00 UTC in Jakarta, and two hours earlier in Jayapura.
    const eastHotel = await createHotel(db, baseRecords.country, 'Asia/Jayapura');
    const dates = { redeem_date: '2026-05-22', valid_until_date: '2026-05-22' };
    const redeemAt = async (moment: string, redeem_hotel_id: number) => {
      api.setClock(new Date(`${moment.replace(' ', 'T')}Z`));
      const reply = await redeem(await voucher(dates), { redeem_date: moment, redeem_hotel_id });
      return reply.status === 201 ? 'redeemed' : expectError(reply, 409).error;
    };
    expect(await redeemAt('2026-05-21 16:59:59', baseRecords.hotel)).toBe('not_yet_valid');
    expect(await redeemAt('2026-05-21 17:00:00', baseRecords.hotel)).toBe('redeemed');
    expect(await redeemAt('2026-05-22 16:59:59', baseRecords.hotel)).toBe('redeemed');
    expect(await redeemAt('2026-05-22 17:00:00', baseRecords.hotel)).toBe('expired');
    expect(await redeemAt('2026-05-21 16:59:59', eastHotel)).toBe('redeemed');
    expect(await redeemAt('2026-05-22 15:00:00', eastHotel)).toBe('expired');
  });

  test('is rejected while its card or member is switched off or deleted, each with its own reason', async () => {
    const guestCard = await card();
    const memberVoucher = await voucher({ member_card_id: guestCard.id });
    const readRejection = async () => expectError(await redeem(memberVoucher, { redeem_date }), 409).error;
    await post(`member_card/${guestCard.id}`, { is_active: 0 });
    expect(await readRejection()).toBe('card_inactive');
    expect(await get('member_voucher', memberVoucher.id)).toMatchObject({ state: 'cancelled' });
    await post(`member_card/${guestCard.id}`, { is_active: 1 });
    await remove('member_card', guestCard.id);
    expect(await readRejection()).toBe('card_inactive');
    await post(`member_card/${guestCard.id}/restore`);
    await post(`member/${Number(memberVoucher.member_id)}`, { is_active: 0 });
    expect(await readRejection()).toBe('member_inactive');
    await post(`member/${Number(memberVoucher.member_id)}`, { is_active: 1 });
    await remove('member', Number(memberVoucher.member_id));
    expect(await readRejection()).toBe('member_inactive');
    await post(`member/${Number(memberVoucher.member_id)}/restore`);
    expect((await redeem(memberVoucher, { redeem_date })).status).toBe(201);
  });

  test('is rejected once it is cancelled, with who cancelled it and when', async () => {
    const memberVoucher = await voucher();
    await remove('member_voucher', memberVoucher.id);
    const { message } = expectError(await redeem(memberVoucher, { redeem_date }), 409, 'voucher_cancelled');
    expect(message).toMatch(/cancelled on .* by staff-/);
    await post(`member_voucher/${memberVoucher.id}/restore`);
    expect((await redeem(memberVoucher, { redeem_date })).status).toBe(201);
  });

  test('is rejected for a member who does not own it', async () => {
    const [memberVoucher, otherVoucher] = [await voucher(), await voucher()];
    expectError(await redeem(memberVoucher, { redeem_date, member_id: otherVoucher.member_id }), 409, 'wrong_member');
    expect((await redeem(memberVoucher, { redeem_date, member_id: memberVoucher.member_id })).status).toBe(201);
  });

  test('is rejected for a day in the future or more than seven days ago', async () => {
    const memberVoucher = await voucher();
    expectInvalid(await redeem(memberVoucher, { redeem_date: '2026-05-22 03:05:00' }), 'redeem_date');
    expectInvalid(await redeem(memberVoucher, { redeem_date: '2026-05-15 02:59:59' }), 'redeem_date');
    expect((await redeem(memberVoucher, { redeem_date: '2026-05-15 03:00:00' })).status).toBe(201);
  });
});

test('a redemption with a wrong day or voucher is voided with a reason and redeemed again', async () => {
  const [memberVoucher, otherVoucher] = [await voucher(), await voucher()];
  const redemption = parseWritten(await redeem(memberVoucher, { redeem_date }));
  for (const set of [{ redeem_date: '2026-05-21 02:00:00' }, { member_voucher_id: otherVoucher.id }])
    expectError(await post(`voucher_redeem/${redemption.id}`, set), 409, 'settled');
  expect((await remove('voucher_redeem', redemption.id)).status).toBe(200);
  expect((await redeem(memberVoucher, { redeem_date: '2026-05-21 02:00:00' })).status).toBe(201);
  expect((await redeem(otherVoucher, { redeem_date })).status).toBe(201);
});

test('a front desk redeems for another hotel’s member, and sees the redemption, not the member', async () => {
  const { region, hotels } = await createPlace(db, 2);
  const [hotel = 0, otherHotel = 0] = hotels;
  const clerk = await createUser(db, {
    level: 'property',
    assignments: [{ region_id: region, restrict_hotel_id: hotel }],
  });
  const memberVoucher = await voucher();
  const toNumberInput = (memberVoucher: ResponseRecord) => ({
    member_voucher_id: undefined,
    voucher_no: memberVoucher.voucher_no,
    redeem_date,
  });
  const reply = await redeem(memberVoucher, { ...toNumberInput(memberVoucher), redeem_hotel_id: hotel }, clerk.token);
  expect(reply.status, reply.text).toBe(201);
  const getAsClerk = (path: string) => call(app, clerk.token, 'GET', `/api/${path}`);
  const readReply = await getAsClerk(`voucher_redeem/${parseWritten(reply).id}`);
  expect(parseRecord(getResource('voucher_redeem'), readReply)).toMatchObject({ member_voucher_id: memberVoucher.id });
  expect((await getAsClerk(`member/${Number(memberVoucher.member_id)}`)).status).toBe(404);
  expect((await getAsClerk(`member_voucher/${memberVoucher.id}`)).status).toBe(404);
  expectInvalid(
    await redeem(memberVoucher, { ...toNumberInput(memberVoucher), redeem_hotel_id: otherHotel }, clerk.token),
    'redeem_hotel_id',
  );
});

test('a redeemed member voucher cannot be deleted while its redemption exists', async () => {
  const memberVoucher = await voucher();
  const redemption = parseWritten(await redeem(memberVoucher, { redeem_date }));
  const { message } = expectError(await remove('member_voucher', memberVoucher.id), 409, 'conflict');
  expect(message).toContain(String(redemption.redeem_no));
  await remove('voucher_redeem', redemption.id);
  expect((await remove('member_voucher', memberVoucher.id)).status).toBe(200);
});

test('a redeemed voucher and its card cannot be deleted in bulk either', async () => {
  const memberVoucher = await voucher();
  const redemption = parseWritten(await redeem(memberVoucher, { redeem_date }));
  const deleteInBulk = (key: string, id: unknown, dry_run: 0 | 1) =>
    post(`${key}/destroyBulk`, { ids: [id], reason: 'Entered twice', dry_run });
  const records = [
    ['member_voucher', memberVoucher.id],
    ['member_card', memberVoucher.member_card_id],
  ] as const;
  for (const [key, id] of records) {
    expect((await deleteInBulk(key, id, 1)).body).toMatchObject({ data: { deleted: 0 } });
    expectError(await deleteInBulk(key, id, 0), 409, 'conflict');
  }
  await remove('voucher_redeem', redemption.id);
  for (const [key, id] of records) expect((await deleteInBulk(key, id, 0)).status).toBe(200);
});

test.each(['member_voucher', 'member_card'])(
  'a %s is not deleted during a concurrent redemption of the voucher',
  async (table) => {
    const memberVoucher = await voucher();
    const id = table === 'member_card' ? memberVoucher.member_card_id : memberVoucher.id;
    let isAnswered = false;
    const replies = await db.kysely.transaction().execute(async (tx) => {
      await sql`
        insert into voucher_redeem (member_voucher_id, redeem_hotel_id, redeem_date, booking_no, staff_name)
        values (${memberVoucher.id}, ${baseRecords.hotel}, ${NOW}, 'B1', 'Ayu')`.execute(tx);
      const deleting = remove(table, Number(id)).finally(() => (isAnswered = true));
      await expect.poll(async () => isAnswered || (await countWaiting(db)) > 0).toBe(true);
      return [deleting];
    });
    for (const reply of replies) expectError(await reply, 409, 'conflict');
    expect(await checkIntegrity(db, ['redemptions'])).toEqual([]);
  },
);
