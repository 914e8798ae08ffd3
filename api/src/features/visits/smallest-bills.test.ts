import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { csvFile, upload } from '../../engine/import-export/table-helpers.ts';
import { parseWritten } from '../../testing/responses.ts';
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
const createBillInput = (set: Input): Input => ({
  hotel_id: fixtures.h1,
  member_id: member.id,
  reference_no: `R${(bills += 1)}`,
  staff_name: 'Ayu',
  ...set,
});
const importRow = (key: string, fields: Input, options = {}) =>
  upload(app, admin.token, key, csvFile([Object.keys(fields), Object.values(fields).map(String)]), options);
/** A hotel whose currency has this many decimals. */
const createHotelWith = async (decimals: number, usd_rate: string | null = '1.5'): Promise<number> => {
  const country = await createCountry(db, fixtures.r1);
  await sql`update country set decimals = ${decimals}, currency = 'EUR', usd_rate = ${usd_rate}
    where id = ${country}`.execute(db.kysely);
  return createHotel(db, country);
};
/** Every way to enter an amount of a bill. */
const ENTRY_POINTS: Readonly<Record<string, (set: Input) => Promise<Reply<unknown>>>> = {
  'a new bill': (set) => post('visit', createBillInput(set)),
  'a file': (set) => importRow('visit', createBillInput(set)),
  'the dry run of a file': (set) => importRow('visit', createBillInput(set), { dry_run: '1' }),
  'another amount': async (set) => post(`visit/${parseWritten(await post('visit', createBillInput({}))).id}`, set),
  'a bulk edit': async (set) =>
    post('visit/updateBulk', { ids: [parseWritten(await post('visit', createBillInput({}))).id], set }),
  'the dry run of a bulk edit': async (set) =>
    post('visit/updateBulk', { ids: [parseWritten(await post('visit', createBillInput({}))).id], set, dry_run: 1 }),
};

test.each(Object.entries(ENTRY_POINTS))(
  'a bill by %s must not have more decimals than its currency',
  async (_, write) => {
    expect((await write({ total_fb: '0.001' })).text).toContain('At most 0 decimals');
    expect((await write({ total_room: '120000.5' })).text).toContain('At most 0 decimals');
    expect((await write({ total_others: '1.000' })).text).not.toContain('At most 0 decimals');
  },
);

test('the decimals of a currency are accepted, and one more is rejected at its field', async () => {
  const hotel_id = await createHotelWith(2);
  expectInvalid(await post('visit', createBillInput({ hotel_id, total_room: '0.001' })), 'total_room');
  expect((await post('visit', createBillInput({ hotel_id, total_room: '0.01' }))).status).toBe(201);
});

test('a transaction has the same limit: in its lines, its discount, and the discount of a sale', async () => {
  const reply = await post('transaction', {
    hotel_id: fixtures.h1,
    transaction_type_id: await fixtures.findOptionDetail('transaction-type', '4'),
  });
  const { id: transaction_id } = parseWritten(reply);
  const line = { transaction_id, quantity: 1, unit_price: '1000.5' };
  expectInvalid(await post('transaction_detail', line), 'unit_price');
  expect((await importRow('transaction_detail', line)).text).toContain('At most 0 decimals');
  expect((await importRow('transaction_detail', line, { dry_run: '1' })).text).toContain('At most 0 decimals');
  const { id } = parseWritten(await post('transaction_detail', { ...line, unit_price: '1000' }));
  expectInvalid(await post(`transaction_detail/${id}`, { unit_price: '1000.001' }), 'unit_price');
  expectInvalid(await post(`transaction/${transaction_id}`, { discount: '0.5' }), 'discount');
  const dryRunReply = await post('transaction/updateBulk', {
    ids: [transaction_id],
    set: { discount: '0.5' },
    dry_run: 1,
  });
  expect(dryRunReply.text).toContain('At most 0 decimals');
  expectInvalid(await fixtures.sell({ discount: '0.5' }), 'discount');
});

test('a bill of more than 20,000 dollars needs a remark if its country has no limit of its own', async () => {
  // At 15,500.5 rupiah to the dollar the limit is 310,010,000, rounded to 310 million.
  expectInvalid(await post('visit', createBillInput({ total_fb: '999999999999' })), 'remark');
  expectInvalid(await post('visit', createBillInput({ total_fb: '310000001' })), 'remark');
  expect((await post('visit', createBillInput({ total_fb: '310000000' }))).status).toBe(201);
  expect((await post('visit', createBillInput({ total_fb: '310000001', remark: 'Wedding' }))).status).toBe(201);
  await sql`update country set visit_limit = 5000000 where id = ${fixtures.country}`.execute(db.kysely);
  expectInvalid(await post('visit', createBillInput({ total_fb: '5000001' })), 'remark');
  await sql`update country set visit_limit = null where id = ${fixtures.country}`.execute(db.kysely);
});

test('a bill has no such limit if its country has no rate', async () => {
  const hotel_id = await createHotelWith(0, null);
  expect((await post('visit', createBillInput({ hotel_id, total_fb: '1000000000' }))).status).toBe(201);
});

test('a bill without an amount is accepted, and listed for completion', async () => {
  const { id } = parseWritten(await post('visit', createBillInput({})));
  const list = await call<{ data: readonly { id: number }[] }>(
    app,
    admin.token,
    'GET',
    `/api/visit?filter[grand_total][null]=1&filter[hotel_id][includes]=${fixtures.h1}&per_page=100`,
  );
  expect(list.body.data.map((item) => item.id)).toContain(id);
});
