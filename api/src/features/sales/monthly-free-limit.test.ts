import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { expectError } from '../../testing/expectations.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { createInputs } from '../../testing/inputs.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createHotel, createBaseRecords } from '../../testing/base-records.ts';

/** A free membership counts in the month when it was entered and in the month of its day. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
await sql`update option_detail set value = '2' where code = 'per-month'`.execute(db.kysely);
const lastMonth = new Date(Date.now() - 30 * 86_400_000).toISOString();

test('free memberships given on days of two months both count in the current month', async () => {
  const hotel_id = await createHotel(db, fixtures.country);
  expect((await fixtures.giveMembership({ hotel_id })).status).toBe(201);
  expect((await fixtures.giveMembership({ hotel_id, transaction_date: lastMonth })).status).toBe(201);
  expectError(await fixtures.giveMembership({ hotel_id, transaction_date: lastMonth }), 409, 'approval_needed');
  expectError(await fixtures.giveMembership({ hotel_id }), 409, 'approval_needed');
});

test('the limit of free memberships also applies to a past month, and excludes cancelled ones', async () => {
  const hotel_id = await createHotel(db, fixtures.country);
  const freeMembership = [
    await fixtures.giveMembership({ hotel_id, transaction_date: lastMonth }),
    await fixtures.giveMembership({ hotel_id, transaction_date: lastMonth }),
  ];
  const ids = freeMembership.map(({ body }) => body.data.transaction.id);
  await sql`alter table transaction disable trigger user`.execute(db.kysely);
  await sql`update transaction set created_at = ${lastMonth}::timestamptz where id = any(${ids}::bigint[])`.execute(
    db.kysely,
  );
  await sql`alter table transaction enable trigger user`.execute(db.kysely);
  expectError(await fixtures.giveMembership({ hotel_id, transaction_date: lastMonth }), 409, 'approval_needed');
  expect((await fixtures.giveMembership({ hotel_id })).status).toBe(201);
  await call(app, admin.token, 'DELETE', `/api/transaction/${ids[0]}`, { body: { reason: 'A test' } });
  expect((await fixtures.giveMembership({ hotel_id, transaction_date: lastMonth })).status).toBe(201);
});

test('free memberships can be restored within the limit of their month', async () => {
  const hotel_id = await createHotel(db, fixtures.country);
  const giveMembership = async () => (await fixtures.giveMembership({ hotel_id })).body.data.transaction.id;
  const cancel = (id: number) =>
    call(app, admin.token, 'DELETE', `/api/transaction/${id}`, { body: { reason: 'A test' } });
  const restoreSale = (id: number) => call(app, admin.token, 'POST', `/api/transaction/${id}/restore`);
  const [first] = [await giveMembership(), await giveMembership()];
  await cancel(first);
  const thirdSale = await giveMembership();
  expect(expectError(await restoreSale(first), 409, 'conflict').message).toContain(
    '2 complimentary memberships this month',
  );
  await cancel(thirdSale);
  const reply = await restoreSale(first);
  expect(reply.status, reply.text).toBe(200);
});

test('one call can restore free memberships up to the limit of their month', async () => {
  const hotel_id = await createHotel(db, fixtures.country);
  const giveMembership = async () => (await fixtures.giveMembership({ hotel_id })).body.data.transaction.id;
  const ids = [await giveMembership(), await giveMembership()];
  const post = (path: string, body: object) =>
    call<{ data: unknown }>(app, admin.token, 'POST', `/api/transaction/${path}`, { body: { ids, ...body } });
  expect((await post('destroyBulk', { reason: 'A test' })).status).toBe(200);
  const thirdSale = await giveMembership();
  expect((await post('restoreBulk', { dry_run: 1 })).body.data).toMatchObject({ restored: 1, rejected: [ids[1]] });
  expectError(await post('restoreBulk', {}), 409, 'conflict');
  await call(app, admin.token, 'DELETE', `/api/transaction/${thirdSale}`, { body: { reason: 'A test' } });
  expect((await post('restoreBulk', {})).status).toBe(200);
});
