// Core test: every redemption.
import { describe, expect, test } from 'vitest';
import { type ResponseRecord, recordIn, writtenIn } from '../../testing/responses.ts';
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
const liveRedemptions = async (id: number) =>
  (await sql`select from voucher_redeem where member_voucher_id = ${id} and deleted_at is null`.execute(db.kysely)).rows
    .length;

describe('a voucher', () => {
  test('is redeemed for its member with booking number and staff name, under a unique number', async () => {
    const mine = await voucher();
    const reply = await redeem(mine, { redeem_date, booking_no: 'B-77', staff_name: 'Ayu' });
    expect(reply.status, reply.text).toBe(201);
    expect(writtenIn(reply)).toMatchObject({
      redeem_no: expect.stringMatching(/^R\d{8,}$/),
      member_voucher_id: mine.id,
      member_id: mine.member_id,
      redeem_hotel: { id: baseRecords.hotel },
      booking_no: 'B-77',
      staff_name: 'Ayu',
    });
    expect(await get('member_voucher', mine.id)).toMatchObject({ state: 'redeemed' });
  });

  test('is redeemed once at fifty desks concurrently; the others see by whom, when and where', async () => {
    const mine = await voucher();
    const replies = await Promise.all(
      Array.from({ length: RACERS }, (_, i) => redeem(mine, { redeem_date, staff_name: `Counter ${i}` })),
    );
    const [winner, ...more] = replies.filter(({ status }) => status === 201);
    expect(more).toEqual([]);
    const { staff_name, redeem_no } = writtenIn(winner ?? replies[0] ?? (await redeem(mine)));
    for (const reply of replies) {
      if (reply === winner) continue;
      const { message } = expectError(reply, 409, 'already_redeemed');
      expect(message).toContain(`22 May 2026`);
      expect(message).toContain(`by ${String(staff_name)} (${String(redeem_no)})`);
    }
    expect(await liveRedemptions(mine.id)).toBe(1);
  });

  test('can be redeemed again after a void, and then the voided redemption cannot be restored', async () => {
    const mine = await voucher();
    const first = writtenIn(await redeem(mine, { redeem_date }));
    expect((await remove('voucher_redeem', first.id)).status).toBe(200);
    expect(await get('member_voucher', mine.id)).toMatchObject({ state: 'available' });
    expect((await redeem(mine, { redeem_date })).status).toBe(201);
    expectError(await post(`voucher_redeem/${first.id}/restore`), 409, 'already_redeemed');
    expect(await liveRedemptions(mine.id)).toBe(1);
  });

  test('can have its mistaken void undone while it is unused', async () => {
    const mine = await voucher();
    const first = writtenIn(await redeem(mine, { redeem_date }));
    await remove('voucher_redeem', first.id);
    expect((await post(`voucher_redeem/${first.id}/restore`)).status).toBe(200);
    expect(await get('member_voucher', mine.id)).toMatchObject({ state: 'redeemed' });
  });

  test('is redeemed once under concurrent redemptions and restores', async () => {
    for (let round = 0; round < 5; round += 1) {
      const mine = await voucher();
      const first = writtenIn(await redeem(mine, { redeem_date }));
      await remove('voucher_redeem', first.id);
      const replies = await Promise.all([
        ...Array.from({ length: 10 }, () => redeem(mine, { redeem_date })),
        ...Array.from({ length: 10 }, () => post(`voucher_redeem/${first.id}/restore`)),
      ]);
      const won = replies.filter(({ status }) => status < 300);
      expect(won).toHaveLength(1);
      for (const reply of replies) if (reply.status >= 300) expect([404, 409]).toContain(reply.status);
      expect(await liveRedemptions(mine.id)).toBe(1);
    }
  });

  test('stays unused without booking number or staff name', async () => {
    const mine = await voucher();
    for (const missing of ['booking_no', 'staff_name']) {
      expectInvalid(await redeem(mine, { redeem_date, [missing]: ' ' }), missing);
    }
    expect(await get('member_voucher', mine.id)).toMatchObject({ state: 'available' });
  });
});

describe('a voucher that cannot be redeemed', () => {
  test('is rejected at a hotel other than its own, which the message names', async () => {
    const [there, here] = [await createHotel(db, baseRecords.country), await createHotel(db, baseRecords.country)];
    const mine = await voucher({ restrict_hotel_id: there });
    const { message } = expectError(await redeem(mine, { redeem_date, redeem_hotel_id: here }), 409, 'wrong_hotel');
    expect(message).toContain((await get('hotel', there)).name);
    expect((await redeem(mine, { redeem_date, redeem_hotel_id: there })).status).toBe(201);
  });

  test('is rejected outside the region where its card was sold, if the membership is regional', async () => {
    const region = await createRegion(db);
    const abroad = await createHotel(db, await createCountry(db, region));
    const membership_id = await createMembership(db);
    await post(`membership/${membership_id}`, { is_regional: 1 });
    const mine = await voucher({ member_card_id: (await card({ membership_id })).id });
    const { message } = expectError(await redeem(mine, { redeem_date, redeem_hotel_id: abroad }), 409, 'wrong_region');
    expect(message).toContain((await get('region', baseRecords.region)).name);
    // The card's terms were fixed at its sale; the change applies to later cards only.
    await post(`membership/${membership_id}`, { is_regional: 0 });
    expectError(await redeem(mine, { redeem_date, redeem_hotel_id: abroad }), 409, 'wrong_region');
    const later = await voucher({ member_card_id: (await card({ membership_id })).id });
    await post(`membership/${membership_id}`, { is_regional: 1 });
    expect((await redeem(later, { redeem_date, redeem_hotel_id: abroad })).status).toBe(201);
  });

  test('is rejected before its first day and after its last day, by the hotel’s local day', async () => {
    // 22 May ends at 17:00 UTC in Jakarta, and two hours earlier in Jayapura.
    const east = await createHotel(db, baseRecords.country, 'Asia/Jayapura');
    const dates = { redeem_date: '2026-05-22', valid_until_date: '2026-05-22' };
    const at = async (moment: string, redeem_hotel_id: number) => {
      api.setClock(new Date(`${moment.replace(' ', 'T')}Z`));
      const reply = await redeem(await voucher(dates), { redeem_date: moment, redeem_hotel_id });
      return reply.status === 201 ? 'redeemed' : expectError(reply, 409).error;
    };
    expect(await at('2026-05-21 16:59:59', baseRecords.hotel)).toBe('not_yet_valid');
    expect(await at('2026-05-21 17:00:00', baseRecords.hotel)).toBe('redeemed');
    expect(await at('2026-05-22 16:59:59', baseRecords.hotel)).toBe('redeemed');
    expect(await at('2026-05-22 17:00:00', baseRecords.hotel)).toBe('expired');
    expect(await at('2026-05-21 16:59:59', east)).toBe('redeemed');
    expect(await at('2026-05-22 15:00:00', east)).toBe('expired');
  });

  test('is rejected while its card or member is switched off or deleted, each with its own reason', async () => {
    const guestCard = await card();
    const mine = await voucher({ member_card_id: guestCard.id });
    const reason = async () => expectError(await redeem(mine, { redeem_date }), 409).error;
    await post(`member_card/${guestCard.id}`, { is_active: 0 });
    expect(await reason()).toBe('card_inactive');
    expect(await get('member_voucher', mine.id)).toMatchObject({ state: 'cancelled' });
    await post(`member_card/${guestCard.id}`, { is_active: 1 });
    await remove('member_card', guestCard.id);
    expect(await reason()).toBe('card_inactive');
    await post(`member_card/${guestCard.id}/restore`);
    await post(`member/${Number(mine.member_id)}`, { is_active: 0 });
    expect(await reason()).toBe('member_inactive');
    await post(`member/${Number(mine.member_id)}`, { is_active: 1 });
    await remove('member', Number(mine.member_id));
    expect(await reason()).toBe('member_inactive');
    await post(`member/${Number(mine.member_id)}/restore`);
    expect((await redeem(mine, { redeem_date })).status).toBe(201);
  });

  test('is rejected once it is cancelled, with who cancelled it and when', async () => {
    const mine = await voucher();
    await remove('member_voucher', mine.id);
    const { message } = expectError(await redeem(mine, { redeem_date }), 409, 'voucher_cancelled');
    expect(message).toMatch(/cancelled on .* by staff-/);
    await post(`member_voucher/${mine.id}/restore`);
    expect((await redeem(mine, { redeem_date })).status).toBe(201);
  });

  test('is rejected for a member who does not own it', async () => {
    const [mine, other] = [await voucher(), await voucher()];
    expectError(await redeem(mine, { redeem_date, member_id: other.member_id }), 409, 'wrong_member');
    expect((await redeem(mine, { redeem_date, member_id: mine.member_id })).status).toBe(201);
  });

  test('is rejected for a day in the future or more than seven days ago', async () => {
    const mine = await voucher();
    expectInvalid(await redeem(mine, { redeem_date: '2026-05-22 03:05:00' }), 'redeem_date');
    expectInvalid(await redeem(mine, { redeem_date: '2026-05-15 02:59:59' }), 'redeem_date');
    expect((await redeem(mine, { redeem_date: '2026-05-15 03:00:00' })).status).toBe(201);
  });
});

test('a redemption with a wrong day or voucher is voided with a reason and redeemed again', async () => {
  const [mine, other] = [await voucher(), await voucher()];
  const done = writtenIn(await redeem(mine, { redeem_date }));
  for (const set of [{ redeem_date: '2026-05-21 02:00:00' }, { member_voucher_id: other.id }])
    expectError(await post(`voucher_redeem/${done.id}`, set), 409, 'settled');
  expect((await remove('voucher_redeem', done.id)).status).toBe(200);
  expect((await redeem(mine, { redeem_date: '2026-05-21 02:00:00' })).status).toBe(201);
  expect((await redeem(other, { redeem_date })).status).toBe(201);
});

test('a front desk redeems for another hotel’s member, and sees the redemption, not the member', async () => {
  const { region, hotels } = await createPlace(db, 2);
  const [hotel = 0, elsewhere = 0] = hotels;
  const clerk = await createUser(db, {
    level: 'property',
    assignments: [{ region_id: region, restrict_hotel_id: hotel }],
  });
  const mine = await voucher();
  const byNumber = (of: ResponseRecord) => ({ member_voucher_id: undefined, voucher_no: of.voucher_no, redeem_date });
  const reply = await redeem(mine, { ...byNumber(mine), redeem_hotel_id: hotel }, clerk.token);
  expect(reply.status, reply.text).toBe(201);
  const asClerk = (path: string) => call(app, clerk.token, 'GET', `/api/${path}`);
  const seen = await asClerk(`voucher_redeem/${writtenIn(reply).id}`);
  expect(recordIn(getResource('voucher_redeem'), seen)).toMatchObject({ member_voucher_id: mine.id });
  expect((await asClerk(`member/${Number(mine.member_id)}`)).status).toBe(404);
  expect((await asClerk(`member_voucher/${mine.id}`)).status).toBe(404);
  expectInvalid(await redeem(mine, { ...byNumber(mine), redeem_hotel_id: elsewhere }, clerk.token), 'redeem_hotel_id');
});

test('a redeemed member voucher cannot be deleted while its redemption exists', async () => {
  const mine = await voucher();
  const done = writtenIn(await redeem(mine, { redeem_date }));
  const { message } = expectError(await remove('member_voucher', mine.id), 409, 'conflict');
  expect(message).toContain(String(done.redeem_no));
  await remove('voucher_redeem', done.id);
  expect((await remove('member_voucher', mine.id)).status).toBe(200);
});

test('the database prevents deleting a redeemed voucher and its card', async () => {
  const mine = await voucher();
  const done = writtenIn(await redeem(mine, { redeem_date }));
  const deleting = [
    sql`update member_voucher set deleted_at = now() where id = ${mine.id}`,
    sql`update member_card set deleted_at = now() where id = ${mine.member_card_id}`,
  ];
  for (const statement of deleting) await expect(statement.execute(db.kysely)).rejects.toThrow('was redeemed');
  await remove('voucher_redeem', done.id);
  for (const statement of deleting) await statement.execute(db.kysely);
});

test.each(['member_voucher', 'member_card'])(
  'a %s is not deleted during a concurrent redemption of the voucher',
  async (table) => {
    const mine = await voucher();
    const id = table === 'member_card' ? mine.member_card_id : mine.id;
    let isAnswered = false;
    const deleted = await db.kysely.transaction().execute(async (tx) => {
      await sql`
        insert into voucher_redeem (member_voucher_id, redeem_hotel_id, redeem_date, booking_no, staff_name)
        values (${mine.id}, ${baseRecords.hotel}, ${NOW}, 'B1', 'Ayu')`.execute(tx);
      const deleting = sql`update ${sql.table(table)} set deleted_at = now() where id = ${id}`
        .execute(db.kysely)
        .then(
          () => 'deleted',
          (error: unknown) => String(error),
        )
        .finally(() => (isAnswered = true));
      await expect.poll(async () => isAnswered || (await countWaiting(db)) > 0).toBe(true);
      return [deleting];
    });
    expect(await deleted[0]).toContain('was redeemed');
    expect(await checkIntegrity(db, ['redemptions'])).toEqual([]);
  },
);
