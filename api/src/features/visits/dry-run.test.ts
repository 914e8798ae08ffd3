import { resources, webhookEvents } from '@innkeeper/contract';
import { type CallDefinition, integrationCalls } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readDatabaseState } from '../../testing/database-state.ts';
import { call } from '../../testing/call.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { createSystem } from '../../testing/system.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/** A system in test mode writes nothing by any of its calls; a live system writes by each of them. */

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
const system = await createSystem(api, baseRecords.hotel);
/** Switches the test mode of the only system: a second system could not void the redemptions of the first one. */
const setTestMode = (isTest: boolean) =>
  sql`update integration set is_test = ${isTest} where id = ${system.id}`.execute(db.kysely);

let bills = 0;
const bill = (over: object = {}) => ({
  card_no: guestCard.sbec_no,
  reference_no: `T-${(bills += 1)}`,
  total_fb: '120000',
  staff_name: 'Till 3',
  ...over,
});
const unknown = () => bill({ card_no: 'nobody 0000 0000' });
const redeemed = async () => {
  const { voucher_no } = await voucher({ member_card_id: guestCard.id });
  return { voucher_no, booking_no: 'R-1', staff_name: 'Till 3' };
};
/** Requests of each writing call, by its name. */
const requests: Readonly<Record<string, () => Promise<readonly (readonly [path: string, body: object])[]>>> = {
  'POST /integration/v1/visits': async () => [
    ['visits', bill()],
    ['visits?hold=1', unknown()],
  ],
  'POST /integration/v1/visits/batch': async () => [['visits/batch?hold=1', { visits: [bill(), unknown()] }]],
  'POST /integration/v1/redemptions': async () => [['redemptions', await redeemed()]],
  'DELETE /integration/v1/redemptions/{id}': async () => {
    const made = await system.request('POST', 'redemptions', await redeemed());
    return [[`redemptions/${made.body.data.id}`, { reason: 'Typed twice' }]];
  },
};
const written = Object.entries<CallDefinition>(integrationCalls).flatMap(([name, { write }]) => (write ? [name] : []));

/** Records, audit log, row counts, stored responses, jobs and webhook events. */
const everything = async () => {
  const { rows } = await sql`
    select (select count(*) from graphile_worker._private_jobs) as jobs, (select count(*) from webhook_event) as events,
           (select count(*) from held_posting) as held`.execute(db.kysely);
  return { state: await readDatabaseState(db), rows };
};

test('every call that writes is tested here', () => {
  expect(Object.keys(requests).sort()).toEqual(written.toSorted());
});

test.each(Object.keys(requests))('%s in test mode returns a normal response, and writes nothing', async (name) => {
  const body = { name: 'Accounting', url: 'https://pms.hotel.example/in', is_active: 1 };
  const events = Object.fromEntries(webhookEvents.map((event) => [event.replace('.', '_'), 1]));
  expect((await call(app, admin.token, 'POST', '/api/webhook', { body: { ...body, ...events } })).status).toBe(201);
  const method = name.startsWith('DELETE') ? 'DELETE' : 'POST';
  for (const [path, sent] of (await requests[name]?.()) ?? []) {
    await setTestMode(true);
    const before = await everything();
    const tried = await system.request(method, path, sent);
    expect(tried.status, tried.text).toBeLessThan(300);
    expect(await everything(), path).toEqual(before);
    await setTestMode(false);
    const done = await system.request(method, path, sent);
    expect([done.status, Object.keys(done.body.data)]).toEqual([tried.status, Object.keys(tried.body.data)]);
    expect(await everything(), path).not.toEqual(before);
  }
});
