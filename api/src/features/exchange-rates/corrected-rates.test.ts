import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { writtenIn } from '../../testing/responses.ts';
import { REASON, call } from '../../testing/call.ts';
import { createUser } from '../../testing/user.ts';
import { countWaiting } from '../../testing/while-locked.ts';
import { createHotel } from '../../testing/base-records.ts';
import { reason, startCorrections } from './correction-helpers.ts';

const {
  db,
  app,
  admin,
  fixtures,
  get,
  post,
  remove,
  visit,
  place,
  withWrongRate,
  preview,
  correct,
  undo,
  valueUsd,
  historyOf,
  lastMonth,
  close,
} = await startCorrections();

const request = (path: string, token: string) => call<{ data: unknown }>(app, token, 'GET', `/api/${path}`);
/** Rejected by database permissions or by the trigger. */
const REJECTED = /permission denied|appended to only/;

describe('correcting a wrong rate', () => {
  test('revalues sales, lines and visits, with a history entry for each and for the country', async () => {
    const { country, sale, bill, fees, lines } = await withWrongRate();
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
    expect(await valueUsd('transaction', fees.id)).toBe('1.29');
    const usdValues = await Promise.all(
      lines.map(async ({ id }) => (await get('transaction_detail', id)).sub_total_usd),
    );
    expect(usdValues, 'the last line takes what rounding leaves').toEqual(['0.65', '0.64']);
    expect(await get('country', country)).toMatchObject({ usd_rate: '15500.000000' });
    const [entry] = await historyOf('visit', bill.id);
    expect(entry).toMatchObject({
      action: 'update',
      by: { id: admin.id },
      changes: { usd_rate: ['1550.000000', '15500.000000'], grand_total_usd: ['20.00', '2.00'] },
    });
    expect((await historyOf('transaction', sale.id))[0]).toMatchObject({
      changes: { grand_total_usd: ['967.74', '96.77'] },
    });
  });

  test('has a preview: the number of records, the difference per month and what does not change', async () => {
    const { country, bill } = await withWrongRate();
    const { today } = await lastMonth();
    expect((await preview(country)).body.data).toEqual({
      transactions: 2,
      lines: 3,
      visits: 1,
      months: [{ month: today, transactions: 2, visits: 1, before: '1000.64', after: '100.06', difference: '-900.58' }],
      left_closed: 0,
      closed_months: [],
      is_rate_of_country: true,
    });
    expect(await valueUsd('visit', bill.id), 'nothing was written').toBe('20.00');
  });

  test('does not change closed months, and returns the number of their records', async () => {
    const { country, hotel_id, bill } = await withWrongRate();
    const { at, month } = await lastMonth();
    const old = writtenIn(
      await visit({ hotel_id, total_fb: '31000', visit_date: at.toISOString(), remark: 'Found later' }),
    );
    await close(country, month);
    expect((await preview(country)).body.data).toMatchObject({ visits: 1, left_closed: 1, closed_months: [month] });
    expect((await correct(country)).body.data).toMatchObject({ visits: 1, left_closed: 1 });
    expect(await valueUsd('visit', bill.id)).toBe('2.00');
    expect(await get('visit', old.id)).toMatchObject({ usd_rate: '1550.000000', grand_total_usd: '20.00' });
  });

  test('skips a reversal whose sale is in a closed month, so that both still add up to zero', async () => {
    const { country, hotel_id } = await place();
    const { at, month } = await lastMonth();
    const sale = (await fixtures.sell({ hotel_id, transaction_date: at.toISOString() })).body.data.transaction;
    await close(country, month);
    const reversal = writtenIn(await post(`transaction/${sale.id}/reversal`, REASON.body));
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
    expect([await valueUsd('transaction', sale.id), await valueUsd('transaction', reversal.id)]).toEqual([
      '967.74',
      '-967.74',
    ]);
  });

  test('corrects a sale with all its refunds, or none of them if one is locked', async () => {
    const { at, month } = await lastMonth();
    const refundedTwice = async () => {
      const { country, hotel_id } = await place();
      const sale = (await fixtures.sell({ hotel_id, transaction_date: at.toISOString() })).body.data.transaction;
      const body = {
        amount: '310000',
        refund_reason_id: await fixtures.detail('refund-reason', 'others'),
        type_payment_id: await fixtures.detail('type-payment', 'cash'),
        ends_membership: 0,
      };
      const refunds = [
        writtenIn(await post(`transaction/${sale.id}/refund`, body)),
        writtenIn(await post(`transaction/${sale.id}/refund`, body)),
      ];
      const usdValues = async () => Promise.all([sale, ...refunds].map(({ id }) => valueUsd('transaction', id)));
      return { country, usdValues };
    };
    const open = await refundedTwice();
    expect((await preview(open.country)).body.data).toMatchObject({ transactions: 3, left_closed: 0 });
    expect((await correct(open.country)).body.data).toMatchObject({ transactions: 3, left_closed: 0 });
    expect(await open.usdValues()).toEqual(['96.77', '-20.00', '-20.00']);
    const closed = await refundedTwice();
    await close(closed.country, month);
    expect((await correct(closed.country)).body.data).toMatchObject({ transactions: 0, left_closed: 3 });
    expect(await closed.usdValues()).toEqual(['967.74', '-200.00', '-200.00']);
  });

  test('can cover some days only; with a last day, the country’s rate does not change', async () => {
    const { country, hotel_id, bill } = await withWrongRate();
    const { at, day } = await lastMonth();
    const old = writtenIn(
      await visit({ hotel_id, total_fb: '31000', visit_date: at.toISOString(), remark: 'Found later' }),
    );
    const days = { from_date: day, until_date: day };
    expect((await preview(country, days)).body.data).toMatchObject({
      transactions: 0,
      visits: 1,
      is_rate_of_country: false,
    });
    expect((await correct(country, days)).body.data).toMatchObject({ ...days, visits: 1, is_rate_of_country: false });
    expect([await valueUsd('visit', old.id), await valueUsd('visit', bill.id)]).toEqual(['2.00', '20.00']);
    expect(await get('country', country)).toMatchObject({ usd_rate: '1550.000000' });
  });

  test('revalues deleted records too, because they may be restored', async () => {
    const { country, bill, sale } = await withWrongRate();
    await remove('visit', bill.id);
    await remove('transaction', sale.id);
    await correct(country);
    for (const [key, id] of [
      ['visit', bill.id],
      ['transaction', sale.id],
    ] as const)
      expect((await post(`${key}/${id}/restore`)).status).toBe(200);
    expect([await valueUsd('visit', bill.id), await valueUsd('transaction', sale.id)]).toEqual(['2.00', '96.77']);
  });

  test('rejects an equal rate, invalid days, a missing reason and a rate that nothing uses', async () => {
    const { country } = await withWrongRate();
    const { day, today } = await lastMonth();
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
    const { country, hotel_id } = await withWrongRate();
    await createHotel(db, country);
    const part = await createUser(db, {
      level: 'property',
      assignments: [{ region_id: fixtures.r1, restrict_hotel_id: hotel_id }],
    });
    const viewer = await createUser(db, { level: 'group', codes: ['VIEW_COUNTRY'] });
    const { id } = (await correct(country)).body.data;
    for (const [{ token }, status] of [
      [part, 404],
      [viewer, 403],
    ] as const)
      expect([
        (await request(`country/${country}/rates`, token)).status,
        (await correct(country, {}, token)).status,
        (await undo(id, token)).status,
      ]).toEqual([status, status, status]);
  });

  test('waits for open writes, and corrects them too if they used the wrong rate', async () => {
    const { country, hotel_id, bill } = await withWrongRate();
    const { correcting, id } = await db.kysely.transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: number }>`
        insert into visit (hotel_id, member_id, reference_no, staff_name, total_fb)
        values (${hotel_id}, ${bill.member_id}, 'MEANWHILE', 'Ayu', 31000) returning id`.execute(tx);
      const started = correct(country);
      await expect.poll(() => countWaiting(db)).toBeGreaterThan(0);
      return { correcting: started, id: rows[0]?.id ?? 0 };
    });
    expect((await correcting).body.data).toMatchObject({ visits: 2 });
    expect(await valueUsd('visit', id)).toBe('2.00');
  });
});

test('the database allows only a correction to change a rate, and its log is append-only', async () => {
  const { country, sale, bill } = await withWrongRate();
  const { id } = (await correct(country)).body.data;
  for (const statement of [
    sql`update transaction set usd_rate = 1 where id = ${sale.id}`,
    sql`update visit set usd_rate = 1 where id = ${bill.id}`,
  ])
    await expect(statement.execute(db.kysely)).rejects.toThrow('is immutable');
  await expect(sql`update rate_correction set reason = 'x' where id = ${id}`.execute(db.kysely)).rejects.toThrow(
    REJECTED,
  );
  await expect(
    sql`delete from rate_correction_row where rate_correction_id = ${id}`.execute(db.kysely),
  ).rejects.toThrow(REJECTED);
});
