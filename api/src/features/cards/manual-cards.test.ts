import { resources } from '@innkeeper/contract';
import type { Approval } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { csvFile, upload } from '../../engine/import-export/table-helpers.ts';
import { parseWritten } from '../../testing/responses.ts';
import { type Reply, call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/** Unpaid cards and vouchers need a reason, end no later than sold ones, and need an approval above a limit. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const { get, post } = createProgramme(api, admin, inputs, fixtures.h1);
const assignments = [{ region_id: fixtures.r1 }];
const manager = await createUser(db, { level: 'region', assignments });
const otherUser = await createUser(db, { level: 'region', assignments });

const createMember = async () =>
  parseWritten(
    await post('member', {
      ...(await fixtures.createGuestInput()),
      hotel_id: fixtures.h1,
      membership_id: fixtures.gold,
      is_active: 1,
    }),
  ).id;
const createCardInput = async (overrides: Input = {}): Promise<Input> => ({
  member_id: await createMember(),
  membership_id: fixtures.gold,
  hotel_id: fixtures.h1,
  start_date: await fixtures.dayFromNow(0),
  end_date: await fixtures.dayFromNow(100),
  is_active: 1,
  remark: 'Sold on paper',
  ...overrides,
});
const importRow = (token: string, key: string, fields: Input, options = {}) =>
  upload(app, token, key, csvFile([Object.keys(fields), Object.values(fields).map(String)]), options);
/** Each way to create a record. */
const ENTRY_POINTS: Readonly<Record<string, (token: string, key: string, body: Input) => Promise<Reply<unknown>>>> = {
  'the form': (token, key, body) => post(key, body, token),
  'a file': (token, key, body) => importRow(token, key, body),
  'the dry run of a file': (token, key, body) => importRow(token, key, body, { dry_run: '1' }),
};

test.each(Object.entries(ENTRY_POINTS))(
  'a card created by %s needs a reason, and ends no later than if it were sold today',
  async (_, write) => {
    expect((await write(admin.token, 'member_card', await createCardInput({ remark: '' }))).text).toMatch(/remark/);
    expect((await write(admin.token, 'member_card', await createCardInput({ end_date: '2046-01-01' }))).text).toContain(
      'a sale today',
    );
    expect((await write(manager.token, 'member_card', await createCardInput())).text).toContain(
      'Manual cards are unpaid',
    );
    const { rows } = await sql<{ end: string }>`
    select end_date_if_sold_today(${fixtures.gold}, ${fixtures.h1})::text as end`.execute(db.kysely);
    expect(
      (await write(admin.token, 'member_card', await createCardInput({ end_date: rows[0]?.end }))).text,
    ).not.toContain('a sale today');
  },
);

test('a manually created card is marked, but not a sold one', async () => {
  expect(parseWritten(await post('member_card', await createCardInput()))).toMatchObject({ is_manual: 1 });
  const sale = (await fixtures.sell()).body.data;
  expect(await get('member_card', sale.member_card.id)).toMatchObject({ is_manual: 0 });
});

test('a card above the limit is created after another user approved it', async () => {
  const body = await createCardInput({ membership_id: fixtures.platinum });
  expectError(await post('member_card', body, manager.token), 409, 'approval_needed');
  const approvalRequest = { call: 'POST /api/member_card', path: {}, body, reason: 'The till was down' };
  const requestedApproval = await call<{ data: Approval }>(app, manager.token, 'POST', '/api/approval', {
    body: approvalRequest,
  });
  expect(requestedApproval.status, requestedApproval.text).toBe(201);
  expect(requestedApproval.body.data).toMatchObject({
    kind: 'card',
    facts: { membership: 'Platinum', until: body.end_date },
  });
  const { rows: cardRows } = await sql`select from member_card where member_id = ${body.member_id}`.execute(db.kysely);
  expect(cardRows).toHaveLength(0);
  const decisionReply = await call<{ data: Approval }>(
    app,
    otherUser.token,
    'POST',
    `/api/approval/${requestedApproval.body.data.id}/approve`,
    { body: {} },
  );
  expect(decisionReply.body.data, decisionReply.text).toMatchObject({ state: 'approved', failure: null });
  const { rows } = await sql<{ id: number }>`select id from member_card where member_id = ${body.member_id}`.execute(
    db.kysely,
  );
  expect(await get('member_card', rows[0]?.id ?? 0)).toMatchObject({ created_by: { id: manager.id }, is_manual: 1 });
});

const dayAfter = (day: unknown): string => Temporal.PlainDate.from(String(day)).add({ days: 1 }).toString();

/** Gold was sold for 1,500,000, so a quarter is 375,000. */
const sellCard = async () => (await fixtures.sell()).body.data.member_card;
const createVoucherInput = async (
  card: { readonly id: number },
  voucher_id: number,
  overrides: Input = {},
): Promise<Input> => ({
  member_card_id: card.id,
  voucher_id,
  redeem_date: await fixtures.dayFromNow(0),
  valid_until_date: await fixtures.dayFromNow(30),
  remark: 'Air conditioning failed',
  ...overrides,
});

test('vouchers count as a discount: one of 250,000 is within a quarter, two are not', async () => {
  const card = await sellCard();
  expectInvalid(
    await post(
      'member_voucher',
      await createVoucherInput(card, fixtures.unrestrictedVoucher, { remark: null }),
      manager.token,
    ),
    'remark',
  );
  const first = await post(
    'member_voucher',
    await createVoucherInput(card, fixtures.unrestrictedVoucher),
    manager.token,
  );
  expect(parseWritten(first)).toMatchObject({ is_issued: 0 });
  for (const write of Object.values(ENTRY_POINTS))
    expect(
      (await write(manager.token, 'member_voucher', await createVoucherInput(card, fixtures.unrestrictedVoucher))).text,
    ).toContain('limit of 25 %');
  expect((await post('member_voucher', await createVoucherInput(card, fixtures.unrestrictedVoucher))).status).toBe(201);
});

test('the limit applies to all vouchers restored by one call together', async () => {
  const card = await sellCard();
  const ids: number[] = [];
  for (const _ of [1, 2])
    ids.push(
      parseWritten(await post('member_voucher', await createVoucherInput(card, fixtures.unrestrictedVoucher))).id,
    );
  expect((await post('member_voucher/destroyBulk', { ids, reason: 'A test' })).status).toBe(200);
  const restoreVouchers = (voucherIds: readonly number[], dry_run = 0) =>
    post('member_voucher/restoreBulk', { ids: voucherIds, dry_run }, manager.token);
  expect((await restoreVouchers(ids, 1)).body).toMatchObject({ data: { restored: 1, rejected: [ids[1]] } });
  expect(expectError(await restoreVouchers(ids), 409, 'conflict').message).toContain('limit of 25 %');
  expect((await restoreVouchers(ids.slice(0, 1))).status).toBe(200);
  expectError(await restoreVouchers(ids.slice(1)), 409, 'conflict');
});

test('vouchers of a higher membership or a free card require an approval', async () => {
  const suite = await inputs.create(resources.voucher, {
    membership_id: fixtures.platinum,
    hotel_id: null,
    is_active: 1,
    nominal: '100000.000',
  });
  const card = await sellCard();
  expectError(
    await post('member_voucher', await createVoucherInput(card, suite.id), manager.token),
    409,
    'approval_needed',
  );
  // A manually created voucher cannot be changed into another kind either.
  const { id } = parseWritten(
    await post('member_voucher', await createVoucherInput(card, fixtures.unrestrictedVoucher), manager.token),
  );
  expectError(await post(`member_voucher/${id}`, { voucher_id: suite.id }, manager.token), 409, 'approval_needed');
  const approvalRequest = {
    call: 'POST /api/member_voucher',
    path: {},
    body: await createVoucherInput(card, suite.id),
    reason: 'Goodwill',
  };
  const requestedApproval = await call<{ data: Approval }>(app, manager.token, 'POST', '/api/approval', {
    body: approvalRequest,
  });
  expect(requestedApproval.body.data, requestedApproval.text).toMatchObject({
    kind: 'voucher',
    facts: { voucher: suite.name },
  });
  const decisionReply = await call<{ data: Approval }>(
    app,
    otherUser.token,
    'POST',
    `/api/approval/${requestedApproval.body.data.id}/approve`,
    { body: {} },
  );
  expect(decisionReply.body.data, decisionReply.text).toMatchObject({ state: 'approved', failure: null });
});

test.each(Object.entries(ENTRY_POINTS))(
  'a voucher created by $0 ends with its card, like one of a sale',
  async (_, write) => {
    const card = await sellCard();
    const setEndDate = async (valid_until_date: unknown) =>
      (
        await write(
          admin.token,
          'member_voucher',
          await createVoucherInput(card, fixtures.unrestrictedVoucher, { valid_until_date }),
        )
      ).text;
    expect(await setEndDate(dayAfter(card.end_date))).toContain('A voucher ends with its card');
    expect(await setEndDate(card.end_date)).not.toContain('ends with its card');
  },
);

test('neither the form nor a file can move a voucher to a card that ends earlier', async () => {
  const short = parseWritten(
    await post('member_card', await createCardInput({ end_date: await fixtures.dayFromNow(20) })),
  );
  const { id, valid_until_date } = parseWritten(
    await post('member_voucher', await createVoucherInput(await sellCard(), fixtures.unrestrictedVoucher)),
  );
  expectInvalid(await post(`member_voucher/${id}`, { member_card_id: short.id }), 'valid_until_date');
  for (const dry_run of ['0', '1'])
    expect(
      (await importRow(admin.token, 'member_voucher', { id, member_card_id: short.id }, { dry_run })).text,
    ).toContain('valid_until_date');
  expect(await get('member_voucher', id)).toMatchObject({ valid_until_date });
});

test.each(Object.entries(ENTRY_POINTS))(
  'a card created by %s without a reason or beyond that day is rejected at the field',
  async (_, write) => {
    const body = await createCardInput({ remark: 'Paper' });
    expect((await write(admin.token, 'member_card', { ...body, remark: '' })).text).toMatch(/remark/);
    expect((await write(admin.token, 'member_card', { ...body, end_date: '2046-01-01' })).text).toMatch(/end_date/);
    expect((await write(admin.token, 'member_card', body)).status).toBeLessThan(300);
  },
);
