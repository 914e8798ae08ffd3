import { randomUUID } from 'node:crypto';
import { resources } from '@innkeeper/contract';
import { expect, test } from 'vitest';
import { readDatabaseState } from '../../testing/database-state.ts';
import { call } from '../../testing/call.ts';
import { expectError } from '../../testing/expectations.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createPlace } from '../../testing/places.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { createSystem } from '../../testing/system.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/** Malformed requests of hotels' own systems: each gets the contract's error, and nothing is written. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const [ownHotel = 0, otherHotel = 0] = (await createPlace(db, 2)).hotels;
const { voucher, card } = createProgramme(api, admin, inputs, ownHotel);
const createGuestOf = async (hotel: number) => {
  const guest = await inputs.create(resources.member, { hotel_id: hotel, register_hotel_id: hotel });
  const guestCard = await card({ member_id: guest.id, hotel_id: hotel });
  return { guest, guestCard, benefit: await voucher({ member_card_id: guestCard.id }) };
};
const ownGuest = await createGuestOf(ownHotel);
const foreignGuest = await createGuestOf(otherHotel);
const { request, token } = await createSystem(api, ownHotel);
const reply = await request('POST', 'redemptions', {
  voucher_no: ownGuest.benefit.voucher_no,
  booking_no: 'R-1',
  staff_name: 'Till 3',
});
const bill = { member_id: ownGuest.guest.id, reference_no: 'F-1', total_fb: '1000', staff_name: 'Till 3' };
const MB = 1024 * 1024;

const send = (path: string, body: string, type: string) =>
  call(app, token, path.startsWith('redemptions/') ? 'DELETE' : 'POST', `/integration/v1/${path}`, {
    body,
    headers: { 'content-type': type, 'idempotency-key': randomUUID() },
  });
const WRITE_PATHS = ['visits', 'visits/batch', 'redemptions', `redemptions/${reply.body.data.id}`];

test.each(WRITE_PATHS)(
  'a malformed body to %s is rejected with the matching error, and nothing is written',
  async (path) => {
    const before = await readDatabaseState(db);
    for (const invalidBody of ['{', '{"reference_no":', '[]', '"bill"', '{"a":1}}'])
      expectError(await send(path, invalidBody, 'application/json'), 400, 'bad_request');
    expectError(await send(path, JSON.stringify({ remark: 'x'.repeat(MB) }), 'application/json'), 413, 'too_large');
    expectError(await send(path, '<bill/>', 'application/xml'), 415, 'unsupported_media_type');
    const unknownError = expectError(await send(path, '{"nonsense":1}', 'application/json'), 422, 'validation_failed');
    expect(unknownError.errors).toMatchObject({ nonsense: [expect.any(String)] });
    expect(await readDatabaseState(db)).toEqual(before);
  },
);

test('fields of wrong types and ids of other hotels are named in the error, and nothing is written', async () => {
  const before = await readDatabaseState(db);
  for (const [field, values] of Object.entries({
    member_id: ['x', 1.5, -1, {}, foreignGuest.guest.id, 999_999_999],
    hotel_id: ['x', otherHotel, 999_999_999],
    card_no: [7, [], 'x'.repeat(300)],
    reference_no: [{}, 7, '', 'x'.repeat(300), null],
    total_fb: ['much', '1,5', '-1', '1.2345', {}, '1'.repeat(40)],
    visit_date: ['yesterday', 1, '2026-02-30 10:00:00', '2999-01-01 00:00:00'],
    staff_name: [7, [], ''],
  }))
    for (const value of values) {
      const reply = await request('POST', 'visits', { ...bill, [field]: value });
      expect(
        [reply.status, Object.keys(JSON.parse(reply.text).errors ?? {})],
        `${field} ${JSON.stringify(value)}`,
      ).toEqual([422, [field]]);
      for (const hiddenValue of [foreignGuest.guest.first_name, foreignGuest.guestCard.sbec_no])
        expect(reply.text).not.toContain(hiddenValue);
    }
  for (const [field, value] of Object.entries({
    member_voucher_id: foreignGuest.benefit.id,
    redeem_hotel_id: otherHotel,
    redeem_date: 'soon',
    booking_no: {},
  })) {
    const body = { booking_no: 'R-2', staff_name: 'Till 3', [field]: value };
    const requestBody = field === 'member_voucher_id' ? body : { ...body, voucher_no: ownGuest.benefit.voucher_no };
    const reply = await request('POST', 'redemptions', requestBody);
    expect([reply.status, Object.keys(JSON.parse(reply.text).errors ?? {})], field).toEqual([422, [field]]);
    expect(reply.text).not.toContain(String(foreignGuest.benefit.voucher_no));
  }
  expectError(await request('GET', `members/${foreignGuest.guest.id}/vouchers`), 404, 'record_not_found');
  expectError(await request('DELETE', 'redemptions/999999999', { reason: 'Typed twice' }), 404, 'record_not_found');
  expect(await readDatabaseState(db)).toEqual(before);
});
