import type { RateCorrection } from '@innkeeper/contract/calls';
import { checkIntegrity } from '@innkeeper/db/testing';
import fc from 'fast-check';
import { testSeed } from '@innkeeper/contract/testing';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { parseWritten } from '../../testing/responses.ts';
import { REASON, call } from '../../testing/call.ts';
import { createUser } from '../../testing/user.ts';
import { CORRECT_RATE, reason, startCorrectionServer } from './correction-helpers.ts';

const {
  db,
  app,
  admin,
  fixtures,
  get,
  post,
  visit,
  createCountryAndHotel,
  createWrongRateRecords,
  preview,
  correct,
  undo,
  readUsdValue,
  readLastMonth,
  close,
} = await startCorrectionServer();

describe('undoing a correction', () => {
  test('restores all previous values, only once', async () => {
    const { country, sale, bill, lines } = await createWrongRateRecords();
    const { id } = (await correct(country)).body.data;
    const reply = await undo(id);
    expect([reply.status, reply.body.data]).toMatchObject([200, { undone_by: { id: admin.id } }]);
    expect(await get('transaction', sale.id)).toMatchObject({ usd_rate: '1550.000000', grand_total_usd: '967.74' });
    expect(await readUsdValue('visit', bill.id)).toBe('20.00');
    const usdValues = await Promise.all(
      lines.map(async (line) => (await get('transaction_detail', line.id)).sub_total_usd),
    );
    expect(usdValues).toEqual(['6.45', '6.45']);
    expect(await get('country', country)).toMatchObject({ usd_rate: '1550.000000' });
    expect((await undo(id)).status).toBe(409);
    expect(
      (
        await call<{ data: { corrections: RateCorrection[] } }>(
          app,
          admin.token,
          'GET',
          `/api/country/${country}/rates`,
        )
      ).body.data.corrections,
    ).toMatchObject([{ id, undone_at: expect.any(String) }]);
  });

  test('is rejected after a rate of a record or country was changed, or a month was closed', async () => {
    const secondSetup = await createWrongRateRecords();
    const first = (await correct(secondSetup.country)).body.data;
    await correct(secondSetup.country, { wrong_rate: CORRECT_RATE, usd_rate: '15600' });
    const firstSetup = await createWrongRateRecords();
    const second = (await correct(firstSetup.country)).body.data;
    expect((await post(`country/${firstSetup.country}`, { usd_rate: '15700' })).status).toBe(200);
    for (const { id } of [first, second])
      expect([(await undo(id)).status, (await undo(id)).body]).toMatchObject([409, { error: 'conflict' }]);

    const closedPlace = await createCountryAndHotel();
    const { at, month } = await readLastMonth();
    const oldRecord = parseWritten(
      await visit({
        hotel_id: closedPlace.hotel_id,
        total_fb: '31000',
        visit_date: at.toISOString(),
        remark: 'Found later',
      }),
    );
    const thirdCorrection = (await correct(closedPlace.country)).body.data;
    await close(closedPlace.country, month);
    expect((await undo(thirdCorrection.id)).body).toMatchObject({ error: 'month_closed' });
    expect(await readUsdValue('visit', oldRecord.id)).toBe('2.00');
  });

  test('includes a later reversal of a sale whose month was reopened', async () => {
    const { country, hotel_id } = await createCountryAndHotel();
    const { at, month } = await readLastMonth();
    const sale = (await fixtures.sell({ hotel_id, transaction_date: at.toISOString() })).body.data.transaction;
    const { id } = (await correct(country)).body.data;
    const monthClose = parseWritten(await post('month_close', { country_id: country, month, remark: 'For a test' }));
    const reversal = parseWritten(await post(`transaction/${sale.id}/reversal`, REASON.body));
    const reopenRequest = {
      call: 'POST /api/month_close/{id}/reopen',
      path: { id: monthClose.id },
      body: { reason },
      reason,
    };
    const requestedApproval = parseWritten(await post('approval', reopenRequest));
    const second = await createUser(db, { level: 'group' });
    const approvalReply = await call(app, second.token, 'POST', `/api/approval/${requestedApproval.id}/approve`, {
      body: {},
    });
    expect(approvalReply.status, approvalReply.text).toBe(200);
    const undoReply = await undo(id);
    expect(undoReply.status, undoReply.text).toBe(200);
    expect([await readUsdValue('transaction', sale.id), await readUsdValue('transaction', reversal.id)]).toEqual([
      '967.74',
      '-967.74',
    ]);
  });

  test('succeeds for one of two concurrent requests and is rejected for the other', async () => {
    const { country } = await createWrongRateRecords();
    const { id } = (await correct(country)).body.data;
    const replies = await Promise.all([undo(id), undo(id)]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });
});

test('random data reconciles after random corrections, and undoing them restores it', async () => {
  const RATES = ['1550', '15500', '15500.5', '3.7', '0.71'];
  const amount = fc.integer({ min: 1, max: 9_999_999 });
  const workbook = fc.record({
    visits: fc.array(amount, { maxLength: 4 }),
    bills: fc.array(fc.array(amount, { minLength: 1, maxLength: 4 }), { maxLength: 3 }),
    rates: fc.uniqueArray(fc.constantFrom(...RATES), { minLength: 2, maxLength: 4 }),
  });
  const { country, hotel_id } = await createCountryAndHotel();
  await fc.assert(
    fc.asyncProperty(workbook, async ({ visits, bills, rates: [first = '', ...otherRates] }) => {
      await sql`update country set usd_rate = ${first} where id = ${country}`.execute(db.kysely);
      for (const total of visits) parseWritten(await visit({ hotel_id, total_fb: String(total), remark: 'Large' }));
      for (const lines of bills) {
        const { id } = parseWritten(await post('transaction', { hotel_id }));
        for (const unit_price of lines)
          parseWritten(await post('transaction_detail', { transaction_id: id, unit_price: String(unit_price) }));
      }
      const before = await readAmounts(country);
      const corrections: { id: number; amounts: readonly string[] }[] = [];
      let wrongRate = first;
      for (const rightRate of otherRates) {
        const amounts = await readAmounts(country);
        const previewData = (await preview(country, { wrong_rate: wrongRate, usd_rate: rightRate })).body.data;
        const { id } = (await correct(country, { wrong_rate: wrongRate, usd_rate: rightRate })).body.data;
        corrections.push({ id, amounts });
        expect(await sumUsd(id)).toBe(previewData.months[0]?.after ?? '0.00');
        expect(await checkIntegrity(db, ['money', 'rollups'])).toEqual([]);
        wrongRate = rightRate;
      }
      for (const { id, amounts } of corrections.toReversed()) {
        expect((await undo(id)).status).toBe(200);
        expect(await readAmounts(country)).toEqual(amounts);
        expect(await checkIntegrity(db, ['money', 'rollups'])).toEqual([]);
      }
      expect(await readAmounts(country)).toEqual(before);
    }),
    { seed: testSeed(), numRuns: 8 },
  );
});

/** Every US dollar amount of a country. */
async function readAmounts(country: number): Promise<readonly string[]> {
  const { rows } = await sql<{ amount: string }>`
    with place as (select id from hotel where country_id = ${country})
    select 'v' || id || ' ' || usd_rate || ' ' || grand_total_usd as amount from visit
    where hotel_id in (select id from place)
    union all select 't' || id || ' ' || usd_rate || ' ' || grand_total_usd from transaction
    where hotel_id in (select id from place)
    union all select 'l' || d.id || ' ' || d.sub_total_usd from transaction_detail d
    join transaction t on t.id = d.transaction_id
    where t.hotel_id in (select id from place) order by 1`.execute(db.kysely);
  return rows.map((row) => row.amount);
}

/** The total value of all records of a correction. */
async function sumUsd(correction: number): Promise<string> {
  const { rows } = await sql<{ sum: string }>`
    select coalesce(sum(coalesce(t.grand_total_usd, v.grand_total_usd)), 0)::numeric(30, 2)::text as sum
    from rate_correction_row r left join transaction t on r.resource = 'transaction' and t.id = r.record_id
    left join visit v on r.resource = 'visit' and v.id = r.record_id
    where r.rate_correction_id = ${correction}`.execute(db.kysely);
  return rows[0]?.sum ?? '';
}
