import type { RateCorrection, RatePreview } from '@innkeeper/contract/calls';
import { checkBooks } from '@innkeeper/db/testing';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { type Answered, writtenIn } from '../../testing/answers.ts';
import { REASON, call, queryString } from '../../testing/call.ts';
import { createHouse } from '../../testing/house.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { countWaiting } from '../../testing/while-locked.ts';
import { createCountry, createHotel, createWorld } from '../../testing/world.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const world = await createWorld(db);
const inputs = createInputs(api, admin, world);
const house = await createHouse(api, admin, inputs);
const { visit, get, post, remove } = createProgramme(api, admin, inputs, world.hotel);
afterEach(async () => expect(await checkBooks(db)).toEqual([]));

const WRONG = '1550';
const RIGHT = '15500';
const reason = 'A digit was missing';
/** By the rights of the database, or by its trigger. */
const REFUSED = /permission denied|appended to only/;

/** A country of its own with the wrong rate, and a hotel. */
async function place() {
  const country = await createCountry(db, house.r1);
  const hotel_id = await createHotel(db, country);
  await sql`update country set usd_rate = ${WRONG} where id = ${country}`.execute(db.kysely);
  return { country, hotel_id };
}

/** With a sale, a bill of two lines and a visit that were written down with the wrong rate. */
async function wrongly() {
  const { country, hotel_id } = await place();
  const sale = (await house.sell({ hotel_id })).body.data.transaction;
  const bill = writtenIn(await visit({ hotel_id, total_fb: '31000' }));
  const fees = writtenIn(await post('transaction', { hotel_id }));
  const lines: Answered[] = [];
  for (const unit_price of ['10001', '10001'])
    lines.push(writtenIn(await post('transaction_detail', { transaction_id: fees.id, unit_price })));
  return { country, hotel_id, sale, bill, fees, lines };
}

const ask = (path: string, token: string) => call<{ data: unknown }>(app, token, 'GET', `/api/${path}`);
const preview = async (country: number, rates: Record<string, string> = {}) =>
  call<{ data: RatePreview }>(
    app,
    admin.token,
    'GET',
    `/api/country/${country}/rate_preview?${queryString({ wrong_rate: WRONG, usd_rate: RIGHT, ...rates })}`,
  );
const correct = (country: number, body: Input = {}, token = admin.token) =>
  call<{ data: RateCorrection }>(app, token, 'POST', `/api/country/${country}/rate_correction`, {
    body: { wrong_rate: WRONG, usd_rate: RIGHT, reason, ...body },
  });
const undo = (id: number, token = admin.token) =>
  call<{ data: RateCorrection }>(app, token, 'POST', `/api/rate_correction/${id}/undo`, { body: {} });
const worth = async (key: string, id: number) => (await get(key, id)).grand_total_usd;
const historyOf = async (key: string, id: number) =>
  (await call<{ data: Input[] }>(app, admin.token, 'GET', `/api/${key}/${id}/history`)).body.data;

/** Noon of the last day of last month at the hotel, so that a sale may still be of it; that day and month, and this month. */
async function lastMonth() {
  const { rows } = await sql<{ at: Date; month: string; day: string; today: string }>`
    select m.noon at time zone 'Asia/Jakarta' as at, to_char(m.noon, 'YYYY-MM') as month, to_char(m.noon, 'YYYY-MM-DD') as day,
           to_char(now() at time zone 'Asia/Jakarta', 'YYYY-MM') as today
    from (select date_trunc('month', now() at time zone 'Asia/Jakarta') - interval '12 hours' as noon) m`.execute(
    db.kysely,
  );
  return rows[0] ?? { at: new Date(), month: '', day: '', today: '' };
}
const close = async (country: number, month: string) => {
  const reply = await post('month_close', { country_id: country, month, remark: 'For a test' });
  expect(reply.status, reply.text).toBe(201);
};

describe('correcting a wrong rate', () => {
  test('values sales, lines and visits anew, with an entry in the history of each, and the country', async () => {
    const { country, sale, bill, fees, lines } = await wrongly();
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
    expect(await worth('transaction', fees.id)).toBe('1.29');
    const worths = await Promise.all(lines.map(async ({ id }) => (await get('transaction_detail', id)).sub_total_usd));
    expect(worths, 'the last line takes what rounding leaves').toEqual(['0.65', '0.64']);
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

  test('is told before: how many, what difference in which month, and what stays', async () => {
    const { country, bill } = await wrongly();
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
    expect(await worth('visit', bill.id), 'nothing was written').toBe('20.00');
  });

  test('leaves closed months as they were closed, and says how many records lie in them', async () => {
    const { country, hotel_id, bill } = await wrongly();
    const { at, month } = await lastMonth();
    const old = writtenIn(
      await visit({ hotel_id, total_fb: '31000', visit_date: at.toISOString(), remark: 'Found later' }),
    );
    await close(country, month);
    expect((await preview(country)).body.data).toMatchObject({ visits: 1, left_closed: 1, closed_months: [month] });
    expect((await correct(country)).body.data).toMatchObject({ visits: 1, left_closed: 1 });
    expect(await worth('visit', bill.id)).toBe('2.00');
    expect(await get('visit', old.id)).toMatchObject({ usd_rate: '1550.000000', grand_total_usd: '20.00' });
  });

  test('leaves a reversal as it is whose sale lies in a closed month: together they come to nothing', async () => {
    const { country, hotel_id } = await place();
    const { at, month } = await lastMonth();
    const sale = (await house.sell({ hotel_id, transaction_date: at.toISOString() })).body.data.transaction;
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
    expect([await worth('transaction', sale.id), await worth('transaction', reversal.id)]).toEqual([
      '967.74',
      '-967.74',
    ]);
  });

  test('may be of some days alone: then the rate of the country stays where a last day is said', async () => {
    const { country, hotel_id, bill } = await wrongly();
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
    expect([await worth('visit', old.id), await worth('visit', bill.id)]).toEqual(['2.00', '20.00']);
    expect(await get('country', country)).toMatchObject({ usd_rate: '1550.000000' });
  });

  test('values what was deleted, too: it may come back', async () => {
    const { country, bill, sale } = await wrongly();
    await remove('visit', bill.id);
    await remove('transaction', sale.id);
    await correct(country);
    for (const [key, id] of [
      ['visit', bill.id],
      ['transaction', sale.id],
    ] as const)
      expect((await post(`${key}/${id}/restore`)).status).toBe(200);
    expect([await worth('visit', bill.id), await worth('transaction', sale.id)]).toEqual(['2.00', '96.77']);
  });

  test('refuses the same rate, days that are none, no reason, and a rate with which nothing stands', async () => {
    const { country } = await wrongly();
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

  test('is for whoever sees all hotels of the country and may change it', async () => {
    const { country, hotel_id } = await wrongly();
    await createHotel(db, country);
    const part = await createUser(db, {
      level: 'property',
      assignments: [{ region_id: house.r1, restrict_hotel_id: hotel_id }],
    });
    const looker = await createUser(db, { level: 'group', codes: ['VIEW_COUNTRY'] });
    const { id } = (await correct(country)).body.data;
    for (const [{ token }, status] of [
      [part, 404],
      [looker, 403],
    ] as const)
      expect([
        (await ask(`country/${country}/rates`, token)).status,
        (await correct(country, {}, token)).status,
        (await undo(id, token)).status,
      ]).toEqual([status, status, status]);
  });

  test('whoever writes meanwhile is awaited, and what they write with the wrong rate is corrected as well', async () => {
    const { country, hotel_id, bill } = await wrongly();
    const { correcting, id } = await db.kysely.transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: number }>`
        insert into visit (hotel_id, member_id, reference_no, staff_name, total_fb)
        values (${hotel_id}, ${bill.member_id}, 'MEANWHILE', 'Ayu', 31000) returning id`.execute(tx);
      const started = correct(country);
      await expect.poll(() => countWaiting(db), { timeout: 20_000 }).toBeGreaterThan(0);
      return { correcting: started, id: rows[0]?.id ?? 0 };
    });
    expect((await correcting).body.data).toMatchObject({ visits: 2 });
    expect(await worth('visit', id)).toBe('2.00');
  });
});

describe('undoing a correction', () => {
  test('gives everything the worth that it had, once', async () => {
    const { country, sale, bill, lines } = await wrongly();
    const { id } = (await correct(country)).body.data;
    const reply = await undo(id);
    expect([reply.status, reply.body.data]).toMatchObject([200, { undone_by: { id: admin.id } }]);
    expect(await get('transaction', sale.id)).toMatchObject({ usd_rate: '1550.000000', grand_total_usd: '967.74' });
    expect(await worth('visit', bill.id)).toBe('20.00');
    const worths = await Promise.all(
      lines.map(async (line) => (await get('transaction_detail', line.id)).sub_total_usd),
    );
    expect(worths).toEqual(['6.45', '6.45']);
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

  test('is refused once a rate was changed since, of a record or of the country, or a month was closed', async () => {
    const again = await wrongly();
    const first = (await correct(again.country)).body.data;
    await correct(again.country, { wrong_rate: RIGHT, usd_rate: '15600' });
    const raised = await wrongly();
    const second = (await correct(raised.country)).body.data;
    expect((await post(`country/${raised.country}`, { usd_rate: '15700' })).status).toBe(200);
    for (const { id } of [first, second])
      expect([(await undo(id)).status, (await undo(id)).body]).toMatchObject([409, { error: 'conflict' }]);

    const closed = await place();
    const { at, month } = await lastMonth();
    const old = writtenIn(
      await visit({
        hotel_id: closed.hotel_id,
        total_fb: '31000',
        visit_date: at.toISOString(),
        remark: 'Found later',
      }),
    );
    const third = (await correct(closed.country)).body.data;
    await close(closed.country, month);
    expect((await undo(third.id)).body).toMatchObject({ error: 'month_closed' });
    expect(await worth('visit', old.id)).toBe('2.00');
  });

  test('takes along a reversal that was made since, of a sale whose month is open again', async () => {
    const { country, hotel_id } = await place();
    const { at, month } = await lastMonth();
    const sale = (await house.sell({ hotel_id, transaction_date: at.toISOString() })).body.data.transaction;
    const { id } = (await correct(country)).body.data;
    const closed = writtenIn(await post('month_close', { country_id: country, month, remark: 'For a test' }));
    const reversal = writtenIn(await post(`transaction/${sale.id}/reversal`, REASON.body));
    const opening = { call: 'POST /api/month_close/{id}/reopen', path: { id: closed.id }, body: { reason }, reason };
    const asked = writtenIn(await post('approval', opening));
    const second = await createUser(db, { level: 'group' });
    const opened = await call(app, second.token, 'POST', `/api/approval/${asked.id}/approve`, { body: {} });
    expect(opened.status, opened.text).toBe(200);
    const undone = await undo(id);
    expect(undone.status, undone.text).toBe(200);
    expect([await worth('transaction', sale.id), await worth('transaction', reversal.id)]).toEqual([
      '967.74',
      '-967.74',
    ]);
  });

  test('of two who undo at once one does, and the other hears of it', async () => {
    const { country } = await wrongly();
    const { id } = (await correct(country)).body.data;
    const replies = await Promise.all([undo(id), undo(id)]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });
});

test('the database lets nothing but a correction change a rate, and its book be appended to only', async () => {
  const { country, sale, bill } = await wrongly();
  const { id } = (await correct(country)).body.data;
  for (const statement of [
    sql`update transaction set usd_rate = 1 where id = ${sale.id}`,
    sql`update visit set usd_rate = 1 where id = ${bill.id}`,
  ])
    await expect(statement.execute(db.kysely)).rejects.toThrow('stands as it was made');
  await expect(sql`update rate_correction set reason = 'x' where id = ${id}`.execute(db.kysely)).rejects.toThrow(
    REFUSED,
  );
  await expect(
    sql`delete from rate_correction_row where rate_correction_id = ${id}`.execute(db.kysely),
  ).rejects.toThrow(REFUSED);
});

test('random books agree after random corrections, and are what they were once these are undone', async () => {
  const RATES = ['1550', '15500', '15500.5', '3.7', '0.71'];
  const amount = fc.integer({ min: 1, max: 9_999_999 });
  const book = fc.record({
    visits: fc.array(amount, { maxLength: 4 }),
    bills: fc.array(fc.array(amount, { minLength: 1, maxLength: 4 }), { maxLength: 3 }),
    rates: fc.uniqueArray(fc.constantFrom(...RATES), { minLength: 2, maxLength: 4 }),
  });
  const { country, hotel_id } = await place();
  await fc.assert(
    fc.asyncProperty(book, async ({ visits, bills, rates: [first = '', ...others] }) => {
      await sql`update country set usd_rate = ${first} where id = ${country}`.execute(db.kysely);
      for (const total of visits) writtenIn(await visit({ hotel_id, total_fb: String(total), remark: 'Large' }));
      for (const lines of bills) {
        const { id } = writtenIn(await post('transaction', { hotel_id }));
        for (const unit_price of lines)
          writtenIn(await post('transaction_detail', { transaction_id: id, unit_price: String(unit_price) }));
      }
      const before = await amountsAt(country);
      const made: { id: number; at: readonly string[] }[] = [];
      let wrong = first;
      for (const right of others) {
        const at = await amountsAt(country);
        const told = (await preview(country, { wrong_rate: wrong, usd_rate: right })).body.data;
        const { id } = (await correct(country, { wrong_rate: wrong, usd_rate: right })).body.data;
        made.push({ id, at });
        expect(await sumOf(id)).toBe(told.months[0]?.after ?? '0.00');
        expect(await checkBooks(db, ['money', 'figures'])).toEqual([]);
        wrong = right;
      }
      for (const { id, at } of made.toReversed()) {
        expect((await undo(id)).status).toBe(200);
        expect(await amountsAt(country)).toEqual(at);
        expect(await checkBooks(db, ['money', 'figures'])).toEqual([]);
      }
      expect(await amountsAt(country)).toEqual(before);
    }),
    { numRuns: 8 },
  );
}, 120_000);

/** Every amount in dollars of a country. */
async function amountsAt(country: number): Promise<readonly string[]> {
  const { rows } = await sql<{ amount: string }>`
    with place as (select id from hotel where country_id = ${country})
    select 'v' || id || ' ' || usd_rate || ' ' || grand_total_usd as amount from visit where hotel_id in (select id from place)
    union all select 't' || id || ' ' || usd_rate || ' ' || grand_total_usd from transaction where hotel_id in (select id from place)
    union all select 'l' || d.id || ' ' || d.sub_total_usd from transaction_detail d join transaction t on t.id = d.transaction_id
    where t.hotel_id in (select id from place) order by 1`.execute(db.kysely);
  return rows.map((row) => row.amount);
}

/** What the records of a correction are worth together. */
async function sumOf(correction: number): Promise<string> {
  const { rows } = await sql<{ sum: string }>`
    select coalesce(sum(coalesce(t.grand_total_usd, v.grand_total_usd)), 0)::numeric(30, 2)::text as sum
    from rate_correction_row r left join transaction t on r.resource = 'transaction' and t.id = r.record_id
    left join visit v on r.resource = 'visit' and v.id = r.record_id where r.rate_correction_id = ${correction}`.execute(
    db.kysely,
  );
  return rows[0]?.sum ?? '';
}
