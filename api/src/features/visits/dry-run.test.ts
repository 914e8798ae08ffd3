import { resources, webhookEvents } from '@innkeeper/contract';
import { type CallDefinition, integrationCalls } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readDatabaseState } from '../../testing/database-state.ts';
import { call } from '../../testing/call.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { createSystem } from '../../testing/system.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/** No call of a system in test mode writes anything; each call of a live system does. */

const api = await startTestApp({ isMailQueued: true });
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const baseRecords = await createBaseRecords(db);
const inputs = createInputs(api, admin, baseRecords);
const { card, voucher } = createProgramme(api, admin, inputs, baseRecords.hotel);
const guest = await inputs.create(resources.member, {
  hotel_id: baseRecords.hotel,
  register_hotel_id: baseRecords.hotel,
});
const guestCard = await card({ member_id: guest.id, hotel_id: baseRecords.hotel });
const { gold, createGuestInput, findOptionDetail } = await createFixtures(api, admin, inputs);
const cash = await findOptionDetail('type-payment', 'cash');
const codes = ['STORE_MEMBER', 'STORE_TRANSACTION'];
const system = await createSystem(api, baseRecords.hotel, {}, { codes });
/** Sets the test mode of the only system, because a second one could not void the first one's redemptions. */
const setTestMode = (isTest: boolean) =>
  sql`update integration set is_test = ${isTest} where id = ${system.id}`.execute(db.kysely);

let bills = 0;
const createBillInput = (overrides: object = {}) => ({
  card_no: guestCard.sbec_no,
  reference_no: `T-${(bills += 1)}`,
  total_fb: '120000',
  staff_name: 'Till 3',
  ...overrides,
});
const createUnknownBill = () => createBillInput({ card_no: 'nobody 0000 0000' });
const createRedemptionBody = async () => {
  const { voucher_no } = await voucher({ member_card_id: guestCard.id });
  return { voucher_no, booking_no: 'R-1', staff_name: 'Till 3' };
};
/** Requests of each writing call, by its name. */
const requests: Readonly<Record<string, () => Promise<readonly (readonly [path: string, body: object])[]>>> = {
  'POST /integration/v1/visits': async () => [
    ['visits', createBillInput()],
    ['visits?hold=1', createUnknownBill()],
  ],
  'POST /integration/v1/visits/batch': async () => [
    ['visits/batch?hold=1', { visits: [createBillInput(), createUnknownBill()] }],
  ],
  'POST /integration/v1/redemptions': async () => [['redemptions', await createRedemptionBody()]],
  'DELETE /integration/v1/redemptions/{id}': async () => {
    const reply = await system.request('POST', 'redemptions', await createRedemptionBody());
    return [[`redemptions/${reply.body.data.id}`, { reason: 'Typed twice' }]];
  },
  'POST /integration/v1/members': async () => [['members', { membership_id: gold, ...(await createGuestInput()) }]],
  'POST /integration/v1/sales': async () => {
    const { id: member_id } = await inputs.create(resources.member, {
      hotel_id: baseRecords.hotel,
      register_hotel_id: baseRecords.hotel,
    });
    return [['sales', { type: 1, member_id, membership_id: gold, type_payment_id: cash, reference_no: 'S-1' }]];
  },
};
const writeCalls = Object.entries<CallDefinition>(integrationCalls).flatMap(([name, { write }]) =>
  write ? [name] : [],
);

/** Records, audit log, row counts, stored responses, jobs and webhook events. */
const readState = async () => {
  const { rows } = await sql`
    select (select count(*) from graphile_worker._private_jobs) as jobs, (select count(*) from webhook_event) as events,
           (select count(*) from held_posting) as held`.execute(db.kysely);
  return { state: await readDatabaseState(db), rows };
};

test('every call that writes is tested here', () => {
  expect(Object.keys(requests).sort()).toEqual(writeCalls.toSorted());
});

test.each(Object.keys(requests))('%s in test mode returns a normal response, and writes nothing', async (name) => {
  const body = { name: 'Accounting', url: 'https://pms.hotel.example/in', is_active: 1 };
  const events = Object.fromEntries(webhookEvents.map((event) => [event.replace('.', '_'), 1]));
  expect((await call(app, admin.token, 'POST', '/api/webhook', { body: { ...body, ...events } })).status).toBe(201);
  const method = name.startsWith('DELETE') ? 'DELETE' : 'POST';
  for (const [path, body] of (await requests[name]?.()) ?? []) {
    await setTestMode(true);
    const before = await readState();
    const dryRunReply = await system.request(method, path, body);
    expect(dryRunReply.status, dryRunReply.text).toBeLessThan(300);
    expect(await readState(), path).toEqual(before);
    await setTestMode(false);
    const reply = await system.request(method, path, body);
    expect([reply.status, Object.keys(reply.body.data)]).toEqual([
      dryRunReply.status,
      Object.keys(dryRunReply.body.data),
    ]);
    expect(await readState(), path).not.toEqual(before);
  }
});
