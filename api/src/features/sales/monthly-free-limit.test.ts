import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { expectError } from '../../testing/expectations.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { createInputs } from '../../testing/inputs.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createHotel, createBaseRecords } from '../../testing/base-records.ts';

/** Free memberships count in the month in which they were given, and in the month of the entered day. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
await sql`update option_detail set value = '2' where code = 'per-month'`.execute(db.kysely);
const lastMonth = new Date(Date.now() - 30 * 86_400_000).toISOString();

test('free memberships given on days of two months both count in the current month', async () => {
  const hotel_id = await createHotel(db, fixtures.country);
  expect((await fixtures.give({ hotel_id })).status).toBe(201);
  expect((await fixtures.give({ hotel_id, transaction_date: lastMonth })).status).toBe(201);
  expectError(await fixtures.give({ hotel_id, transaction_date: lastMonth }), 409, 'approval_needed');
  expectError(await fixtures.give({ hotel_id }), 409, 'approval_needed');
});

test('free memberships keep their number in a past month, and a cancelled one frees a place', async () => {
  const hotel_id = await createHotel(db, fixtures.country);
  const given = [
    await fixtures.give({ hotel_id, transaction_date: lastMonth }),
    await fixtures.give({ hotel_id, transaction_date: lastMonth }),
  ];
  const ids = given.map(({ body }) => body.data.transaction.id);
  await sql`alter table transaction disable trigger user`.execute(db.kysely);
  await sql`update transaction set created_at = ${lastMonth}::timestamptz where id = any(${ids}::bigint[])`.execute(
    db.kysely,
  );
  await sql`alter table transaction enable trigger user`.execute(db.kysely);
  expectError(await fixtures.give({ hotel_id, transaction_date: lastMonth }), 409, 'approval_needed');
  expect((await fixtures.give({ hotel_id })).status).toBe(201);
  await call(app, admin.token, 'DELETE', `/api/transaction/${ids[0]}`, { body: { reason: 'A test' } });
  expect((await fixtures.give({ hotel_id, transaction_date: lastMonth })).status).toBe(201);
});

test('free memberships can be restored if their month has room', async () => {
  const hotel_id = await createHotel(db, fixtures.country);
  const give = async () => (await fixtures.give({ hotel_id })).body.data.transaction.id;
  const cancel = (id: number) =>
    call(app, admin.token, 'DELETE', `/api/transaction/${id}`, { body: { reason: 'A test' } });
  const restore = (id: number) => call(app, admin.token, 'POST', `/api/transaction/${id}/restore`);
  const [first] = [await give(), await give()];
  await cancel(first);
  const third = await give();
  expect(expectError(await restore(first), 409, 'conflict').message).toContain(
    '2 complimentary memberships this month',
  );
  await cancel(third);
  const reply = await restore(first);
  expect(reply.status, reply.text).toBe(200);
});

test('free memberships can be restored by one call within the number of their month', async () => {
  const hotel_id = await createHotel(db, fixtures.country);
  const give = async () => (await fixtures.give({ hotel_id })).body.data.transaction.id;
  const ids = [await give(), await give()];
  const post = (path: string, body: object) =>
    call<{ data: unknown }>(app, admin.token, 'POST', `/api/transaction/${path}`, { body: { ids, ...body } });
  expect((await post('destroyBulk', { reason: 'A test' })).status).toBe(200);
  const third = await give();
  expect((await post('restoreBulk', { dry_run: 1 })).body.data).toMatchObject({ restored: 1, rejected: [ids[1]] });
  expectError(await post('restoreBulk', {}), 409, 'conflict');
  await call(app, admin.token, 'DELETE', `/api/transaction/${third}`, { body: { reason: 'A test' } });
  expect((await post('restoreBulk', {})).status).toBe(200);
});
