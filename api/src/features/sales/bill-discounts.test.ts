import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { csvFile, upload } from '../../engine/import-export/table-helpers.ts';
import { parseWritten } from '../../testing/responses.ts';
import { type Reply, call } from '../../testing/call.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/** The discount of a bill stays within the limit of the role group, whatever happens to its lines. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const clerk = await createUser(db, {
  level: 'property',
  assignments: [{ region_id: fixtures.r1, restrict_hotel_id: fixtures.h1 }],
});
const send = (method: 'POST' | 'DELETE', path: string, body: Input = {}, token = clerk.token) =>
  call(app, token, method, `/api/${path}`, { body });
const create = async (key: string, body: Input) => parseWritten(await send('POST', key, body)).id;

/** A bill of 1,000,000 in two lines, with a discount of a quarter by the clerk. */
async function createBill() {
  const id = await create('transaction', {
    hotel_id: fixtures.h1,
    transaction_type_id: await fixtures.findOptionDetail('transaction-type', '4'),
  });
  const bigLine = await create('transaction_detail', { transaction_id: id, quantity: 1, unit_price: '700000' });
  const smallLine = await create('transaction_detail', { transaction_id: id, quantity: 3, unit_price: '100000' });
  expect((await send('POST', `transaction/${id}`, { discount: '250000' })).status).toBe(200);
  return { id, big: bigLine, small: smallLine };
}
const readSubTotal = async (id: number) => {
  const { rows } = await sql<{ sum: string }>`select sub_total::text as sum from transaction where id = ${id}`.execute(
    db.kysely,
  );
  return rows[0]?.sum;
};
type Bill = Awaited<ReturnType<typeof createBill>>;
/** Each way to reduce the sum. */
const ENTRY_POINTS: Readonly<Record<string, (bill: Bill, token?: string) => Promise<Reply<unknown>>>> = {
  'a smaller price': ({ big }, token) => send('POST', `transaction_detail/${big}`, { unit_price: '600000' }, token),
  'a smaller quantity': ({ small }, token) => send('POST', `transaction_detail/${small}`, { quantity: 1 }, token),
  'a deleted line': ({ small }, token) => send('DELETE', `transaction_detail/${small}`, {}, token),
  'a bulk delete': ({ small }, token) => send('POST', 'transaction_detail/destroyBulk', { ids: [small] }, token),
  'a bulk edit': ({ big }, token) =>
    send('POST', 'transaction_detail/updateBulk', { ids: [big], set: { unit_price: '600000' } }, token),
  'the dry run of a bulk edit': ({ big }, token) =>
    send('POST', 'transaction_detail/updateBulk', { ids: [big], set: { unit_price: '600000' }, dry_run: 1 }, token),
  'an import': ({ big }, token = clerk.token) =>
    upload(
      app,
      token,
      'transaction_detail',
      csvFile([
        ['id', 'unit_price'],
        [big, '600000'],
      ]),
    ),
  'the dry run of an import': ({ big }, token = clerk.token) =>
    upload(
      app,
      token,
      'transaction_detail',
      csvFile([
        ['id', 'unit_price'],
        [big, '600000'],
      ]),
      { dry_run: '1' },
    ),
  'a line moved to another bill': async ({ small }, token) =>
    send('POST', `transaction_detail/${small}`, { transaction_id: (await createBill()).id }, token),
  'a negative line': ({ id }, token) =>
    send('POST', 'transaction_detail', { transaction_id: id, quantity: 1, unit_price: '-1000' }, token),
};

test.each(Object.entries(ENTRY_POINTS))('the discount of a bill is checked again for %s', async (name, applyChange) => {
  const sale = await createBill();
  const reply = await applyChange(sale);
  expect(reply.text).toMatch(name === 'a negative line' ? /unit_price|limit is 25 %/ : /limit is 25 %/);
  expect(await readSubTotal(sale.id)).toBe('1000000.000');
  if (name === 'a negative line') return;
  const allowedReply = await applyChange(sale, admin.token);
  expect(allowedReply.text).not.toContain('up to');
});

test('the discount of a deleted bill is checked when a line is restored with other values', async () => {
  const { id, big } = await createBill();
  expect((await send('DELETE', `transaction/${id}`, { reason: 'A test' }, admin.token)).status).toBe(200);
  await sql`update transaction_detail set unit_price = 300000 where id = ${big}`.execute(db.kysely);
  const restoreReply = await send('POST', `transaction/${id}/restore`, {}, admin.token);
  expect(restoreReply.status, restoreReply.text).toBe(200);
  const laterReply = await send('POST', `transaction_detail/${big}`, { unit_price: '200000' });
  expect(laterReply.text).toContain('limit is 25 %');
});

test('a discount that another user gave may exceed the limit when the bill grows', async () => {
  const { id, big } = await createBill();
  expect((await send('POST', `transaction/${id}`, { discount: '500000' }, admin.token)).status).toBe(200);
  expect((await send('POST', `transaction_detail/${big}`, { unit_price: '710000' })).status).toBe(200);
  expect((await send('POST', `transaction_detail/${big}`, { unit_price: '700000' })).text).toContain('limit is 25 %');
});
