import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { csvFile, upload } from '../../engine/import-export/table-helpers.ts';
import { writtenIn } from '../../testing/responses.ts';
import { type Reply, call } from '../../testing/call.ts';
import { expectInvalid } from '../../testing/expectations.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createCountry, createHotel, createBaseRecords } from '../../testing/base-records.ts';

/** Entered amounts have at most the decimals of their currency, and unusually high bills need a remark. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const { post } = createProgramme(api, admin, inputs, fixtures.h1);
const { member } = (await fixtures.sell()).body.data;

let bills = 0;
const bill = (set: Input): Input => ({
  hotel_id: fixtures.h1,
  member_id: member.id,
  reference_no: `R${(bills += 1)}`,
  staff_name: 'Ayu',
  ...set,
});
const file = (key: string, fields: Input, options = {}) =>
  upload(app, admin.token, key, csvFile([Object.keys(fields), Object.values(fields).map(String)]), options);
/** A hotel whose currency has this many decimals. */
const hotelWith = async (decimals: number, usd_rate: string | null = '1.5'): Promise<number> => {
  const country = await createCountry(db, fixtures.r1);
  await sql`update country set decimals = ${decimals}, currency = 'EUR', usd_rate = ${usd_rate}
    where id = ${country}`.execute(db.kysely);
  return createHotel(db, country);
};
/** Every way to enter an amount of a bill. */
const ENTRY_POINTS: Readonly<Record<string, (set: Input) => Promise<Reply<unknown>>>> = {
  'a new bill': (set) => post('visit', bill(set)),
  'a file': (set) => file('visit', bill(set)),
  'the dry run of a file': (set) => file('visit', bill(set), { dry_run: '1' }),
  'another amount': async (set) => post(`visit/${writtenIn(await post('visit', bill({}))).id}`, set),
  'a bulk edit': async (set) => post('visit/updateBulk', { ids: [writtenIn(await post('visit', bill({}))).id], set }),
  'the dry run of a bulk edit': async (set) =>
    post('visit/updateBulk', { ids: [writtenIn(await post('visit', bill({}))).id], set, dry_run: 1 }),
};

test.each(Object.entries(ENTRY_POINTS))('a bill by %s must not have more decimals than its currency', async (_, by) => {
  expect((await by({ total_fb: '0.001' })).text).toContain('At most 0 decimals');
  expect((await by({ total_room: '120000.5' })).text).toContain('At most 0 decimals');
  expect((await by({ total_others: '1.000' })).text).not.toContain('At most 0 decimals');
});

test('the decimals of a currency are accepted, and one more is rejected at its field', async () => {
  const hotel_id = await hotelWith(2);
  expectInvalid(await post('visit', bill({ hotel_id, total_room: '0.001' })), 'total_room');
  expect((await post('visit', bill({ hotel_id, total_room: '0.01' }))).status).toBe(201);
});

test('a transaction has the same limit: in its lines, its discount, and the discount of a sale', async () => {
  const made = await post('transaction', {
    hotel_id: fixtures.h1,
    transaction_type_id: await fixtures.detail('transaction-type', '4'),
  });
  const { id: transaction_id } = writtenIn(made);
  const line = { transaction_id, quantity: 1, unit_price: '1000.5' };
  expectInvalid(await post('transaction_detail', line), 'unit_price');
  expect((await file('transaction_detail', line)).text).toContain('At most 0 decimals');
  expect((await file('transaction_detail', line, { dry_run: '1' })).text).toContain('At most 0 decimals');
  const { id } = writtenIn(await post('transaction_detail', { ...line, unit_price: '1000' }));
  expectInvalid(await post(`transaction_detail/${id}`, { unit_price: '1000.001' }), 'unit_price');
  expectInvalid(await post(`transaction/${transaction_id}`, { discount: '0.5' }), 'discount');
  const dry = await post('transaction/updateBulk', { ids: [transaction_id], set: { discount: '0.5' }, dry_run: 1 });
  expect(dry.text).toContain('At most 0 decimals');
  expectInvalid(await fixtures.sell({ discount: '0.5' }), 'discount');
});

test('a bill of more than 20,000 dollars needs a remark if its country has no limit of its own', async () => {
  // At 15,500.5 rupiah to the dollar the limit is 310,010,000, rounded to 310 million.
  expectInvalid(await post('visit', bill({ total_fb: '999999999999' })), 'remark');
  expectInvalid(await post('visit', bill({ total_fb: '310000001' })), 'remark');
  expect((await post('visit', bill({ total_fb: '310000000' }))).status).toBe(201);
  expect((await post('visit', bill({ total_fb: '310000001', remark: 'Wedding' }))).status).toBe(201);
  await sql`update country set visit_limit = 5000000 where id = ${fixtures.country}`.execute(db.kysely);
  expectInvalid(await post('visit', bill({ total_fb: '5000001' })), 'remark');
  await sql`update country set visit_limit = null where id = ${fixtures.country}`.execute(db.kysely);
});

test('a bill has no such limit if its country has no rate', async () => {
  const hotel_id = await hotelWith(0, null);
  expect((await post('visit', bill({ hotel_id, total_fb: '1000000000' }))).status).toBe(201);
});

test('a bill without an amount is accepted, and listed for completion', async () => {
  const { id } = writtenIn(await post('visit', bill({})));
  const list = await call<{ data: readonly { id: number }[] }>(
    app,
    admin.token,
    'GET',
    `/api/visit?filter[grand_total][null]=1&filter[hotel_id][includes]=${fixtures.h1}&per_page=100`,
  );
  expect(list.body.data.map((one) => one.id)).toContain(id);
});
