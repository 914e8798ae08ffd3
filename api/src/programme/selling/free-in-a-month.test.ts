import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { expectError } from '../../testing/expectations.ts';
import { createHouse } from '../../testing/house.ts';
import { createInputs } from '../../testing/inputs.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createHotel, createWorld } from '../../testing/world.ts';

/** The free memberships of a month are counted by the moment at which they were given, and by the day that was typed. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createWorld(db));
const house = await createHouse(api, admin, inputs);
await sql`update option_detail set value = '2' where code = 'per-month'`.execute(db.kysely);
const lastMonth = new Date(Date.now() - 30 * 86_400_000).toISOString();

test('given on days of two months they are those of the present one', async () => {
  const hotel_id = await createHotel(db, house.country);
  expect((await house.give({ hotel_id })).status).toBe(201);
  expect((await house.give({ hotel_id, transaction_date: lastMonth })).status).toBe(201);
  expectError(await house.give({ hotel_id, transaction_date: lastMonth }), 409, 'approval_needed');
  expectError(await house.give({ hotel_id }), 409, 'approval_needed');
});

test('of a month that is over stay as many as it had, and a cancelled one leaves room', async () => {
  const hotel_id = await createHotel(db, house.country);
  const given = [
    await house.give({ hotel_id, transaction_date: lastMonth }),
    await house.give({ hotel_id, transaction_date: lastMonth }),
  ];
  const ids = given.map(({ body }) => body.data.transaction.id);
  await sql`alter table transaction disable trigger user`.execute(db.kysely);
  await sql`update transaction set created_at = ${lastMonth}::timestamptz where id = any(${ids}::bigint[])`.execute(
    db.kysely,
  );
  await sql`alter table transaction enable trigger user`.execute(db.kysely);
  expectError(await house.give({ hotel_id, transaction_date: lastMonth }), 409, 'approval_needed');
  expect((await house.give({ hotel_id })).status).toBe(201);
  await call(app, admin.token, 'DELETE', `/api/transaction/${ids[0]}`, { body: { reason: 'A test' } });
  expect((await house.give({ hotel_id, transaction_date: lastMonth })).status).toBe(201);
});

test('a cancelled one comes back where its month has room', async () => {
  const hotel_id = await createHotel(db, house.country);
  const give = async () => (await house.give({ hotel_id })).body.data.transaction.id;
  const cancel = (id: number) =>
    call(app, admin.token, 'DELETE', `/api/transaction/${id}`, { body: { reason: 'A test' } });
  const restore = (id: number) => call(app, admin.token, 'POST', `/api/transaction/${id}/restore`);
  const [first] = [await give(), await give()];
  await cancel(first);
  const third = await give();
  expect(expectError(await restore(first), 409, 'conflict').message).toContain('2 free memberships this month');
  await cancel(third);
  const reply = await restore(first);
  expect(reply.status, reply.text).toBe(200);
});

test('cancelled ones that are restored by one call come back within the number of their month', async () => {
  const hotel_id = await createHotel(db, house.country);
  const give = async () => (await house.give({ hotel_id })).body.data.transaction.id;
  const ids = [await give(), await give()];
  const post = (deed: string, body: object) =>
    call<{ data: unknown }>(app, admin.token, 'POST', `/api/transaction/${deed}`, { body: { ids, ...body } });
  expect((await post('destroyBulk', { reason: 'A test' })).status).toBe(200);
  const third = await give();
  expect((await post('restoreBulk', { dry_run: 1 })).body.data).toMatchObject({ restored: 1, refused: [ids[1]] });
  expectError(await post('restoreBulk', {}), 409, 'conflict');
  await call(app, admin.token, 'DELETE', `/api/transaction/${third}`, { body: { reason: 'A test' } });
  expect((await post('restoreBulk', {})).status).toBe(200);
});
