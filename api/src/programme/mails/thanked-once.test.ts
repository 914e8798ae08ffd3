import { resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/programme.ts';
import { createSystem } from '../../testing/system.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createCountry, createHotel, createRegion, createWorld } from '../../testing/world.ts';
import { enterOrders } from './order.ts';

/** A guest with several bills of one day is thanked once by each hotel. */

const RACERS = 10;
const api = await startTestApp({ connections: RACERS, isMailQueued: true });
const { db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createWorld(db));
// At this moment it is the 22nd in Jayapura, and still the 21st in Jakarta.
api.setClock(new Date('2026-05-21T15:30:00Z'));
const region = await createRegion(db);
const jayapura = await createHotel(db, await createCountry(db, region, 'Asia/Jayapura'));
const jakarta = await createHotel(db, await createCountry(db, region, 'Asia/Jakarta'));
const { visit, remove } = createProgramme(api, admin, inputs, jayapura);

const newGuest = () => inputs.create(resources.member, { hotel_id: jayapura, all_notification: 1 });
async function thanksTo(memberId: number): Promise<number> {
  await enterOrders(db);
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from mail_log l join option_detail d on d.id = l.mail_type_id
    where l.member_id = ${memberId} and d.code = 'visit-thank-you'`.execute(db.kysely);
  return rows[0]?.n ?? 0;
}
async function stay(memberId: number, hotel_id: number, visit_date: string, more: Input = {}) {
  const reply = await visit({ member_id: memberId, hotel_id, visit_date, remark: 'Posted late', ...more });
  expect(reply.status, reply.text).toBe(201);
  return Number(Object(Object(reply.body)['data'])['id']);
}

test('three bills of a day are one mail, of each hotel and by its own days', async () => {
  const { id } = await newGuest();
  // All three on the 21st in Jakarta; of those in Jayapura the last one is on the 22nd.
  for (const at of ['2026-05-21 03:00:00', '2026-05-21 14:59:00', '2026-05-21 15:10:00']) {
    await stay(id, jakarta, at);
    await stay(id, jayapura, at);
  }
  expect(await thanksTo(id)).toBe(3);
});

test('bills that come at the same moment are one mail', async () => {
  const { id } = await newGuest();
  await Promise.all(Array.from({ length: RACERS }, () => stay(id, jakarta, '2026-05-21 03:00:00')));
  expect(await thanksTo(id)).toBe(1);
});

test('a bill without an amount is no mail, and the first one that has an amount is', async () => {
  const { id } = await newGuest();
  await stay(id, jakarta, '2026-05-21 03:00:00', { total_fb: null });
  expect(await thanksTo(id)).toBe(0);
  await stay(id, jakarta, '2026-05-21 04:00:00');
  expect(await thanksTo(id)).toBe(1);
});

test('a bill that was deleted and posted again is no second mail, whether the first one has gone or not', async () => {
  for (const hasGone of [false, true]) {
    const { id } = await newGuest();
    const first = await stay(id, jakarta, '2026-05-21 03:00:00');
    if (hasGone) expect(await thanksTo(id)).toBe(1);
    await remove('visit', first);
    await stay(id, jakarta, '2026-05-21 04:00:00');
    expect(await thanksTo(id)).toBe(1);
  }
});

test('bills that a hotel’s own system posts together bring one mail a day', async () => {
  const { id } = await newGuest();
  const system = await createSystem(api, jayapura);
  const bill = (n: number, day: number) => ({
    member_id: id,
    reference_no: `T-${n}`,
    total_fb: '120000',
    staff_name: 'POS 3',
    visit_date: `2026-05-${day} 00:20:00`,
  });
  const lines = [bill(1, 21), bill(2, 21), bill(3, 22), bill(4, 22)];
  const reply = await system.ask('POST', 'visits/batch', { visits: lines });
  expect(reply.status, reply.text).toBe(200);
  expect(Object(reply.body)['meta']).toMatchObject({ created: 4 });
  expect(await thanksTo(id)).toBe(2);
});
