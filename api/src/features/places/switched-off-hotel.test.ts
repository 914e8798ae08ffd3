import { resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { csvFile, upload } from '../../engine/import-export/table-helpers.ts';
import { parseWritten } from '../../testing/responses.ts';
import { type Reply, call } from '../../testing/call.ts';
import { expectError } from '../../testing/expectations.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createSystem } from '../../testing/system.ts';
import { createUser } from '../../testing/user.ts';
import { createHotel, createBaseRecords } from '../../testing/base-records.ts';

/** A hotel that is inactive accepts nothing new; its existing records can still be corrected. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const { post, visit } = createProgramme(api, admin, inputs, fixtures.h1);
/** An inactive hotel with a member, a bill, a transaction and a visit from its active time. */
const inactiveHotel = await createHotel(db, fixtures.country);
const before = (await fixtures.sell({ hotel_id: inactiveHotel })).body.data;
const [voucher, otherVoucher] = before.member_vouchers;
const redemption = await fixtures.redeem(voucher, inactiveHotel);
const postedVisit = await visit({ member_id: before.member.id, hotel_id: inactiveHotel });
const localUser = await createUser(db, {
  level: 'property',
  assignments: [{ region_id: fixtures.r1, restrict_hotel_id: inactiveHotel }],
});
const createBillInput = async (overrides: Input = {}) => ({
  hotel_id: inactiveHotel,
  transaction_type_id: await fixtures.findOptionDetail('transaction-type', '4'),
  ...overrides,
});
const billReply = await post('transaction', await createBillInput());
const system = await createSystem(api, inactiveHotel);
expect((await post(`hotel/${inactiveHotel}`, { is_active: 0 })).status).toBe(200);

const createGuestInput = async () => ({
  ...(await fixtures.createGuestInput()),
  hotel_id: inactiveHotel,
  membership_id: fixtures.gold,
  is_active: 1,
});
const createVisitBody = (referenceNo: string): Input => ({
  hotel_id: inactiveHotel,
  member_id: before.member.id,
  reference_no: referenceNo,
  total_fb: '100000',
  staff_name: 'Ayu',
});
const importRow = async (key: string, fields: Input, options = {}) =>
  upload(app, admin.token, key, csvFile([Object.keys(fields), Object.values(fields).map(String)]), options);

const ENTRY_POINTS: Readonly<Record<string, () => Promise<Reply<unknown>>>> = {
  'a new member': async () => post('member', await createGuestInput()),
  'a new member by a file': async () => importRow('member', await createGuestInput()),
  'a new member by the dry run of a file': async () => importRow('member', await createGuestInput(), { dry_run: '1' }),
  'a member of another hotel': async () =>
    post(`member/${(await fixtures.sell()).body.data.member.id}`, { hotel_id: inactiveHotel }),
  'a sale': () => fixtures.sell({ hotel_id: inactiveHotel }),
  'a free membership': () => fixtures.giveMembership({ hotel_id: inactiveHotel }),
  'a bill of another kind': async () => post('transaction', await createBillInput()),
  'a bill of another kind by its only user': async () =>
    post('transaction', await createBillInput({ hotel_id: undefined }), localUser.token),
  'a card': async () =>
    post('member_card', {
      member_id: (await inputs.create(resources.member)).id,
      membership_id: fixtures.gold,
      hotel_id: inactiveHotel,
      start_date: await fixtures.dayFromNow(0),
      end_date: await fixtures.dayFromNow(10),
      is_active: 1,
      remark: 'On paper',
    }),
  'a redemption': async () =>
    post('voucher_redeem', {
      member_voucher_id: otherVoucher?.id,
      redeem_hotel_id: inactiveHotel,
      redeem_date: new Date().toISOString(),
      booking_no: 'B',
      staff_name: 'Ayu',
    }),
  'a visit': () => post('visit', createVisitBody('V1')),
  'a visit by its only user': () => post('visit', createVisitBody('V2'), localUser.token),
  'a visit by a file': () => importRow('visit', createVisitBody('V3')),
  'a visit by the dry run of a file': () => importRow('visit', createVisitBody('V4'), { dry_run: '1' }),
};

test.each(Object.entries(ENTRY_POINTS))(
  'a switched-off hotel rejects %s with the error at the hotel',
  async (_, write) => {
    const reply = await write();
    expect(reply.text).toContain('inactive');
    expect(reply.text).toMatch(/hotel_id|"rejected":1/);
  },
);

test('a switched-off hotel rejects visits and redemptions of its own system', async () => {
  const replies = [
    await system.request('POST', 'visits', { ...createVisitBody('V5'), hotel_id: undefined }),
    await system.request('POST', 'redemptions', {
      voucher_no: otherVoucher?.voucher_no,
      booking_no: 'B',
      staff_name: 'Ayu',
    }),
  ];
  for (const reply of replies) expectError(reply, 401, 'unauthenticated');
});

test('a switched-off hotel keeps its records and allows corrections of them', async () => {
  expect((await post(`member/${before.member.id}`, { first_name: 'Sri' })).status).toBe(200);
  expect(
    (
      await post(`visit/${Number(postedVisit.body.data && (postedVisit.body.data as { id: number }).id)}`, {
        remark: 'Late',
      })
    ).status,
  ).toBe(200);
  const { id } = parseWritten(billReply);
  expect((await post('transaction_detail', { transaction_id: id, quantity: 1, unit_price: '5000' })).status).toBe(201);
  const deleteRecord = (path: string) =>
    call(app, admin.token, 'DELETE', `/api/${path}`, { body: { reason: 'A test' } });
  expect((await deleteRecord(`voucher_redeem/${redemption}`)).status).toBe(200);
  expect((await post(`voucher_redeem/${redemption}/restore`)).status).toBe(200);
});

test('a switched-off hotel accepts everything again after it is switched on', async () => {
  const hotel = await createHotel(db, fixtures.country);
  await sql`update hotel set is_active = false where id = ${hotel}`.execute(db.kysely);
  expect((await post('visit', { ...createVisitBody('V9'), hotel_id: hotel })).status).toBe(422);
  expect((await post(`hotel/${hotel}`, { is_active: 1 })).status).toBe(200);
  expect((await post('visit', { ...createVisitBody('V9'), hotel_id: hotel })).status).toBe(201);
});
