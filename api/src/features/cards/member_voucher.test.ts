import { getResource } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { writtenIn } from '../../testing/responses.ts';
import { expectError } from '../../testing/expectations.ts';
import { createInputs } from '../../testing/inputs.ts';
import { checkSum } from '../../testing/check-sum.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

const api = await startTestApp();
const { db } = api;
const admin = await createUser(db, { level: 'group' });
const baseRecords = await createBaseRecords(db);
const inputs = createInputs(api, admin, baseRecords);
const { card, voucher, redeem, get, post, remove } = createProgramme(api, admin, inputs, baseRecords.hotel);

describe('a member voucher', () => {
  test('has a number that cannot be guessed, with a check digit', async () => {
    const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
    const numbers: string[] = [];
    for (let i = 0; i < 20; i += 1) numbers.push(String((await voucher()).voucher_no));
    expect(new Set(numbers).size).toBe(numbers.length);
    for (const number of numbers) {
      expect(number).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/);
      expect(checkSum(number, alphabet)).toBe(0);
    }
    // Twenty random numbers from 32 characters, 11 positions: no position is constant.
    for (let at = 0; at < 11; at += 1) expect(new Set(numbers.map((n) => n[at])).size).toBeGreaterThan(3);
  });

  test('keeps its issued terms, like its card, when voucher and membership change', async () => {
    const held = await card();
    const mine = await voucher({ member_card_id: held.id });
    expect(held).toMatchObject({ price: '1500000.000', currency: 'IDR' });
    const kind = await get('voucher', Number(mine.voucher_id));
    await post(`membership/${Number(held.membership_id)}`, { price: 99, benefits: 'Nothing' });
    await post(`voucher/${kind.id}`, { nominal: 1, terms_condition: 'None', terms_condition_id: 'Tidak ada' });
    expect(await get('member_card', held.id)).toMatchObject({ price: '1500000.000', benefits: held.benefits });
    expect(await get('member_voucher', mine.id)).toMatchObject({
      nominal: kind.nominal,
      terms_condition: kind.terms_condition,
      terms_condition_id: kind.terms_condition_id,
    });
  });

  test('moves with its card to another member, unless it is redeemed', async () => {
    const held = await card();
    const mine = await voucher({ member_card_id: held.id });
    const done = writtenIn(await redeem(mine));
    const { id: member_id } = await inputs.create(getResource('member'));
    expectError(await post(`member_card/${held.id}`, { member_id }), 409, 'settled');
    await remove('voucher_redeem', done.id);
    expect((await post(`member_card/${held.id}`, { member_id })).status).toBe(200);
    expect(await get('member_voucher', mine.id)).toMatchObject({ member_id });
  });

  test('is upcoming, available, redeemed, expired or cancelled by the date at its member’s hotel', async () => {
    const day = (days: number) => new Date(Date.now() + days * 86_400_000 + 7 * 3_600_000).toISOString().slice(0, 10);
    const window = (from: number, to: number) => ({ redeem_date: day(from), valid_until_date: day(to) });
    const made = {
      upcoming: await voucher(window(1, 5)),
      available: await voucher(window(0, 0)),
      redeemed: await voucher(window(-1, 1)),
      expired: await voucher(window(-5, -1)),
      cancelled: await voucher(window(-1, 1)),
    };
    await redeem(made.redeemed);
    await remove('member_voucher', made.cancelled.id);
    for (const [state, { id }] of Object.entries(made))
      expect(await get('member_voucher', id)).toMatchObject({ state });
  });
});
