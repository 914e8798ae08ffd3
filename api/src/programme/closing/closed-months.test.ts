import { type ResourceDefinition, resources, whyNot } from '@innkeeper/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { csvFile, upload } from '../../engine/exchange/test-tables.ts';
import { type Answered, writtenIn } from '../../testing/answers.ts';
import { readBooks } from '../../testing/books.ts';
import { REASON, type Reply, call } from '../../testing/call.ts';
import { createClosings } from '../../testing/closings.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createHouse } from '../../testing/house.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/programme.ts';
import { createSystem } from '../../testing/system.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createWorld } from '../../testing/world.ts';

/** A closed month, tried at every door through which a record of it could change. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createWorld(db));
const house = await createHouse(api, admin, inputs);
const { get, post, remove } = createProgramme(api, admin, inputs, house.h1);
const { close, compare } = createClosings(api, admin, house.country);
const IN_APRIL = '2025-04-28 03:00:00';
const MONTH = '2025-04';

type Data = Record<string, Answered>;
const april: Data = {};
const trashed: Data = {};

const sell = async (overrides: Input = {}) => {
  const reply = await house.sell(overrides);
  expect(reply.status, reply.text).toBe(201);
  return reply.body.data;
};
const bill = (member_id: number, reference_no: string, over: Input = {}): Input => ({
  hotel_id: house.h1,
  member_id,
  reference_no,
  visit_date: IN_APRIL,
  total_fb: '10',
  staff_name: 'Ayu',
  remark: 'On paper',
  ...over,
});
const redemption = (voucher: Answered | undefined): Input => ({
  member_voucher_id: voucher?.id,
  redeem_hotel_id: house.h1,
  redeem_date: IN_APRIL,
  booking_no: 'B',
  staff_name: 'Ayu',
});

/** A sale with its line, card and vouchers, a bill of its own, a visit and a redemption; of each one that was deleted, too. */
async function live(into: Data, isTrashed: boolean): Promise<void> {
  const sold = await sell();
  const other = await sell();
  const line = writtenIn(await post('transaction', { hotel_id: house.h1, remark: 'A dinner' }));
  Object.assign(into, {
    transaction: isTrashed ? other.transaction : sold.transaction,
    member_card: isTrashed ? other.member_card : sold.member_card,
    member_voucher: isTrashed ? other.member_vouchers[0] : sold.member_vouchers[1],
    transaction_detail: writtenIn(await post('transaction_detail', { transaction_id: line.id, unit_price: '5' })),
    visit: writtenIn(await post('visit', bill(sold.member.id, `A${String(isTrashed)}`))),
    voucher_redeem: writtenIn(await post('voucher_redeem', redemption(sold.member_vouchers[0]))),
    member: sold.member,
  });
  if (!isTrashed) return;
  for (const key of ['transaction', 'transaction_detail', 'visit', 'voucher_redeem'])
    expect((await remove(key, into[key]?.id ?? 0)).status, key).toBe(200);
}

/** Requests before the month was closed that could be undone: a bulk edit, and an import. */
const done: { edit?: string; import?: number | undefined } = {};

beforeAll(async () => {
  api.setClock(new Date('2025-04-28T04:00:00Z'));
  await live(april, false);
  await live(trashed, true);
  const edited = await post('visit/updateBulk', { ids: [idOf(april, 'visit')], set: { staff_name: 'Budi' } });
  done.edit = String(edited.headers['x-request-id']);
  const guest = bill(idOf(april, 'member'), 'IN A FILE');
  const imported = await file('visit', '0', [Object.keys(guest), Object.values(guest)]);
  expect(imported.status, imported.text).toBe(201);
  done.import = (await sql<{ id: number }>`select max(id) as id from import_run`.execute(db.kysely)).rows[0]?.id;
  api.setClock(new Date('2025-05-20T04:00:00Z'));
  const reply = await close(MONTH);
  expect(reply.status, reply.text).toBe(201);
});

const OF_MONTHS = Object.values<ResourceDefinition>(resources).flatMap((d) => (d.month ? [[d.key, d] as const] : []));
const idOf = (data: Data, key: string): number => data[key]?.id ?? 0;

/** A change of a record of the month, and the input of another one in it. */
const CHANGES: Readonly<Record<string, () => Promise<Input>>> = {
  transaction: async () => ({ remark: 'Another' }),
  transaction_detail: async () => ({ description: 'Another' }),
  visit: async () => ({ total_fb: '11' }),
  voucher_redeem: async () => ({ booking_no: 'C' }),
  member_card: async () => ({ membership_id: house.platinum, remark: 'By hand' }),
  member_voucher: async () => ({ redeem_date: '2025-04-29' }),
};
const MADE: Readonly<Record<string, () => Promise<Input>>> = {
  transaction: async () => ({ hotel_id: house.h1, transaction_date: IN_APRIL }),
  transaction_detail: async () => ({ transaction_id: writtenLine(), unit_price: '1' }),
  visit: async () => bill(idOf(april, 'member'), 'NEW'),
};
const writtenLine = (): unknown => april.transaction_detail?.transaction_id;

async function refusedAt(doors: readonly Promise<Reply<unknown>>[] | (() => Promise<Reply<unknown>>)[]): Promise<void> {
  for (const door of doors) {
    const before = await readBooks(db);
    const reply = await (typeof door === 'function' ? door() : door);
    expectError(reply, 409, 'month_closed');
    expect(await readBooks(db)).toEqual(before);
  }
}

const file = (key: string, dry_run: string, rows: readonly (readonly unknown[])[]) =>
  upload<{ data: { refused: number; created: number; updated: number } }>(
    app,
    admin.token,
    key,
    csvFile(rows.map((row) => row.map(String))),
    { dry_run },
  );

describe.each(OF_MONTHS)('of a closed month no %s', (key, d) => {
  const id = () => idOf(april, key);
  test('hides that it stays', async () => {
    const record = await get(key, id());
    expect(record).toMatchObject({ stays_because: 'month_closed' });
    expect(whyNot(d, record, 'delete')).not.toBeNull();
    const listed = await call<{ data: Answered[] }>(app, admin.token, 'GET', `/api/${key}?filter[id][eq]=${id()}`);
    expect(listed.body.data, listed.text).toMatchObject([{ stays_because: 'month_closed' }]);
  });

  test('is changed, by any of the doors', async () => {
    const set = (await CHANGES[key]?.()) ?? {};
    await refusedAt([
      () => post(`${key}/${id()}`, set),
      () => post(`${key}/updateBulk`, { ids: [id()], set }),
      () => post(`${key}/updateBulk`, { filter: { 'filter[id][eq]': String(id()) }, set }),
    ]);
    const asked = await post(`${key}/updateBulk`, { ids: [id()], set, dry_run: 1 });
    expect(asked.body, asked.text).toMatchObject({ data: { updated: 0, refused: [id()] } });
    const rows = [
      ['id', ...Object.keys(set)],
      [id(), ...Object.values(set)],
    ];
    const tried = await file(key, '1', rows);
    expect(tried.body.data, tried.text).toMatchObject({ updated: 0, refused: 1 });
    expect((await file(key, '0', rows)).status).toBeGreaterThanOrEqual(400);
  });

  test('is deleted, alone or with others', async () => {
    const ids = [id()];
    await refusedAt([
      () => remove(key, id()),
      () => post(`${key}/${id()}`, { _method: 'DELETE', ...REASON.body }),
      () => post(`${key}/destroyBulk`, { ids, ...REASON.body }),
    ]);
    const asked = await post(`${key}/destroyBulk`, { ids, dry_run: 1 });
    expect(asked.body, asked.text).toMatchObject({
      data: { deleted: 0, refused: ids, reasons: ['The month is closed.'] },
    });
  });

  test('is changed by a statement that goes around the program', async () => {
    const [column, value] = Object.entries((await CHANGES[key]?.()) ?? {})[0] ?? ['', ''];
    const table = sql.table(d.key);
    const changing = sql`update ${table} set ${sql.ref(column)} = ${value} where id = ${id()}`;
    await expect(changing.execute(db.kysely)).rejects.toThrow(`${MONTH} Country`);
    // Of a card with a redeemed voucher the database says that first.
    const deleting = sql`update ${table} set deleted_at = now() where id = ${id()}`;
    const words = new RegExp(key === 'member_card' ? 'was redeemed' : `${MONTH} Country`);
    await expect(deleting.execute(db.kysely)).rejects.toThrow(words);
  });
});

// Cards and vouchers come back with their sale, and are issued by it.
test.each(['transaction', 'transaction_detail', 'visit', 'voucher_redeem'])(
  'no %s of a closed month comes back from the trash',
  async (key) => {
    const id = idOf(trashed, key);
    await refusedAt([() => post(`${key}/${id}/restore`), () => post(`${key}/restoreBulk`, { ids: [id] })]);
    const asked = await post(`${key}/restoreBulk`, { ids: [id], dry_run: 1 });
    expect(asked.body, asked.text).toMatchObject({ data: { restored: 0, refused: [id] } });
  },
);

test.each(Object.keys(MADE))('no %s is made in a closed month, by hand or by a file', async (key) => {
  const input = (await MADE[key]?.()) ?? {};
  await refusedAt([() => post(key, input)]);
  const rows = [Object.keys(input), Object.values(input)];
  const tried = await file(key, '1', rows);
  expect(tried.body.data, tried.text).toMatchObject({ created: 0, refused: 1 });
  expect((await file(key, '0', rows)).status).toBeGreaterThanOrEqual(400);
});

describe('a closed month', () => {
  test('takes no visit away, no bill of a hotel’s own system, and nothing out of the open one', async () => {
    const other = (await sell()).member;
    const open = writtenIn(await post('visit', bill(other.id, 'OPEN', { visit_date: '2025-05-20 03:00:00' })));
    await refusedAt([
      () => post(`visit/${idOf(april, 'visit')}/move`, { member_id: other.id }),
      () => post(`visit/${open.id}`, { visit_date: IN_APRIL, remark: 'It was then' }),
    ]);
    const system = await createSystem(api, house.h1);
    const posted = { member_id: idOf(april, 'member'), reference_no: 'S1', total_fb: '1', staff_name: 'POS' };
    const reply = await system.ask('POST', 'visits', { ...posted, visit_date: IN_APRIL, remark: 'Late' });
    expectError(reply, 409, 'month_closed');
  });

  test('keeps what could be undone: a bulk edit, and an import', async () => {
    await refusedAt([
      () => post('visit/undoBulk', { request_id: done.edit }),
      () => post(`import/${done.import}/undo`),
    ]);
  });

  test('has every bill that was posted at the moment of its closing, or refused it', async () => {
    api.setClock(new Date('2025-01-28T04:00:00Z'));
    const guest = (await sell()).member;
    const posted = (n: number) => post('visit', bill(guest.id, `RACE ${n}`, { visit_date: '2025-01-28 03:00:00' }));
    const early = Array.from({ length: 8 }, (_, n) => posted(n));
    const closing = Promise.all(early.slice(0, 2)).then(() => {
      api.setClock(new Date('2025-02-03T04:00:00Z'));
      return close('2025-01');
    });
    const late = closing.then(() => posted(99));
    const replies = await Promise.all(early);
    expect((await closing).status).toBe(201);
    expectError(await late, 409, 'month_closed');
    api.setClock(new Date('2025-05-20T04:00:00Z'));
    const made = replies.filter(({ status }) => status === 201);
    expect(replies.filter((reply) => reply.status !== 201 && reply.status !== 409)).toEqual([]);
    const { figures, rows } = await compare('2025-01');
    expect(figures.find(({ resource }) => resource === 'visit')).toMatchObject({ closed: { number: made.length } });
    expect(rows).toEqual([]);
  });

  test('keeps the head of the operation log with the month', async () => {
    const reply = await close('2024-12');
    expect(reply.body.data, reply.text).toMatchObject({ head: expect.stringMatching(/^\d+-[0-9a-f]{64}$/) });
  });

  test('keeps its hotels in their country and zone', async () => {
    await refusedAt([
      () => post(`hotel/${house.h1}`, { time_zone: 'Asia/Jayapura' }),
      () => post(`country/${house.country}`, { time_zone: 'Asia/Jayapura' }),
    ]);
    expect((await post(`hotel/${house.h3}`, { time_zone: 'Asia/Jayapura' })).status).toBe(200);
  });

  test('lets a merge carry its records along, and back, with nothing else about them', async () => {
    const kept = (await sell()).member;
    const figures = async () => JSON.stringify((await compare(MONTH)).figures);
    const before = await figures();
    const merged = await post(`member/${kept.id}/merge`, { member_id: idOf(april, 'member'), fields: {} });
    expect(merged.status, merged.text).toBe(200);
    expect(await get('visit', idOf(april, 'visit'))).toMatchObject({ member_id: kept.id });
    const { rows } = await sql<{ id: number }>`select id from member_merge where kept_id = ${kept.id}`.execute(
      db.kysely,
    );
    expect((await post(`member/${kept.id}/merge/${rows[0]?.id}/undo`)).status).toBe(200);
    expect(await figures()).toBe(before);
  });

  test('leaves what is of today: until when a voucher of it is good, and a card switched off', async () => {
    const card = idOf(april, 'member_card');
    expect((await post(`member_card/${card}`, { is_active: 0 })).status).toBe(200);
    expect((await post(`member_card/${card}`, { is_active: 1 })).status).toBe(200);
  });

  test('is closed once, when it is over, and with a remark where the check list has open points', async () => {
    expectError(await close(MONTH), 409, 'month_closed');
    expectInvalid(await close('2025-05'), 'month');
    expectInvalid(await close('2025-13'), 'month');
    const { rows } = await sql<{ id: number }>`
      insert into visit (hotel_id, member_id, visit_date, reference_no, total_fb, staff_name, currency)
      values (${house.h1}, ${idOf(april, 'member')}, '2025-02-10 03:00:00Z', 'NO RATE', 5, 'Ayu', 'IDR') returning id`.execute(
      db.kysely,
    );
    expectInvalid(await close('2025-02', null), 'remark');
    const asked = await call<{ data: { checks: Input[] } }>(
      app,
      admin.token,
      'GET',
      `/api/month_close/check?country_id=${house.country}&month=2025-02`,
    );
    expect(asked.body.data.checks[0]).toMatchObject({ key: 'without_rate', number: 1, records: [{ id: rows[0]?.id }] });
    const first = await Promise.all([close('2025-02'), close('2025-02')]);
    expect(new Set(first.map(({ status }) => status))).toEqual(new Set([201, 409]));
  });
});

test('the check list counts bills that are held in the month, and names them: it is closed with a remark', async () => {
  await sql`
    insert into held_posting (state, reason, reference_no, hotel_id, visit_date, total_fb, currency, staff_name, dismiss_reason)
    select d.state, 'unknown_card', d.state || d.at, ${house.h1}::bigint, d.at::timestamptz, 450000, 'IDR', 'POS',
           case when d.state = 'dismissed' then 'Not ours' end
    from (values ('waiting', '2025-03-31 16:30:00Z'), ('dismissed', '2025-03-10 03:00:00Z'), ('waiting', '2025-03-31 17:30:00Z')) d (state, at)`.execute(
    db.kysely,
  );
  const asked = await call<{ data: { checks: Input[] } }>(
    app,
    admin.token,
    'GET',
    `/api/month_close/check?country_id=${house.country}&month=2025-03`,
  );
  const held = asked.body.data.checks.find(({ key }) => key === 'held_postings');
  expect(held, 'of the month at the hotel').toMatchObject({
    number: 1,
    records: [
      { resource: 'held_posting', number: 'waiting2025-03-31 16:30:00Z', amount: '450000.000', currency: 'IDR' },
    ],
  });
  expectInvalid(await close('2025-03', null), 'remark');
});
