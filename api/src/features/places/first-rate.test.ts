import { checkIntegrity } from '@innkeeper/db/testing';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { startImportTest } from '../../engine/import-export/import-helpers.ts';
import { csvFile } from '../../engine/import-export/table-helpers.ts';
import { type ResponseRecord, parseWritten } from '../../testing/responses.ts';
import { call } from '../../testing/call.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import type { Input } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { countWaiting } from '../../testing/while-locked.ts';
import { createCountry, createHotel } from '../../testing/base-records.ts';

const { api, app, db, admin, inputs, baseRecords, importFile } = await startImportTest();
const fixtures = await createFixtures(api, admin, inputs);
const { visit, get, post, remove } = createProgramme(api, admin, inputs, baseRecords.hotel);
afterEach(() => checkIntegrity(db));

/** A hotel in a country without a rate, with a bill, a sale and two lines that have no value in US dollars. */
async function createUnratedHotel() {
  const country = await createCountry(db, fixtures.r1);
  const hotel_id = await createHotel(db, country);
  expect((await post(`country/${country}`, { usd_rate: null })).status).toBe(200);
  const bill = parseWritten(await visit({ hotel_id, total_fb: '32481', total_room: '0', total_others: '0' }));
  const sale = (await fixtures.sell({ hotel_id })).body.data.transaction;
  const fees = parseWritten(
    await post('transaction', {
      hotel_id,
      transaction_type_id: await fixtures.findOptionDetail('transaction-type', '99'),
    }),
  );
  const lines: ResponseRecord[] = [];
  for (const unit_price of ['10001', '10001'])
    lines.push(parseWritten(await post('transaction_detail', { transaction_id: fees.id, unit_price })));
  expect([bill.grand_total_usd, sale.grand_total_usd, lines[0]?.sub_total_usd]).toEqual([null, null, null]);
  return { country, hotel_id, bill, sale, fees, lines };
}
const setRate = (country: number, usd_rate: string | null) => post(`country/${country}`, { usd_rate });
const readHistory = async (key: string, id: number) =>
  (await call<{ data: Input[] }>(app, admin.token, 'GET', `/api/${key}/${id}/history`)).body.data;

describe('an amount recorded before its country had a rate', () => {
  test.each([
    ['a change', setRate],
    ['a bulk edit', (id: number, usd_rate: string) => post('country/updateBulk', { ids: [id], set: { usd_rate } })],
    [
      'an import',
      (id: number, usd_rate: string) =>
        importFile(
          'country',
          csvFile([
            ['id', 'usd_rate'],
            [String(id), usd_rate],
          ]),
        ),
    ],
  ])('is valued when %s sets the rate, with a history entry', async (_title, set) => {
    const { country, bill, sale, fees, lines } = await createUnratedHotel();
    const reply = await set(country, '15000');
    expect(reply.status, reply.text).toBeLessThan(300);
    expect(await get('visit', bill.id)).toMatchObject({ usd_rate: '15000.000000', grand_total_usd: '2.17' });
    expect(await get('transaction', sale.id)).toMatchObject({ usd_rate: '15000.000000', grand_total_usd: '100.00' });
    expect(await get('transaction', fees.id)).toMatchObject({ grand_total_usd: '1.33' });
    const usdValues = await Promise.all(
      lines.map(async ({ id }) => (await get('transaction_detail', id)).sub_total_usd),
    );
    expect(usdValues, 'the last line takes what rounding leaves').toEqual(['0.67', '0.66']);
    const [entry] = await readHistory('visit', bill.id);
    expect(entry).toMatchObject({
      action: 'update',
      by: { id: admin.id },
      changes: { usd_rate: [null, '15000.000000'], grand_total_usd: [null, '2.17'] },
    });
  });

  test('keeps that value when the rate changes later or is undone', async () => {
    const { country, bill } = await createUnratedHotel();
    await setRate(country, '15000');
    for (const usd_rate of ['16000', null, '17000']) {
      await setRate(country, usd_rate);
      expect(await get('visit', bill.id)).toMatchObject({ usd_rate: '15000.000000', grand_total_usd: '2.17' });
    }
  });

  test('is valued even if deleted, because it may be restored', async () => {
    const { country, bill, sale, lines } = await createUnratedHotel();
    await remove('visit', bill.id);
    await remove('transaction', sale.id);
    await remove('transaction_detail', Number(lines[1]?.id));
    await setRate(country, '15000');
    for (const [key, id] of [
      ['visit', bill.id],
      ['transaction', sale.id],
      ['transaction_detail', Number(lines[1]?.id)],
    ] as const)
      expect((await post(`${key}/${id}/restore`)).status, key).toBe(200);
    expect(await get('visit', bill.id)).toMatchObject({ grand_total_usd: '2.17' });
    expect(await get('transaction', sale.id)).toMatchObject({ grand_total_usd: '100.00' });
  });

  test('is not valued if its month is closed or it has another currency', async () => {
    const { country, hotel_id, bill } = await createUnratedHotel();
    const lastMonth = await sql<{ at: Date; month: string }>`
      select date_trunc('month', now()) - interval '10 days' as at,
        to_char(date_trunc('month', now()) - interval '10 days', 'YYYY-MM') as month`.execute(db.kysely);
    const [{ at, month } = { at: new Date(), month: '' }] = lastMonth.rows;
    const oldRecord = parseWritten(
      await visit({ hotel_id, total_fb: '30000', visit_date: at.toISOString(), remark: 'Found later' }),
    );
    await post(`country/${country}`, { currency: 'XTS', usd_rate: null });
    const foreignVisit = parseWritten(await visit({ hotel_id, total_fb: '30000' }));
    await post(`country/${country}`, { currency: 'IDR' });
    const closeReply = await post('month_close', { country_id: country, month, remark: 'Without a rate' });
    expect(closeReply.status, closeReply.text).toBe(201);
    expect((await setRate(country, '15000')).status).toBe(200);
    expect(await get('visit', bill.id)).toMatchObject({ grand_total_usd: '2.17' });
    expect(await get('visit', oldRecord.id)).toMatchObject({ usd_rate: null, grand_total_usd: null });
    expect(await get('visit', foreignVisit.id)).toMatchObject({ usd_rate: null, currency: 'XTS' });
  });
});

test('a write concurrent with the first rate is awaited and valued too', async () => {
  const { country, hotel_id, bill } = await createUnratedHotel();
  const { change: set, id } = await db.kysely.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into visit (hotel_id, member_id, reference_no, staff_name, total_fb)
      values (${hotel_id}, ${bill.member_id}, 'MEANWHILE', 'Ayu', 30000) returning id`.execute(tx);
    const pendingRate = setRate(country, '15000');
    await expect.poll(() => countWaiting(db)).toBeGreaterThan(0);
    return { change: pendingRate, id: rows[0]?.id ?? 0 };
  });
  expect((await set).status).toBe(200);
  expect(await get('visit', id)).toMatchObject({ grand_total_usd: '2.00' });
});

test('two concurrent first rates value everything with one of them', async () => {
  const { country, bill, sale } = await createUnratedHotel();
  await Promise.all(['15000', '16000'].map((usd_rate) => setRate(country, usd_rate)));
  const rates = [(await get('visit', bill.id)).usd_rate, (await get('transaction', sale.id)).usd_rate];
  expect(['15000.000000', '16000.000000']).toContain(rates[0]);
  expect(rates[1]).toBe(rates[0]);
});
