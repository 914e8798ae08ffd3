// Core test: every sale.
import fc from 'fast-check';
import { testSeed } from '@innkeeper/contract/testing';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type ResponseRecord, parseWritten } from '../../testing/responses.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { allowThousandths, createCountry, createHotel, createBaseRecords } from '../../testing/base-records.ts';

const RACERS = 50;
const api = await startTestApp({ connections: RACERS });
const { db } = api;
const admin = await createUser(db, { level: 'group' });
const baseRecords = await createBaseRecords(db);
// Amounts with as many decimals as a currency may have.
await allowThousandths(db);
const inputs = createInputs(api, admin, baseRecords);
const { card, voucher, redeem, get, post, remove } = createProgramme(api, admin, inputs, baseRecords.hotel);

const findTypeId = async (code: string): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    select d.id from option_detail d join option o on o.id = d.option_id where o.slug = 'transaction-type'
      and d.code = ${code}`.execute(db.kysely);
  return rows[0]?.id ?? 0;
};
const create = async (overrides: Input = {}): Promise<ResponseRecord> =>
  parseWritten(await post('transaction', { hotel_id: baseRecords.hotel, ...overrides }));
const addLine = (transaction_id: number, unit_price: string, quantity = 1) =>
  post('transaction_detail', { transaction_id, unit_price, quantity });
const readTotals = async (id: number) => {
  const { sub_total, discount, grand_total, grand_total_usd } = await get('transaction', id);
  return { sub_total, discount, grand_total, grand_total_usd };
};

/** Whole thousandths, so that amounts are computed without floats. */
const toThousandths = (text: unknown): bigint => BigInt(String(text).replace('.', ''));

/** A sale as selling creates it: a transaction of type 1 with its line, card and vouchers. */
async function sell(): Promise<{
  sale: ResponseRecord;
  guestCard: ResponseRecord;
  vouchers: readonly ResponseRecord[];
}> {
  const sale = await create();
  await addLine(sale.id, '1500000');
  await sql`update transaction set transaction_type_id = ${await findTypeId('1')} where id = ${sale.id}`.execute(
    db.kysely,
  );
  const guestCard = await card();
  await sql`update member_card set transaction_id = ${sale.id} where id = ${guestCard.id}`.execute(db.kysely);
  const voucherInput = { member_card_id: guestCard.id, transaction_id: sale.id };
  return { sale, guestCard, vouchers: [await voucher(voucherInput), await voucher(voucherInput)] };
}

describe('a transaction', () => {
  test('gets its number, time, type, and the currency and rate of its hotel', async () => {
    expect(await create()).toMatchObject({
      transaction_no: expect.stringMatching(/^T\d{8,}$/),
      transaction_type: { code: '99' },
      transaction_date: expect.stringMatching(/^\d{4}-/),
      staff: { id: admin.id },
      currency: 'IDR',
      usd_rate: '15500.500000',
      grand_total: '0.000',
    });
  });

  test('is the sum of its lines less the discount, ignoring totals that are sent', async () => {
    const { id } = await create({ sub_total: '9.000', grand_total: '9.000' });
    await addLine(id, '100.125', 3);
    const second = parseWritten(await addLine(id, '0.333', 1));
    expect(await readTotals(id)).toEqual({
      sub_total: '300.708',
      discount: '0.000',
      grand_total: '300.708',
      grand_total_usd: '0.02',
    });
    expect((await post(`transaction/${id}`, { discount: '100.700' })).status).toBe(200);
    expect(await readTotals(id)).toMatchObject({ grand_total: '200.008' });
    await post(`transaction_detail/${second.id}`, { quantity: 4 });
    expect(await readTotals(id)).toMatchObject({ sub_total: '301.707', grand_total: '201.007' });
    await remove('transaction_detail', second.id);
    expect(await readTotals(id)).toMatchObject({ sub_total: '300.375' });
    await post(`transaction_detail/${second.id}/restore`);
    expect(await readTotals(id)).toMatchObject({ sub_total: '301.707' });
  });

  test('adds up exactly for any lines, and rounds dollars once, half away from zero', async () => {
    const amounts = fc.tuple(fc.bigInt(0n, 99_999_999_999n), fc.integer({ min: 0, max: 50 }));
    await fc.assert(
      fc.asyncProperty(fc.array(amounts, { minLength: 1, maxLength: 5 }), async (lines) => {
        const { id } = await create();
        const texts = lines.map(
          ([n, quantity]) => [`${n / 1000n}.${String(n % 1000n).padStart(3, '0')}`, quantity] as const,
        );
        const replies = await Promise.all(texts.map(([price, quantity]) => addLine(id, price, quantity)));
        const sum = lines.reduce((all, [n, quantity]) => all + n * BigInt(quantity), 0n);
        const { sub_total, grand_total, grand_total_usd, usd_rate } = await get('transaction', id);
        expect([sub_total, grand_total].map(toThousandths)).toEqual([sum, sum]);
        const rate = BigInt(String(usd_rate).replace('.', '')); // millionths
        const toCents = (amount: bigint) => (amount * 100_000n * 2n + rate) / (rate * 2n);
        expect(BigInt(String(grand_total_usd).replace('.', ''))).toBe(toCents(sum));
        // The lines add up to the transaction, and each is exact except for rounding.
        const dollarPairs = await Promise.all(
          replies.map(async (reply) => {
            const { sub_total: lineTotal, sub_total_usd } = await get('transaction_detail', parseWritten(reply).id);
            return [BigInt(String(sub_total_usd).replace('.', '')), toCents(toThousandths(lineTotal))] as const;
          }),
        );
        expect(dollarPairs.reduce((all, [dollars]) => all + dollars, 0n)).toBe(toCents(sum));
        for (const [dollars, lineDollars] of dollarPairs)
          expect(Math.abs(Number(dollars - lineDollars))).toBeLessThanOrEqual(lines.length);
      }),
      { seed: testSeed(), numRuns: 25 },
    );
  });

  test('assigns the rounding difference in dollars to the last line, whichever it is', async () => {
    const { id } = await create();
    const readUsdAmounts = async (): Promise<readonly string[]> => {
      const { rows } = await sql<{ worth: string }>`
        select sub_total_usd::text as worth from transaction_detail where transaction_id = ${id} and deleted_at is null
        order by id`.execute(db.kysely);
      return rows.map((row) => row.worth);
    };
    // 100077 / 15500.5 is 6.4564 dollars.
    const lines = [];
    for (let i = 0; i < 3; i += 1) lines.push(parseWritten(await addLine(id, '100077')));
    const [first, second, lastLine] = lines;
    expect((await readTotals(id)).grand_total_usd).toBe('19.37');
    expect(await readUsdAmounts()).toEqual(['6.46', '6.45', '6.46']);
    expect(lastLine, 'the others stand as they were').toMatchObject({ version: 1, sub_total_usd: '6.46' });
    expect(await get('transaction_detail', Number(second?.id))).toMatchObject({ version: 1 });
    await remove('transaction_detail', Number(lastLine?.id));
    expect(await readUsdAmounts()).toEqual(['6.46', '6.45']);
    expect((await post(`transaction_detail/${first?.id}`, { quantity: 2 })).status).toBe(200);
    expect(await readUsdAmounts()).toEqual(['12.91', '6.46']);
    expect((await readTotals(id)).grand_total_usd).toBe('19.37');
    await addLine(id, '0');
    expect(await readUsdAmounts(), 'a line of nothing bears nothing').toEqual(['12.91', '6.46', '0.00']);
    await remove('transaction_detail', Number(first?.id));
    expect(await readUsdAmounts()).toEqual(['6.46', '0.00']);
    expect((await post(`transaction_detail/${lastLine?.id}/restore`)).status).toBe(200);
    expect((await readTotals(id)).grand_total_usd).toBe('12.91');
    expect(await readUsdAmounts()).toEqual(['6.46', '6.45', '0.00']);
  });

  test('counts each of fifty concurrent lines', async () => {
    const { id } = await create();
    const replies = await Promise.all(Array.from({ length: RACERS }, (_, i) => addLine(id, `${i + 1}.001`)));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201));
    expect(await readTotals(id)).toMatchObject({ sub_total: '1275.050' });
  });

  test('keeps the rate of its day when the rate of the country changes', async () => {
    const country = await createCountry(db, baseRecords.region);
    const { id } = await create({ hotel_id: await createHotel(db, country) });
    await addLine(id, '31001');
    expect(await readTotals(id)).toMatchObject({ grand_total_usd: '2.00' });
    await post(`country/${country}`, { usd_rate: '10' });
    await addLine(id, '31001');
    expect(await get('transaction', id)).toMatchObject({ grand_total_usd: '4.00', usd_rate: '15500.500000' });
  });

  test('rejects a discount above the sub-total, and lines that fall below the discount', async () => {
    expectInvalid(await post('transaction', { hotel_id: baseRecords.hotel, discount: '1.000' }), 'discount');
    const { id } = await create();
    const onlyLine = parseWritten(await addLine(id, '10'));
    expectInvalid(await post(`transaction/${id}`, { discount: '10.001' }), 'discount');
    await post(`transaction/${id}`, { discount: '10' });
    expectError(await post(`transaction_detail/${onlyLine.id}`, { unit_price: '9.999' }), 409, 'conflict');
    expectError(await remove('transaction_detail', onlyLine.id), 409, 'conflict');
    expect(await readTotals(id)).toMatchObject({ sub_total: '10.000', grand_total: '0.000' });
  });

  test('is created manually for food, rooms and others only: selling creates the other types', async () => {
    for (const code of ['4', '5', '99']) {
      const transaction_type_id = await findTypeId(code);
      expect(await create({ transaction_type_id })).toMatchObject({ transaction_type_id });
    }
    for (const code of ['1', '2', '3']) {
      const transaction_type_id = await findTypeId(code);
      expectInvalid(
        await post('transaction', { hotel_id: baseRecords.hotel, transaction_type_id }),
        'transaction_type_id',
      );
    }
    const { sale } = await sell();
    expectError(await post(`transaction/${sale.id}`, { transaction_type_id: await findTypeId('4') }), 409, 'settled');
    expect(
      (await post(`transaction/${sale.id}`, { remark: 'x', transaction_type_id: await findTypeId('1') })).status,
    ).toBe(200);
  });

  test('derives the fee type of its lines from its own type', async () => {
    for (const [code, fee] of [
      ['4', '3'],
      ['5', '4'],
      ['99', '99'],
    ] as const) {
      const { id } = await create({ transaction_type_id: await findTypeId(code) });
      expect(parseWritten(await addLine(id, '1'))).toMatchObject({ spend_type: { code: fee } });
    }
  });
});

describe('deleting a sale', () => {
  test('deletes its lines, card and vouchers, and restoring it restores exactly these', async () => {
    const { sale, guestCard, vouchers } = await sell();
    const [firstVoucher] = vouchers;
    await remove('member_voucher', firstVoucher?.id ?? 0);
    const before = await readTotals(sale.id);
    expect((await remove('transaction', sale.id)).status).toBe(200);
    const readStates = async () =>
      Promise.all([
        get('member_card', guestCard.id).then((r) => r.deleted_at !== null),
        ...vouchers.map(({ id }) => get('member_voucher', id).then((r) => r.deleted_at !== null)),
      ]);
    expect(await readStates()).toEqual([true, true, true]);
    expect((await post(`transaction/${sale.id}/restore`)).status).toBe(200);
    expect(await readStates()).toEqual([false, true, false]);
    expect(await readTotals(sale.id)).toEqual(before);
  });

  test('allows restoring records deleted with the sale only together with it', async () => {
    const { sale, guestCard, vouchers } = await sell();
    const { rows: lines } = await sql<{ id: number }>`
      select id from transaction_detail where transaction_id = ${sale.id} and deleted_at is null`.execute(db.kysely);
    await remove('transaction', sale.id);
    const deletedRecords: readonly (readonly [string, number])[] = [
      ['member_card', guestCard.id],
      ...vouchers.map(({ id }) => ['member_voucher', id] as const),
      ...lines.map(({ id }) => ['transaction_detail', id] as const),
    ];
    for (const [key, id] of deletedRecords) {
      const { message } = expectError(await post(`${key}/${id}/restore`), 409, 'settled');
      expect(message).toContain('Restore the sale instead');
      expectError(await post(`${key}/restoreBulk`, { ids: [id] }), 409, 'settled');
      expect(await get(key, id)).toMatchObject({ locked_reason: 'cancelled' });
    }
    expect((await post(`transaction/${sale.id}/restore`)).status).toBe(200);
    for (const [key, id] of deletedRecords) expect((await get(key, id)).deleted_at).toBeNull();
  });

  test('is rejected once a voucher was redeemed, until that redemption is voided', async () => {
    const { sale, guestCard, vouchers } = await sell();
    const redemption = parseWritten(await redeem(vouchers[0] ?? guestCard));
    const { message } = expectError(await remove('transaction', sale.id), 409, 'conflict');
    expect(message).toContain(String(redemption.redeem_no));
    expect((await get('member_card', guestCard.id)).deleted_at).toBeNull();
    await remove('voucher_redeem', redemption.id);
    expect((await remove('transaction', sale.id)).status).toBe(200);
  });

  test('keeps another guest’s voucher that names it, redeemed or not', async () => {
    const { guestCard } = await sell();
    const sale = await create({ member_id: guestCard.member_id });
    const memberVoucher = await voucher({ member_card_id: guestCard.id, transaction_id: sale.id });
    const otherVoucher = await voucher({ transaction_id: sale.id });
    await redeem(otherVoucher);
    expect((await remove('transaction', sale.id)).status).toBe(200);
    expect((await get('member_voucher', memberVoucher.id)).deleted_at).not.toBeNull();
    expect((await get('member_voucher', otherVoucher.id)).deleted_at).toBeNull();
  });

  test('and a concurrent redemption of one of its vouchers exclude each other', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { sale, vouchers } = await sell();
      const [memberVoucher] = vouchers;
      if (!memberVoucher) throw new Error('a sale without vouchers');
      const [deleteReply, redeemReply] = await Promise.all([remove('transaction', sale.id), redeem(memberVoucher)]);
      expect([deleteReply.status, redeemReply.status].toSorted((a, b) => a - b)).toEqual(
        deleteReply.status === 200 ? [200, 409] : [201, 409],
      );
      const { deleted_at, state } = await get('member_voucher', memberVoucher.id);
      expect([deleted_at !== null, state]).toEqual(
        deleteReply.status === 200 ? [true, 'cancelled'] : [false, 'redeemed'],
      );
    }
  });

  test('allows another card in its days, and is not restored over that card', async () => {
    const { sale, guestCard } = await sell();
    await remove('transaction', sale.id);
    await card({ member_id: guestCard.member_id });
    expectError(await post(`transaction/${sale.id}/restore`), 409, 'conflict');
    expect((await get('transaction', sale.id)).deleted_at).not.toBeNull();
  });
});
