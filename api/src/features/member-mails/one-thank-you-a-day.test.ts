import { resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { createSystem } from '../../testing/system.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createCountry, createHotel, createRegion, createBaseRecords } from '../../testing/base-records.ts';
import { processDeferredOrders } from './queue-mails.ts';

/** A guest with several bills on one day gets one thank-you mail from each hotel. */

const RACERS = 10;
const api = await startTestApp({ connections: RACERS, isMailQueued: true });
const { db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
// At this time it is the 22nd in Jayapura and still the 21st in Jakarta.
api.setClock(new Date('2026-05-21T15:30:00Z'));
const region = await createRegion(db);
const jayapura = await createHotel(db, await createCountry(db, region, 'Asia/Jayapura'));
const jakarta = await createHotel(db, await createCountry(db, region, 'Asia/Jakarta'));
const { visit, remove } = createProgramme(api, admin, inputs, jayapura);

const createGuest = () => inputs.create(resources.member, { hotel_id: jayapura, all_notification: 1 });
async function countThankYous(memberId: number): Promise<number> {
  await processDeferredOrders(db);
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from mail_log l join option_detail d on d.id = l.mail_type_id
    where l.member_id = ${memberId} and d.code = 'visit-thank-you'`.execute(db.kysely);
  return rows[0]?.n ?? 0;
}
async function postStay(memberId: number, hotel_id: number, visit_date: string, overrides: Input = {}) {
  const reply = await visit({ member_id: memberId, hotel_id, visit_date, remark: 'Posted late', ...overrides });
  expect(reply.status, reply.text).toBe(201);
  return Number(Object(Object(reply.body)['data'])['id']);
}

test('three bills on one day cause one mail per hotel, by its local day', async () => {
  const { id } = await createGuest();
  // All three are on the 21st in Jakarta; in Jayapura the last one is on the 22nd.
  for (const moment of ['2026-05-21 03:00:00', '2026-05-21 14:59:00', '2026-05-21 15:10:00']) {
    await postStay(id, jakarta, moment);
    await postStay(id, jayapura, moment);
  }
  expect(await countThankYous(id)).toBe(3);
});

test('concurrent bills cause one mail', async () => {
  const { id } = await createGuest();
  await Promise.all(Array.from({ length: RACERS }, () => postStay(id, jakarta, '2026-05-21 03:00:00')));
  expect(await countThankYous(id)).toBe(1);
});

test('a bill without an amount causes no mail; the first one with an amount does', async () => {
  const { id } = await createGuest();
  await postStay(id, jakarta, '2026-05-21 03:00:00', { total_fb: null });
  expect(await countThankYous(id)).toBe(0);
  await postStay(id, jakarta, '2026-05-21 04:00:00');
  expect(await countThankYous(id)).toBe(1);
});

test('a bill that is deleted and posted again causes no second mail, whether or not one was sent', async () => {
  for (const wasSent of [false, true]) {
    const { id } = await createGuest();
    const first = await postStay(id, jakarta, '2026-05-21 03:00:00');
    if (wasSent) expect(await countThankYous(id)).toBe(1);
    await remove('visit', first);
    await postStay(id, jakarta, '2026-05-21 04:00:00');
    expect(await countThankYous(id)).toBe(1);
  }
});

test('bills that a hotel’s own system posts in a batch cause one mail per day', async () => {
  const { id } = await createGuest();
  const system = await createSystem(api, jayapura);
  const createBillInput = (n: number, day: number) => ({
    member_id: id,
    reference_no: `T-${n}`,
    total_fb: '120000',
    staff_name: 'POS 3',
    visit_date: `2026-05-${day} 00:20:00`,
  });
  const lines = [createBillInput(1, 21), createBillInput(2, 21), createBillInput(3, 22), createBillInput(4, 22)];
  const reply = await system.request('POST', 'visits/batch', { visits: lines });
  expect(reply.status, reply.text).toBe(200);
  expect(Object(reply.body)['meta']).toMatchObject({ created: 4 });
  expect(await countThankYous(id)).toBe(2);
});
