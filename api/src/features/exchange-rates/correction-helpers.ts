import type { RateCorrection, RatePreview } from '@innkeeper/contract/calls';
import { checkIntegrity } from '@innkeeper/db/testing';
import { sql } from 'kysely';
import { afterEach, expect } from 'vitest';
import { type ResponseRecord, parseWritten } from '../../testing/responses.ts';
import { call, queryString } from '../../testing/call.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createCountry, createHotel, createBaseRecords } from '../../testing/base-records.ts';

/** A rate with a missing digit, and the intended rate. */
const WRONG_RATE = '1550';
export const CORRECT_RATE = '15500';
export const reason = 'A digit was missing';

/**
 * Starts a separate server for a test file, with countries whose rate is wrong. After each test, its data is
 * reconciled.
 */
export async function startCorrectionServer() {
  const api = await startTestApp();
  const { app, db } = api;
  const admin = await createUser(db, { level: 'group' });
  const baseRecords = await createBaseRecords(db);
  const inputs = createInputs(api, admin, baseRecords);
  const fixtures = await createFixtures(api, admin, inputs);
  const { visit, get, post, remove } = createProgramme(api, admin, inputs, baseRecords.hotel);
  afterEach(async () => expect(await checkIntegrity(db)).toEqual([]));

  /** Creates a country with the wrong rate, and a hotel. */
  async function createCountryAndHotel() {
    const country = await createCountry(db, fixtures.r1);
    const hotel_id = await createHotel(db, country);
    await sql`update country set usd_rate = ${WRONG_RATE} where id = ${country}`.execute(db.kysely);
    return { country, hotel_id };
  }

  /** Creates a country and a hotel, with a sale, a bill of two lines and a visit recorded at the wrong rate. */
  async function createWrongRateRecords() {
    const { country, hotel_id } = await createCountryAndHotel();
    const sale = (await fixtures.sell({ hotel_id })).body.data.transaction;
    const bill = parseWritten(await visit({ hotel_id, total_fb: '31000' }));
    const fees = parseWritten(await post('transaction', { hotel_id }));
    const lines: ResponseRecord[] = [];
    for (const unit_price of ['10001', '10001'])
      lines.push(parseWritten(await post('transaction_detail', { transaction_id: fees.id, unit_price })));
    return { country, hotel_id, sale, bill, fees, lines };
  }

  const preview = async (country: number, rates: Record<string, string> = {}) =>
    call<{ data: RatePreview }>(
      app,
      admin.token,
      'GET',
      `/api/country/${country}/rate_preview?${queryString({ wrong_rate: WRONG_RATE, usd_rate: CORRECT_RATE, ...rates })}`,
    );
  const correct = (country: number, body: Input = {}, token = admin.token) =>
    call<{ data: RateCorrection }>(app, token, 'POST', `/api/country/${country}/rate_correction`, {
      body: { wrong_rate: WRONG_RATE, usd_rate: CORRECT_RATE, reason, ...body },
    });
  const undo = (id: number, token = admin.token) =>
    call<{ data: RateCorrection }>(app, token, 'POST', `/api/rate_correction/${id}/undo`, { body: {} });
  const readUsdValue = async (key: string, id: number) => (await get(key, id)).grand_total_usd;
  const readHistory = async (key: string, id: number) =>
    (await call<{ data: Input[] }>(app, admin.token, 'GET', `/api/${key}/${id}/history`)).body.data;

  /**
   * Noon on the last day of the last month that can be closed, two hours after it ended, so that a sale can still fall
   * into it; also that day, its month and the current month.
   */
  async function readLastMonth() {
    const { rows } = await sql<{ at: Date; month: string; day: string; today: string }>`
    select m.noon at time zone 'Asia/Jakarta' as at, to_char(m.noon, 'YYYY-MM') as month,
           to_char(m.noon, 'YYYY-MM-DD') as day, to_char(now() at time zone 'Asia/Jakarta', 'YYYY-MM') as today
    from (select date_trunc('month', (now() - interval '2 hours') at time zone 'Asia/Jakarta') - interval '12 hours' as noon) m`.execute(
      db.kysely,
    );
    return rows[0] ?? { at: new Date(), month: '', day: '', today: '' };
  }
  const close = async (country: number, month: string) => {
    const reply = await post('month_close', { country_id: country, month, remark: 'For a test' });
    expect(reply.status, reply.text).toBe(201);
  };

  return {
    api,
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
  };
}
