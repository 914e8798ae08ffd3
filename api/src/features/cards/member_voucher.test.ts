import { getResource } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { parseWritten } from '../../testing/responses.ts';
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
    for (let position = 0; position < 11; position += 1)
      expect(new Set(numbers.map((n) => n[position])).size).toBeGreaterThan(3);
  });

  test('keeps its issued terms, like its card, when voucher and membership change', async () => {
    const memberCard = await card();
    const memberVoucher = await voucher({ member_card_id: memberCard.id });
    expect(memberCard).toMatchObject({ price: '1500000.000', currency: 'IDR' });
    const kind = await get('voucher', Number(memberVoucher.voucher_id));
    await post(`membership/${Number(memberCard.membership_id)}`, { price: 99, benefits: 'Nothing' });
    await post(`voucher/${kind.id}`, { nominal: 1, terms_condition: 'None', terms_condition_id: 'Tidak ada' });
    expect(await get('member_card', memberCard.id)).toMatchObject({
      price: '1500000.000',
      benefits: memberCard.benefits,
    });
    expect(await get('member_voucher', memberVoucher.id)).toMatchObject({
      nominal: kind.nominal,
      terms_condition: kind.terms_condition,
      terms_condition_id: kind.terms_condition_id,
    });
  });

  test('moves with its card to another member, unless it is redeemed', async () => {
    const memberCard = await card();
    const memberVoucher = await voucher({ member_card_id: memberCard.id });
    const redemption = parseWritten(await redeem(memberVoucher));
    const { id: member_id } = await inputs.create(getResource('member'));
    expectError(await post(`member_card/${memberCard.id}`, { member_id }), 409, 'settled');
    await remove('voucher_redeem', redemption.id);
    expect((await post(`member_card/${memberCard.id}`, { member_id })).status).toBe(200);
    expect(await get('member_voucher', memberVoucher.id)).toMatchObject({ member_id });
  });

  test('is upcoming, available, redeemed, expired or cancelled by the date at its member’s hotel', async () => {
    const dayFromNow = (days: number) =>
      new Date(Date.now() + days * 86_400_000 + 7 * 3_600_000).toISOString().slice(0, 10);
    const validPeriod = (from: number, to: number) => ({
      redeem_date: dayFromNow(from),
      valid_until_date: dayFromNow(to),
    });
    const vouchers = {
      upcoming: await voucher(validPeriod(1, 5)),
      available: await voucher(validPeriod(0, 0)),
      redeemed: await voucher(validPeriod(-1, 1)),
      expired: await voucher(validPeriod(-5, -1)),
      cancelled: await voucher(validPeriod(-1, 1)),
    };
    await redeem(vouchers.redeemed);
    await remove('member_voucher', vouchers.cancelled.id);
    for (const [state, { id }] of Object.entries(vouchers))
      expect(await get('member_voucher', id)).toMatchObject({ state });
  });
});
