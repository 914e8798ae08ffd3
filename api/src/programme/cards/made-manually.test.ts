import { resources } from '@innkeeper/contract';
import type { Approval } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { csvFile, upload } from '../../engine/exchange/test-tables.ts';
import { writtenIn } from '../../testing/answers.ts';
import { type Reply, call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createHouse } from '../../testing/house.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createWorld } from '../../testing/world.ts';

/** Cards and vouchers that nobody paid for say why, end as if they were sold today, and above a limit wait for an approval. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createWorld(db));
const house = await createHouse(api, admin, inputs);
const { get, post } = createProgramme(api, admin, inputs, house.h1);
const at = [{ region_id: house.r1 }];
const manager = await createUser(db, { level: 'region', assignments: at });
const other = await createUser(db, { level: 'region', assignments: at });

const member = async () =>
  writtenIn(
    await post('member', { ...(await house.guest()), hotel_id: house.h1, membership_id: house.gold, is_active: 1 }),
  ).id;
const cardOf = async (set: Input = {}): Promise<Input> => ({
  member_id: await member(),
  membership_id: house.gold,
  hotel_id: house.h1,
  start_date: await house.day(0),
  end_date: await house.day(100),
  is_active: 1,
  remark: 'Sold on paper',
  ...set,
});
const file = (token: string, key: string, fields: Input, options = {}) =>
  upload(app, token, key, csvFile([Object.keys(fields), Object.values(fields).map(String)]), options);
/** Each way in which a record is made. */
const WAYS: Readonly<Record<string, (token: string, key: string, body: Input) => Promise<Reply<unknown>>>> = {
  'the form': (token, key, body) => post(key, body, token),
  'a file': (token, key, body) => file(token, key, body),
  'the dry run of a file': (token, key, body) => file(token, key, body, { dry_run: '1' }),
};

test.each(Object.entries(WAYS))('a card by %s has a reason, and ends as one that is sold today', async (_, by) => {
  expect((await by(admin.token, 'member_card', await cardOf({ remark: '' }))).text).toMatch(/remark/);
  expect((await by(admin.token, 'member_card', await cardOf({ end_date: '2046-01-01' }))).text).toContain('sold today');
  expect((await by(manager.token, 'member_card', await cardOf())).text).toContain('Nobody pays');
  const { rows } = await sql<{ end: string }>`
    select end_of_sale_today(${house.gold}, ${house.h1})::text as end`.execute(db.kysely);
  expect((await by(admin.token, 'member_card', await cardOf({ end_date: rows[0]?.end }))).text).not.toContain(
    'sold today',
  );
});

test('a card is marked as made manually, one that was sold is not', async () => {
  expect(writtenIn(await post('member_card', await cardOf()))).toMatchObject({ is_manual: 1 });
  const sold = (await house.sell()).body.data;
  expect(await get('member_card', sold.member_card.id)).toMatchObject({ is_manual: 0 });
});

test('a card above the limit is made once somebody else has approved it', async () => {
  const body = await cardOf({ membership_id: house.platinum });
  expectError(await post('member_card', body, manager.token), 409, 'approval_needed');
  const ask = { call: 'POST /api/member_card', path: {}, body, reason: 'The till was down' };
  const asked = await call<{ data: Approval }>(app, manager.token, 'POST', '/api/approval', { body: ask });
  expect(asked.status, asked.text).toBe(201);
  expect(asked.body.data).toMatchObject({ kind: 'card', facts: { membership: 'Platinum', until: body.end_date } });
  const { rows: none } = await sql`select from member_card where member_id = ${body.member_id}`.execute(db.kysely);
  expect(none).toHaveLength(0);
  const decided = await call<{ data: Approval }>(
    app,
    other.token,
    'POST',
    `/api/approval/${asked.body.data.id}/approve`,
    { body: {} },
  );
  expect(decided.body.data, decided.text).toMatchObject({ state: 'approved', failure: null });
  const { rows } = await sql<{ id: number }>`select id from member_card where member_id = ${body.member_id}`.execute(
    db.kysely,
  );
  expect(await get('member_card', rows[0]?.id ?? 0)).toMatchObject({ created_by: { id: manager.id }, is_manual: 1 });
});

const dayAfter = (day: unknown): string => Temporal.PlainDate.from(String(day)).add({ days: 1 }).toString();

/** Gold was sold for 1,500,000: a quarter of it are 375,000. */
const soldCard = async () => (await house.sell()).body.data.member_card;
const voucherOf = async (card: { readonly id: number }, voucher_id: number, set: Input = {}): Promise<Input> => ({
  member_card_id: card.id,
  voucher_id,
  redeem_date: await house.day(0),
  valid_until_date: await house.day(30),
  remark: 'Air conditioning failed',
  ...set,
});

test('vouchers are a discount on what was paid: one of 250,000 is within a quarter, and two are not', async () => {
  const card = await soldCard();
  expectInvalid(
    await post('member_voucher', await voucherOf(card, house.d, { remark: null }), manager.token),
    'remark',
  );
  const first = await post('member_voucher', await voucherOf(card, house.d), manager.token);
  expect(writtenIn(first)).toMatchObject({ is_issued: 0 });
  for (const by of Object.values(WAYS))
    expect((await by(manager.token, 'member_voucher', await voucherOf(card, house.d))).text).toContain(
      'beyond your 25 %',
    );
  expect((await post('member_voucher', await voucherOf(card, house.d))).status).toBe(201);
});

test('vouchers that are restored by one call stay within the limit together', async () => {
  const card = await soldCard();
  const ids: number[] = [];
  for (const _ of [1, 2]) ids.push(writtenIn(await post('member_voucher', await voucherOf(card, house.d))).id);
  expect((await post('member_voucher/destroyBulk', { ids, reason: 'A test' })).status).toBe(200);
  const restore = (some: readonly number[], dry_run = 0) =>
    post('member_voucher/restoreBulk', { ids: some, dry_run }, manager.token);
  expect((await restore(ids, 1)).body).toMatchObject({ data: { restored: 1, refused: [ids[1]] } });
  expect(expectError(await restore(ids), 409, 'conflict').message).toContain('beyond your 25 %');
  expect((await restore(ids.slice(0, 1))).status).toBe(200);
  expectError(await restore(ids.slice(1)), 409, 'conflict');
});

test('vouchers of a higher membership, and those of a free card, need an approval', async () => {
  const suite = await inputs.create(resources.voucher, {
    membership_id: house.platinum,
    hotel_id: null,
    is_active: 1,
    nominal: '100000.000',
  });
  const card = await soldCard();
  expectError(await post('member_voucher', await voucherOf(card, suite.id), manager.token), 409, 'approval_needed');
  // Nor does one that was made become another.
  const { id } = writtenIn(await post('member_voucher', await voucherOf(card, house.d), manager.token));
  expectError(await post(`member_voucher/${id}`, { voucher_id: suite.id }, manager.token), 409, 'approval_needed');
  const ask = { call: 'POST /api/member_voucher', path: {}, body: await voucherOf(card, suite.id), reason: 'Goodwill' };
  const asked = await call<{ data: Approval }>(app, manager.token, 'POST', '/api/approval', { body: ask });
  expect(asked.body.data, asked.text).toMatchObject({ kind: 'voucher', facts: { voucher: suite.name } });
  const decided = await call<{ data: Approval }>(
    app,
    other.token,
    'POST',
    `/api/approval/${asked.body.data.id}/approve`,
    { body: {} },
  );
  expect(decided.body.data, decided.text).toMatchObject({ state: 'approved', failure: null });
});

test.each(Object.entries(WAYS))('a voucher by $0 ends with its card, as one of a sale does', async (_, by) => {
  const card = await soldCard();
  const until = async (valid_until_date: unknown) =>
    (await by(admin.token, 'member_voucher', await voucherOf(card, house.d, { valid_until_date }))).text;
  expect(await until(dayAfter(card.end_date))).toContain('A voucher ends with its card');
  expect(await until(card.end_date)).not.toContain('ends with its card');
});

test('a voucher is moved to no card that ends before it, by the form or another program', async () => {
  const short = writtenIn(await post('member_card', await cardOf({ end_date: await house.day(20) })));
  const { id, valid_until_date } = writtenIn(await post('member_voucher', await voucherOf(await soldCard(), house.d)));
  expectInvalid(await post(`member_voucher/${id}`, { member_card_id: short.id }), 'valid_until_date');
  await expect(
    sql`update member_voucher set member_card_id = ${short.id} where id = ${id}`.execute(db.kysely),
  ).rejects.toThrow(/valid_until_date/);
  expect(await get('member_voucher', id)).toMatchObject({ valid_until_date });
});

test('no other program makes one without a reason or beyond that day: the database refuses', async () => {
  const body = await cardOf();
  const make = (remark: string | null, end: unknown) =>
    db.kysely.transaction().execute(async (tx) => {
      await sql`select set_config('innkeeper.actor', ${String(admin.id)}, true)`.execute(tx);
      await sql`insert into member_card (member_id, membership_id, hotel_id, start_date, end_date, is_active, remark)
        values (${body.member_id}, ${body.membership_id}, ${body.hotel_id}, ${body.start_date}, ${end}, true, ${remark})`.execute(
        tx,
      );
    });
  await expect(make(null, body.end_date)).rejects.toThrow(/remark/);
  await expect(make('Paper', '2046-01-01')).rejects.toThrow(/end_date/);
  await make('Paper', body.end_date);
});
