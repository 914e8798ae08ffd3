// Core test: every bill.
import { getResource } from '@innkeeper/contract';
import fc from 'fast-check';
import { testSeed } from '@innkeeper/contract/testing';
import { describe, expect, test } from 'vitest';
import { parseRecord, parseWritten } from '../../testing/responses.ts';
import { call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createPlace } from '../../testing/places.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { allowThousandths, createCountry, createHotel, createBaseRecords } from '../../testing/base-records.ts';

const RACERS = 50;
const api = await startTestApp({ connections: RACERS });
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const baseRecords = await createBaseRecords(db);
const inputs = createInputs(api, admin, baseRecords);
await allowThousandths(db);
await allowThousandths(db);
const { visit, get, post, remove } = createProgramme(api, admin, inputs, baseRecords.hotel);

const NOW = new Date('2026-05-22T03:00:00Z');
api.setClock(NOW);
const visit_date = '2026-05-22 02:00:00';

describe('a visit', () => {
  test('totals the sum of its parts in local currency and dollars, ignoring a sent total', async () => {
    const visitInput = {
      total_fb: '100.125',
      total_room: '200.250',
      total_others: '0.125',
      grand_total: '9.000',
      visit_date,
    };
    const reply = await visit(visitInput);
    expect(reply.status, reply.text).toBe(201);
    expect(parseWritten(reply)).toMatchObject({
      visit_no: expect.stringMatching(/^V\d{8,}$/),
      grand_total: '300.500',
      grand_total_usd: '0.02',
      usd_rate: '15500.500000',
      currency: 'IDR',
    });
  });

  test('needs a remark above the limit of its country', async () => {
    const place = await createPlace(db, 1);
    const [hotel = 0] = place.hotels;
    const { country_id } = await get('hotel', hotel);
    expect((await post(`country/${String(country_id)}`, { visit_limit: '1000' })).status).toBe(200);
    const bill = { hotel_id: hotel, total_fb: '600', total_room: '400', total_others: '0', visit_date, remark: null };
    const createdVisit = parseWritten(await visit(bill));
    expectInvalid(await visit({ ...bill, total_others: '1' }), 'remark');
    expectInvalid(await post(`visit/${createdVisit.id}`, { total_others: '1' }), 'remark');
    expect((await visit({ ...bill, total_others: '1', remark: 'A wedding' })).status).toBe(201);
  });

  test('adds up exactly, for any amounts', async () => {
    const amount = fc.bigInt(0n, 999_999_999_999n);
    const formatAmount = (n: bigint) => `${n / 1000n}.${String(n % 1000n).padStart(3, '0')}`;
    await fc.assert(
      fc.asyncProperty(amount, amount, amount, async (fb, room, others) => {
        fc.pre(fb + room + others > 0n);
        const createdVisit = parseWritten(
          await visit({
            total_fb: formatAmount(fb),
            total_room: formatAmount(room),
            total_others: formatAmount(others),
            visit_date,
            remark: 'Any reason',
          }),
        );
        expect(createdVisit.grand_total).toBe(formatAmount(fb + room + others));
      }),
      { seed: testSeed(), numRuns: 25 },
    );
  });

  test('keeps the rate of its day when the country’s rate changes', async () => {
    const country = await createCountry(db, baseRecords.region);
    const hotel_id = await createHotel(db, country);
    const createdVisit = parseWritten(await visit({ hotel_id, total_fb: '31001', visit_date }));
    await post(`country/${country}`, { usd_rate: '10' });
    await post(`visit/${createdVisit.id}`, { total_room: '31001' });
    expect(await get('visit', createdVisit.id)).toMatchObject({ usd_rate: '15500.500000', grand_total_usd: '4.00' });
    expect(parseWritten(await visit({ hotel_id, total_fb: '31001', visit_date }))).toMatchObject({
      usd_rate: '10.000000',
    });
  });

  test('counts once per bill number of a hotel; another hotel may use the same number', async () => {
    const bill = { reference_no: 'ABC', visit_date };
    expect((await visit(bill)).status).toBe(201);
    expectInvalid(await visit(bill), 'reference_no');
    expect((await visit({ ...bill, hotel_id: await createHotel(db, baseRecords.country) })).status).toBe(201);
  });

  test.each(['ab-12', ' AB - 12 ', 'ＡＢ－１２', 'A\u00a0B-12', 'Ab\u200b-12'])(
    'counts once, in any notation of its bill number: %j',
    async (reference_no) => {
      const hotel_id = await createHotel(db, baseRecords.country);
      const bill = parseWritten(await visit({ hotel_id, reference_no: 'AB-12', visit_date }));
      expectInvalid(await visit({ hotel_id, reference_no, visit_date }), 'reference_no');
      const otherVisit = parseWritten(await visit({ hotel_id, reference_no: 'AB-13', visit_date }));
      expectInvalid(await post(`visit/${otherVisit.id}`, { reference_no }), 'reference_no');
      // Another notation of the bill's own number does not conflict with it.
      expect((await post(`visit/${bill.id}`, { reference_no })).status).toBe(200);
    },
  );

  test('counts once when its bill is posted fifty times concurrently', async () => {
    const replies = await Promise.all(
      Array.from({ length: RACERS }, () => visit({ reference_no: 'RACE', visit_date })),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const reply of replies) if (reply.status !== 201) expectInvalid(reply, 'reference_no');
  });

  test('can be posted again after its bill was deleted, and the deleted one cannot be restored then', async () => {
    const bill = { reference_no: 'AGAIN', visit_date };
    const first = parseWritten(await visit(bill));
    await remove('visit', first.id);
    expect((await visit(bill)).status).toBe(201);
    expectError(await post(`visit/${first.id}/restore`), 409, 'conflict');
  });

  test('gets the current time if no day is sent, and is never in the future', async () => {
    expect(parseWritten(await visit({ visit_date: null }))).toMatchObject({ visit_date: '2026-05-22 03:00:00' });
    expectInvalid(await visit({ visit_date: '2026-05-22 03:05:00' }), 'visit_date');
  });

  test('needs a remark if posted two or more days late, in its hotel’s local days', async () => {
    // 10:00 on 22 May in Jakarta, where 20 May begins at 17:00 UTC on the 19th and ends a day later.
    expect((await visit({ visit_date: '2026-05-20 17:00:00' })).status).toBe(201);
    expectInvalid(await visit({ visit_date: '2026-05-20 16:59:59' }), 'remark');
    expect((await visit({ visit_date: '2026-05-20 16:59:59', remark: 'The bill was found later' })).status).toBe(201);
  });

  test('is posted at most three months late', async () => {
    const remark = 'Posted late';
    expect((await visit({ visit_date: '2026-02-21 17:00:00', remark })).status).toBe(201);
    expectInvalid(await visit({ visit_date: '2026-02-21 16:59:59', remark }), 'visit_date');
  });

  test('can still be corrected when it is old', async () => {
    const createdVisit = parseWritten(await visit({ visit_date }));
    api.setClock(new Date('2027-05-22T03:00:00Z'));
    expect((await post(`visit/${createdVisit.id}`, { total_fb: '5', remark: 'Audited' })).status).toBe(200);
  });

  test('is posted and visible where another hotel’s member came; the member is not visible', async () => {
    const { region, hotels } = await createPlace(db, 2);
    const clerk = await createUser(db, {
      level: 'property',
      assignments: [{ region_id: region, restrict_hotel_id: hotels[0] ?? 0 }],
    });
    const { id: member_id, email } = await inputs.create(getResource('member'));
    expectInvalid(await visit({ hotel_id: hotels[0], member_id, visit_date }, clerk.token), 'member_id');
    await call(app, clerk.token, 'GET', `/api/voucher_redeem/counter?q=${encodeURIComponent(String(email))}`);
    const reply = await visit({ hotel_id: hotels[0], member_id, visit_date }, clerk.token);
    expect(reply.status, reply.text).toBe(201);
    const readReply = await call(app, clerk.token, 'GET', `/api/visit/${parseWritten(reply).id}`);
    expect(parseRecord(getResource('visit'), readReply)).toMatchObject({ member_id });
    expect((await call(app, clerk.token, 'GET', `/api/member/${member_id}`)).status).toBe(404);
    expectInvalid(await visit({ hotel_id: hotels[1], member_id, visit_date }, clerk.token), 'hotel_id');
  });
});
