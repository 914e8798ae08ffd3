import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { parseWritten } from '../../testing/responses.ts';
import { REASON, call } from '../../testing/call.ts';
import { createUser } from '../../testing/user.ts';
import { countWaiting } from '../../testing/while-locked.ts';
import { createHotel } from '../../testing/base-records.ts';
import { reason, startCorrectionServer } from './correction-helpers.ts';

const {
  db,
  app,
  admin,
  fixtures,
  get,
  post,
  remove,
  visit,
  createCountryAndHotel,
  createWrongRateRecords,
  preview,
  correct,
  undo,
  readUsdValue,
  readHistory,
  readLastMonth,
  close,
} = await startCorrectionServer();

const request = (path: string, token: string) => call<{ data: unknown }>(app, token, 'GET', `/api/${path}`);
/** Rejected by database permissions or by the trigger. */
const REJECTED_MESSAGE = /permission denied|appended to only/;

describe('correcting a wrong rate', () => {
  test('revalues sales, lines and visits, with a history entry for each and for the country', async () => {
    const { country, sale, bill, fees, lines } = await createWrongRateRecords();
    expect([sale.grand_total_usd, bill.grand_total_usd]).toEqual(['967.74', '20.00']);
    const reply = await correct(country);
    expect(reply.status, reply.text).toBe(201);
    expect(reply.body.data).toMatchObject({
      wrong_rate: '1550.000000',
      right_rate: '15500.000000',
      reason,
      transactions: 2,
      lines: 3,
      visits: 1,
      left_closed: 0,
      is_rate_of_country: true,
      corrected_by: { id: admin.id },
      undone_at: null,
    });
    expect(await get('transaction', sale.id)).toMatchObject({ usd_rate: '15500.000000', grand_total_usd: '96.77' });
    expect(await get('visit', bill.id)).toMatchObject({ usd_rate: '15500.000000', grand_total_usd: '2.00' });
    expect(await readUsdValue('transaction', fees.id)).toBe('1.29');
    const usdValues = await Promise.all(
      lines.map(async ({ id }) => (await get('transaction_detail', id)).sub_total_usd),
    );
    expect(usdValues, 'the last line takes what rounding leaves').toEqual(['0.65', '0.64']);
    expect(await get('country', country)).toMatchObject({ usd_rate: '15500.000000' });
    const [entry] = await readHistory('visit', bill.id);
    expect(entry).toMatchObject({
      action: 'update',
      by: { id: admin.id },
      changes: { usd_rate: ['1550.000000', '15500.000000'], grand_total_usd: ['20.00', '2.00'] },
    });
    expect((await readHistory('transaction', sale.id))[0]).toMatchObject({
      changes: { grand_total_usd: ['967.74', '96.77'] },
    });
  });

  test('has a preview: the number of records, the difference per month and what does not change', async () => {
    const { country, bill } = await createWrongRateRecords();
    const { today } = await readLastMonth();
    expect((await preview(country)).body.data).toEqual({
      transactions: 2,
      lines: 3,
      visits: 1,
      months: [{ month: today, transactions: 2, visits: 1, before: '1000.64', after: '100.06', difference: '-900.58' }],
      left_closed: 0,
      closed_months: [],
      is_rate_of_country: true,
    });
    expect(await readUsdValue('visit', bill.id), 'nothing was written').toBe('20.00');
  });

  test('does not change closed months, and returns the number of their records', async () => {
    const { country, hotel_id, bill } = await createWrongRateRecords();
    const { at, month } = await readLastMonth();
    const oldRecord = parseWritten(
      await visit({ hotel_id, total_fb: '31000', visit_date: at.toISOString(), remark: 'Found later' }),
    );
    await close(country, month);
    expect((await preview(country)).body.data).toMatchObject({ visits: 1, left_closed: 1, closed_months: [month] });
    expect((await correct(country)).body.data).toMatchObject({ visits: 1, left_closed: 1 });
    expect(await readUsdValue('visit', bill.id)).toBe('2.00');
    expect(await get('visit', oldRecord.id)).toMatchObject({ usd_rate: '1550.000000', grand_total_usd: '20.00' });
  });

  test('skips a reversal whose sale is in a closed month, so that both still add up to zero', async () => {
    const { country, hotel_id } = await createCountryAndHotel();
    const { at, month } = await readLastMonth();
    const sale = (await fixtures.sell({ hotel_id, transaction_date: at.toISOString() })).body.data.transaction;
    await close(country, month);
    const reversal = parseWritten(await post(`transaction/${sale.id}/reversal`, REASON.body));
    expect((await preview(country)).body.data).toMatchObject({
      transactions: 0,
      left_closed: 2,
      closed_months: [month],
    });
    expect((await correct(country)).body.data).toMatchObject({
      transactions: 0,
      left_closed: 2,
      is_rate_of_country: true,
    });
    expect([await readUsdValue('transaction', sale.id), await readUsdValue('transaction', reversal.id)]).toEqual([
      '967.74',
      '-967.74',
    ]);
  });

  test('corrects a sale with all its refunds, or none of them if one is locked', async () => {
    const { at, month } = await readLastMonth();
    const createTwoRefunds = async () => {
      const { country, hotel_id } = await createCountryAndHotel();
      const sale = (await fixtures.sell({ hotel_id, transaction_date: at.toISOString() })).body.data.transaction;
      const body = {
        amount: '310000',
        refund_reason_id: await fixtures.findOptionDetail('refund-reason', 'others'),
        type_payment_id: await fixtures.findOptionDetail('type-payment', 'cash'),
        ends_membership: 0,
      };
      const refunds = [
        parseWritten(await post(`transaction/${sale.id}/refund`, body)),
        parseWritten(await post(`transaction/${sale.id}/refund`, body)),
      ];
      const readUsdValues = async () =>
        Promise.all([sale, ...refunds].map(({ id }) => readUsdValue('transaction', id)));
      return { country, usdValues: readUsdValues };
    };
    const openRefunds = await createTwoRefunds();
    expect((await preview(openRefunds.country)).body.data).toMatchObject({ transactions: 3, left_closed: 0 });
    expect((await correct(openRefunds.country)).body.data).toMatchObject({ transactions: 3, left_closed: 0 });
    expect(await openRefunds.usdValues()).toEqual(['96.77', '-20.00', '-20.00']);
    const closedRefunds = await createTwoRefunds();
    await close(closedRefunds.country, month);
    expect((await correct(closedRefunds.country)).body.data).toMatchObject({ transactions: 0, left_closed: 3 });
    expect(await closedRefunds.usdValues()).toEqual(['967.74', '-200.00', '-200.00']);
  });

  test('can cover some days only; with a last day, the country’s rate does not change', async () => {
    const { country, hotel_id, bill } = await createWrongRateRecords();
    const { at, day } = await readLastMonth();
    const oldRecord = parseWritten(
      await visit({ hotel_id, total_fb: '31000', visit_date: at.toISOString(), remark: 'Found later' }),
    );
    const days = { from_date: day, until_date: day };
    expect((await preview(country, days)).body.data).toMatchObject({
      transactions: 0,
      visits: 1,
      is_rate_of_country: false,
    });
    expect((await correct(country, days)).body.data).toMatchObject({ ...days, visits: 1, is_rate_of_country: false });
    expect([await readUsdValue('visit', oldRecord.id), await readUsdValue('visit', bill.id)]).toEqual([
      '2.00',
      '20.00',
    ]);
    expect(await get('country', country)).toMatchObject({ usd_rate: '1550.000000' });
  });

  test('revalues deleted records too, because they may be restored', async () => {
    const { country, bill, sale } = await createWrongRateRecords();
    await remove('visit', bill.id);
    await remove('transaction', sale.id);
    await correct(country);
    for (const [key, id] of [
      ['visit', bill.id],
      ['transaction', sale.id],
    ] as const)
      expect((await post(`${key}/${id}/restore`)).status).toBe(200);
    expect([await readUsdValue('visit', bill.id), await readUsdValue('transaction', sale.id)]).toEqual([
      '2.00',
      '96.77',
    ]);
  });

  test('rejects an equal rate, invalid days, a missing reason and a rate that nothing uses', async () => {
    const { country } = await createWrongRateRecords();
    const { day, today } = await readLastMonth();
    for (const [body, field] of [
      [{ usd_rate: '1550.000' }, 'usd_rate'],
      [{ usd_rate: '0' }, 'usd_rate'],
      [{ from_date: `${today}-02`, until_date: day }, 'until_date'],
      [{ from_date: '2026-02-31' }, 'from_date'],
      [{ reason: ' ' }, 'reason'],
    ] as const) {
      const reply = await correct(country, body);
      expect([reply.status, Object.keys((reply.body as { errors?: object }).errors ?? {})]).toEqual([422, [field]]);
    }
    expect((await preview(country, { until_date: '2026-02-31' })).status).toBe(422);
    const reply = await correct(country, { wrong_rate: '7' });
    expect([reply.status, reply.body]).toMatchObject([409, { error: 'conflict' }]);
  });

  test('requires seeing all hotels of the country and the right to change it', async () => {
    const { country, hotel_id } = await createWrongRateRecords();
    await createHotel(db, country);
    const regionalUser = await createUser(db, {
      level: 'property',
      assignments: [{ region_id: fixtures.r1, restrict_hotel_id: hotel_id }],
    });
    const viewer = await createUser(db, { level: 'group', codes: ['VIEW_COUNTRY'] });
    const { id } = (await correct(country)).body.data;
    for (const [{ token }, status] of [
      [regionalUser, 404],
      [viewer, 403],
    ] as const)
      expect([
        (await request(`country/${country}/rates`, token)).status,
        (await correct(country, {}, token)).status,
        (await undo(id, token)).status,
      ]).toEqual([status, status, status]);
  });

  test('waits for open writes, and corrects them too if they used the wrong rate', async () => {
    const { country, hotel_id, bill } = await createWrongRateRecords();
    const { correcting, id } = await db.kysely.transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: number }>`
        insert into visit (hotel_id, member_id, reference_no, staff_name, total_fb)
        values (${hotel_id}, ${bill.member_id}, 'MEANWHILE', 'Ayu', 31000) returning id`.execute(tx);
      const pendingCorrection = correct(country);
      await expect.poll(() => countWaiting(db)).toBeGreaterThan(0);
      return { correcting: pendingCorrection, id: rows[0]?.id ?? 0 };
    });
    expect((await correcting).body.data).toMatchObject({ visits: 2 });
    expect(await readUsdValue('visit', id)).toBe('2.00');
  });
});

test('the database allows only a correction to change a rate, and its log is append-only', async () => {
  const { country, sale, bill } = await createWrongRateRecords();
  const { id } = (await correct(country)).body.data;
  for (const statement of [
    sql`update transaction set usd_rate = 1 where id = ${sale.id}`,
    sql`update visit set usd_rate = 1 where id = ${bill.id}`,
  ])
    await expect(statement.execute(db.kysely)).rejects.toThrow('is immutable');
  await expect(sql`update rate_correction set reason = 'x' where id = ${id}`.execute(db.kysely)).rejects.toThrow(
    REJECTED_MESSAGE,
  );
  await expect(
    sql`delete from rate_correction_row where rate_correction_id = ${id}`.execute(db.kysely),
  ).rejects.toThrow(REJECTED_MESSAGE);
});
