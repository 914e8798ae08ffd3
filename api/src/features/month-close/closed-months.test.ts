import { type ResourceDefinition, resources, lockReasonFor } from '@innkeeper/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { csvFile, upload } from '../../engine/import-export/table-helpers.ts';
import { type ResponseRecord, parseWritten } from '../../testing/responses.ts';
import { readDatabaseState } from '../../testing/database-state.ts';
import { REASON, type Reply, call } from '../../testing/call.ts';
import { createClosings } from '../../testing/closings.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { createSystem } from '../../testing/system.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/** A closed month, tested at every entry point through which one of its records could change. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const { get, post, remove } = createProgramme(api, admin, inputs, fixtures.h1);
const { close, compare } = createClosings(api, admin, fixtures.country);
const APRIL_INSTANT = '2025-04-28 03:00:00';
const MONTH = '2025-04';

type CreatedRecords = Record<string, ResponseRecord>;
const april: CreatedRecords = {};
const trashedRecords: CreatedRecords = {};

const sell = async (overrides: Input = {}) => {
  const reply = await fixtures.sell(overrides);
  expect(reply.status, reply.text).toBe(201);
  return reply.body.data;
};
const createBillInput = (member_id: number, reference_no: string, overrides: Input = {}): Input => ({
  hotel_id: fixtures.h1,
  member_id,
  reference_no,
  visit_date: APRIL_INSTANT,
  total_fb: '10',
  staff_name: 'Ayu',
  remark: 'On paper',
  ...overrides,
});
const createRedemptionInput = (voucher: ResponseRecord | undefined): Input => ({
  member_voucher_id: voucher?.id,
  redeem_hotel_id: fixtures.h1,
  redeem_date: APRIL_INSTANT,
  booking_no: 'B',
  staff_name: 'Ayu',
});

/**
 * Creates a sale with its line, card and vouchers, a separate bill, a visit and a redemption; if `isTrashed`, deletes
 * some of them.
 */
async function createHistory(records: CreatedRecords, isTrashed: boolean): Promise<void> {
  const sale = await sell();
  const otherSale = await sell();
  const line = parseWritten(await post('transaction', { hotel_id: fixtures.h1, remark: 'A dinner' }));
  Object.assign(records, {
    transaction: isTrashed ? otherSale.transaction : sale.transaction,
    member_card: isTrashed ? otherSale.member_card : sale.member_card,
    member_voucher: isTrashed ? otherSale.member_vouchers[0] : sale.member_vouchers[1],
    transaction_detail: parseWritten(await post('transaction_detail', { transaction_id: line.id, unit_price: '5' })),
    visit: parseWritten(await post('visit', createBillInput(sale.member.id, `A${String(isTrashed)}`))),
    voucher_redeem: parseWritten(await post('voucher_redeem', createRedemptionInput(sale.member_vouchers[0]))),
    member: sale.member,
  });
  if (!isTrashed) return;
  for (const key of ['transaction', 'transaction_detail', 'visit', 'voucher_redeem'])
    expect((await remove(key, records[key]?.id ?? 0)).status, key).toBe(200);
}

/** Undoable requests from before the month was closed: a bulk edit and an import. */
const done: { edit?: string; import?: number | undefined } = {};

beforeAll(async () => {
  api.setClock(new Date('2025-04-28T04:00:00Z'));
  await createHistory(april, false);
  await createHistory(trashedRecords, true);
  const editReply = await post('visit/updateBulk', { ids: [idOf(april, 'visit')], set: { staff_name: 'Budi' } });
  done.edit = String(editReply.headers['x-request-id']);
  const guest = createBillInput(idOf(april, 'member'), 'IN A FILE');
  const importReply = await importFile('visit', '0', [Object.keys(guest), Object.values(guest)]);
  expect(importReply.status, importReply.text).toBe(201);
  done.import = (await sql<{ id: number }>`select max(id) as id from import_run`.execute(db.kysely)).rows[0]?.id;
  api.setClock(new Date('2025-05-20T04:00:00Z'));
  const reply = await close(MONTH);
  expect(reply.status, reply.text).toBe(201);
});

const MONTHLY_RESOURCES = Object.values<ResourceDefinition>(resources).flatMap((d) =>
  d.month ? [[d.key, d] as const] : [],
);
const idOf = (data: CreatedRecords, key: string): number => data[key]?.id ?? 0;

/** A change of a record in the month, and the input for a new record in it. */
const CHANGES: Readonly<Record<string, () => Promise<Input>>> = {
  transaction: async () => ({ remark: 'Another' }),
  transaction_detail: async () => ({ description: 'Another' }),
  visit: async () => ({ total_fb: '11' }),
  voucher_redeem: async () => ({ booking_no: 'C' }),
  member_card: async () => ({ membership_id: fixtures.platinum, remark: 'By hand' }),
  member_voucher: async () => ({ redeem_date: '2025-04-29' }),
};
const CREATED_INPUTS: Readonly<Record<string, () => Promise<Input>>> = {
  transaction: async () => ({ hotel_id: fixtures.h1, transaction_date: APRIL_INSTANT }),
  transaction_detail: async () => ({ transaction_id: getCreatedLine(), unit_price: '1' }),
  visit: async () => createBillInput(idOf(april, 'member'), 'NEW'),
};
const getCreatedLine = (): unknown => april.transaction_detail?.transaction_id;

async function expectRejectedAt(
  entryPoints: readonly Promise<Reply<unknown>>[] | (() => Promise<Reply<unknown>>)[],
): Promise<void> {
  for (const attempt of entryPoints) {
    const before = await readDatabaseState(db);
    const reply = await (typeof attempt === 'function' ? attempt() : attempt);
    expectError(reply, 409, 'month_closed');
    expect(await readDatabaseState(db)).toEqual(before);
  }
}

const importFile = (key: string, dry_run: string, rows: readonly (readonly unknown[])[]) =>
  upload<{ data: { rejected: number; created: number; updated: number } }>(
    app,
    admin.token,
    key,
    csvFile(rows.map((row) => row.map(String))),
    { dry_run },
  );

describe.each(MONTHLY_RESOURCES)('a %s of a closed month', (key, d) => {
  const getId = () => idOf(april, key);
  test('shows that it is locked', async () => {
    const record = await get(key, getId());
    expect(record).toMatchObject({ locked_reason: 'month_closed' });
    expect(lockReasonFor(d, record, 'delete')).not.toBeNull();
    const listReply = await call<{ data: ResponseRecord[] }>(
      app,
      admin.token,
      'GET',
      `/api/${key}?filter[id][eq]=${getId()}`,
    );
    expect(listReply.body.data, listReply.text).toMatchObject([{ locked_reason: 'month_closed' }]);
  });

  test('cannot be changed at any entry point', async () => {
    const set = (await CHANGES[key]?.()) ?? {};
    await expectRejectedAt([
      () => post(`${key}/${getId()}`, set),
      () => post(`${key}/updateBulk`, { ids: [getId()], set }),
      () => post(`${key}/updateBulk`, { filter: { 'filter[id][eq]': String(getId()) }, set }),
    ]);
    const preview = await post(`${key}/updateBulk`, { ids: [getId()], set, dry_run: 1 });
    expect(preview.body, preview.text).toMatchObject({ data: { updated: 0, rejected: [getId()] } });
    const rows = [
      ['id', ...Object.keys(set)],
      [getId(), ...Object.values(set)],
    ];
    const importReply = await importFile(key, '1', rows);
    expect(importReply.body.data, importReply.text).toMatchObject({ updated: 0, rejected: 1 });
    expect((await importFile(key, '0', rows)).status).toBeGreaterThanOrEqual(400);
  });

  test('cannot be deleted, alone or in bulk', async () => {
    const ids = [getId()];
    await expectRejectedAt([
      () => remove(key, getId()),
      () => post(`${key}/${getId()}`, { _method: 'DELETE', ...REASON.body }),
      () => post(`${key}/destroyBulk`, { ids, ...REASON.body }),
    ]);
    const preview = await post(`${key}/destroyBulk`, { ids, dry_run: 1 });
    expect(preview.body, preview.text).toMatchObject({
      data: { deleted: 0, rejected: ids, reasons: ['The month is closed.'] },
    });
  });

  test('cannot be changed by SQL that bypasses the app', async () => {
    const [column, value] = Object.entries((await CHANGES[key]?.()) ?? {})[0] ?? ['', ''];
    const table = sql.table(d.key);
    const updateStatement = sql`update ${table} set ${sql.ref(column)} = ${value} where id = ${getId()}`;
    await expect(updateStatement.execute(db.kysely)).rejects.toThrow(`${MONTH} Country`);
    const deleting = sql`update ${table} set deleted_at = now() where id = ${getId()}`;
    await expect(deleting.execute(db.kysely)).rejects.toThrow(`${MONTH} Country`);
  });
});

// Cards and vouchers are issued by their sale and restored with it.
test.each(['transaction', 'transaction_detail', 'visit', 'voucher_redeem'])(
  'no %s of a closed month is restored from the trash',
  async (key) => {
    const id = idOf(trashedRecords, key);
    await expectRejectedAt([() => post(`${key}/${id}/restore`), () => post(`${key}/restoreBulk`, { ids: [id] })]);
    const preview = await post(`${key}/restoreBulk`, { ids: [id], dry_run: 1 });
    expect(preview.body, preview.text).toMatchObject({ data: { restored: 0, rejected: [id] } });
  },
);

test.each(Object.keys(CREATED_INPUTS))('no %s is created in a closed month, by the form or by a file', async (key) => {
  const input = (await CREATED_INPUTS[key]?.()) ?? {};
  await expectRejectedAt([() => post(key, input)]);
  const rows = [Object.keys(input), Object.values(input)];
  const importReply = await importFile(key, '1', rows);
  expect(importReply.body.data, importReply.text).toMatchObject({ created: 0, rejected: 1 });
  expect((await importFile(key, '0', rows)).status).toBeGreaterThanOrEqual(400);
});

describe('a closed month', () => {
  test('rejects moving its visits, and moving or posting other visits into it', async () => {
    const otherMember = (await sell()).member;
    const openVisit = parseWritten(
      await post('visit', createBillInput(otherMember.id, 'OPEN', { visit_date: '2025-05-20 03:00:00' })),
    );
    await expectRejectedAt([
      () => post(`visit/${idOf(april, 'visit')}/move`, { member_id: otherMember.id }),
      () => post(`visit/${openVisit.id}`, { visit_date: APRIL_INSTANT, remark: 'It was then' }),
    ]);
    const system = await createSystem(api, fixtures.h1);
    const postedBody = { member_id: idOf(april, 'member'), reference_no: 'S1', total_fb: '1', staff_name: 'POS' };
    const reply = await system.request('POST', 'visits', { ...postedBody, visit_date: APRIL_INSTANT, remark: 'Late' });
    expectError(reply, 409, 'month_closed');
  });

  test('prevents undoing a bulk edit or an import', async () => {
    await expectRejectedAt([
      () => post('visit/undoBulk', { request_id: done.edit }),
      () => post(`import/${done.import}/undo`),
    ]);
  });

  test('contains each bill that was posted during its closing, or the bill was rejected', async () => {
    api.setClock(new Date('2025-01-28T04:00:00Z'));
    const guest = (await sell()).member;
    const postRacingBill = (n: number) =>
      post('visit', createBillInput(guest.id, `RACE ${n}`, { visit_date: '2025-01-28 03:00:00' }));
    const earlyPosts = Array.from({ length: 8 }, (_, n) => postRacingBill(n));
    const monthClose = Promise.all(earlyPosts.slice(0, 2)).then(() => {
      api.setClock(new Date('2025-02-03T04:00:00Z'));
      return close('2025-01');
    });
    const latePost = monthClose.then(() => postRacingBill(99));
    const replies = await Promise.all(earlyPosts);
    expect((await monthClose).status).toBe(201);
    expectError(await latePost, 409, 'month_closed');
    api.setClock(new Date('2025-05-20T04:00:00Z'));
    const posted = replies.filter(({ status }) => status === 201);
    expect(replies.filter((reply) => reply.status !== 201 && reply.status !== 409)).toEqual([]);
    const { amounts, rows } = await compare('2025-01');
    expect(amounts.find(({ resource }) => resource === 'visit')).toMatchObject({ closed: { number: posted.length } });
    expect(rows).toEqual([]);
  });

  test('stores the head of the audit log with the month', async () => {
    const reply = await close('2024-12');
    expect(reply.body.data, reply.text).toMatchObject({ head: expect.stringMatching(/^\d+-[0-9a-f]{64}$/) });
  });

  test('locks the country and zone of its hotels', async () => {
    await expectRejectedAt([
      () => post(`hotel/${fixtures.h1}`, { time_zone: 'Asia/Jayapura' }),
      () => post(`country/${fixtures.country}`, { time_zone: 'Asia/Jayapura' }),
    ]);
    expect((await post(`hotel/${fixtures.h3}`, { time_zone: 'Asia/Jayapura' })).status).toBe(200);
  });

  test('allows a merge to move its records and back, without other changes', async () => {
    const retained = (await sell()).member;
    const readAmounts = async () => JSON.stringify((await compare(MONTH)).amounts);
    const before = await readAmounts();
    const mergeReply = await post(`member/${retained.id}/merge`, { member_id: idOf(april, 'member'), fields: {} });
    expect(mergeReply.status, mergeReply.text).toBe(200);
    expect(await get('visit', idOf(april, 'visit'))).toMatchObject({ member_id: retained.id });
    const { rows } = await sql<{ id: number }>`select id from member_merge where retained_id = ${retained.id}`.execute(
      db.kysely,
    );
    expect((await post(`member/${retained.id}/merge/${rows[0]?.id}/undo`)).status).toBe(200);
    expect(await readAmounts()).toBe(before);
  });

  test("still allows current changes: a voucher's last day, and deactivating a card", async () => {
    const card = idOf(april, 'member_card');
    expect((await post(`member_card/${card}`, { is_active: 0 })).status).toBe(200);
    expect((await post(`member_card/${card}`, { is_active: 1 })).status).toBe(200);
  });

  test('can be closed once, after it has ended, with a remark if the check list has open items', async () => {
    expectError(await close(MONTH), 409, 'month_closed');
    expectInvalid(await close('2025-05'), 'month');
    expectInvalid(await close('2025-13'), 'month');
    const { rows } = await sql<{ id: number }>`
      insert into visit (hotel_id, member_id, visit_date, reference_no, total_fb, staff_name, currency)
      values (${fixtures.h1}, ${idOf(april, 'member')}, '2025-02-10 03:00:00Z', 'NO RATE', 5, 'Ayu', 'IDR')
      returning id`.execute(db.kysely);
    expectInvalid(await close('2025-02', null), 'remark');
    const preview = await call<{ data: { checks: Input[] } }>(
      app,
      admin.token,
      'GET',
      `/api/month_close/check?country_id=${fixtures.country}&month=2025-02`,
    );
    expect(preview.body.data.checks[0]).toMatchObject({
      key: 'without_rate',
      number: 1,
      records: [{ id: rows[0]?.id }],
    });
    const first = await Promise.all([close('2025-02'), close('2025-02')]);
    expect(new Set(first.map(({ status }) => status))).toEqual(new Set([201, 409]));
  });
});

test('the check list counts and lists bills on hold, and then requires a remark', async () => {
  await sql`
    insert into held_posting (state, reason, reference_no, hotel_id, visit_date, total_fb, currency, staff_name,
        dismiss_reason)
    select d.state, 'unknown_card', d.state || d.at, ${fixtures.h1}::bigint, d.at::timestamptz, 450000, 'IDR', 'POS',
           case when d.state = 'dismissed' then 'Not ours' end
    from (values ('waiting', '2025-03-31 16:30:00Z'), ('dismissed', '2025-03-10 03:00:00Z'),
        ('waiting', '2025-03-31 17:30:00Z')) d (state, at)`.execute(db.kysely);
  const preview = await call<{ data: { checks: Input[] } }>(
    app,
    admin.token,
    'GET',
    `/api/month_close/check?country_id=${fixtures.country}&month=2025-03`,
  );
  const heldCheck = preview.body.data.checks.find(({ key }) => key === 'held_postings');
  expect(heldCheck, 'of the month at the hotel').toMatchObject({
    number: 1,
    records: [
      { resource: 'held_posting', number: 'waiting2025-03-31 16:30:00Z', amount: '450000.000', currency: 'IDR' },
    ],
  });
  expectInvalid(await close('2025-03', null), 'remark');
});
