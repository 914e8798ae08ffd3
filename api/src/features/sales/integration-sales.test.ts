import { randomUUID } from 'node:crypto';
import type { Offers } from '@innkeeper/contract/calls';
import { checkIntegrity } from '@innkeeper/db/testing';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { ageCard } from '../../testing/age-card.ts';
import { call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { type Sold, createFixtures } from '../../testing/fixtures.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { createSystem } from '../../testing/system.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/** A website sells memberships in the same way as the console. */

const api = await startTestApp({ connections: 20, isMailQueued: true });
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const { gold, h1, h2, h3, findOptionDetail, createGuestInput } = fixtures;
const CODES = ['STORE_MEMBER', 'STORE_TRANSACTION'];
const website = await createSystem(api, h1, {}, { codes: CODES });
const cash = await findOptionDetail('type-payment', 'cash');

const enrol = async (system = website) => {
  const reply = await system.request('POST', 'members', { membership_id: gold, ...(await createGuestInput()) });
  expect(reply.status, reply.text).toBe(201);
  return reply.body.data.id;
};
const createBody = async (overrides: Input = {}) => ({
  type: 1,
  membership_id: gold,
  type_payment_id: cash,
  reference_no: `WEB-${randomUUID()}`,
  ...(!('member_id' in overrides) && { member_id: await enrol() }),
  ...overrides,
});
const sell = async (overrides: Input = {}, headers: Record<string, string> = {}, system = website) =>
  (await system.request('POST', 'sales', await createBody(overrides), headers)) as unknown as Sold; // one call's answer
const readOffers = async (query: string) => {
  const reply = await website.request('GET', `memberships?${query}`);
  expect(reply.status, reply.text).toBe(200);
  return JSON.parse(reply.text).data as Offers; // checked against the call's definition
};
const countSales = async () => {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from transaction) + (select count(*) from member_card)
      + (select count(*) from member_voucher) as n`.execute(db.kysely);
  return Number(rows[0]?.n);
};
async function expectNothingSold(work: () => Promise<void>) {
  const before = await countSales();
  await work();
  expect(await countSales()).toBe(before);
}

afterEach(async () => {
  expect(await checkIntegrity(db)).toEqual([]);
});

describe('GET /integration/v1/memberships', () => {
  test('lists what the hotel sells, at its prices, and what a member can buy', async () => {
    const { hotel, currency, offers, allowed } = await readOffers('');
    expect([hotel.id, currency, allowed]).toEqual([h1, 'IDR', [1, 3]]);
    expect(offers.find(({ membership }) => membership.id === gold)).toMatchObject({
      price: '1500000.000',
      vouchers: [{ name: 'D', quantity: 2 }, { name: 'N' }],
    });
    const { data } = (await sell()).body;
    const renewal = await readOffers(`type=2&member_id=${data.member.id}`);
    expect(renewal.card?.id).toBe(data.member_card.id);
  });

  test('rejects a hotel or a member that the integration does not serve', async () => {
    expectInvalid(await website.request('GET', `memberships?hotel_id=${h3}`), 'hotel_id');
    const { data } = (await fixtures.sell({ hotel_id: h3 })).body;
    expectInvalid(await website.request('GET', `memberships?member_id=${data.member.id}`), 'member_id');
    const reader = await createSystem(api, h1, {}, { codes: ['VIEW_MEMBER'] });
    expectError(await reader.request('GET', 'memberships'), 403, 'forbidden');
  });
});

describe('POST /integration/v1/sales', () => {
  test('sells as the console does: receipt, card, vouchers and mail, at the hotel’s price', async () => {
    const reply = await sell({ reference_no: 'WEB-1' });
    expect(reply.status, reply.text).toBe(201);
    const { transaction, member, member_card, member_vouchers } = reply.body.data;
    expect(transaction).toMatchObject({
      transaction_type: { code: '1' },
      hotel_id: h1,
      currency: 'IDR',
      grand_total: '1500000.000',
      reference_no: 'WEB-1',
      created_by: null,
      transaction_no: expect.stringMatching(/\d/) as unknown,
    });
    expect(member).toMatchObject({ standing: 'active' });
    expect(member_card.membership_id).toBe(gold);
    expect(member_vouchers).toHaveLength(3);
    const { rows } = await sql<{ code: string }>`
      select d.code from mail_log l join option_detail d on d.id = l.mail_type_id
      where l.member_id = ${member.id}`.execute(db.kysely);
    expect(rows).toEqual([{ code: 'welcome' }]);
    const history = await call<{ data: { by: object }[] }>(
      app,
      admin.token,
      'GET',
      `/api/transaction/${transaction.id}/history`,
    );
    expect(history.body.data[0]?.by).toMatchObject({ name: website.name, kind: 'integration' });
  });

  test('renews a card within its window, at the renewal price', async () => {
    const { data } = (await sell()).body;
    await ageCard(db, data.member_card.id, 334);
    const reply = await sell({ type: 2, member_id: data.member.id });
    expect(reply.status, reply.text).toBe(201);
    expect(reply.body.data.transaction).toMatchObject({ grand_total: '1200000.000' });
  });

  test('is told by 409 what a member’s cards do not allow, and that a discount needs approval', async () => {
    const { data } = (await sell()).body;
    await expectNothingSold(async () => {
      expectError(await sell({ member_id: data.member.id }), 409);
      expectError(await sell({ type: 2, member_id: data.member.id }), 409);
    });
    const member_id = await enrol();
    await expectNothingSold(async () => {
      expectError(await sell({ member_id, discount: '1000.000' }), 409, 'approval_needed');
      expectError(await sell({ type: 2, member_id }), 409);
    });
  });

  test.each([
    ['type', null],
    ['type', 3],
    ['membership_id', null],
    ['membership_id', 999_999],
    ['member_id', null],
    ['member_id', 999_999],
    ['type_payment_id', null],
    ['type_payment_id', 999_999],
    ['hotel_id', 999_999],
    ['discount', '99999999.000'],
    ['discount', '0.5'],
    ['transaction_date', '2999-01-01'],
    ['transaction_date', '2020-01-01'],
    ['member', { first_name: 'Putu' }],
    ['transaction_no', 'T-1'],
  ])('rejects %s %j at its field', async (field, value) => {
    const member_id = await enrol();
    await expectNothingSold(async () => void expectInvalid(await sell({ member_id, [field]: value }), field));
  });

  test('rejects hotels and members that the integration does not see', async () => {
    const member_id = await enrol();
    const { data } = (await fixtures.sell({ hotel_id: h3 })).body;
    await expectNothingSold(async () => {
      expectInvalid(await sell({ member_id, hotel_id: h2 }), 'hotel_id');
      expectInvalid(await sell({ member_id: data.member.id }), 'member_id');
    });
    const ofBoth = await createSystem(api, h1, {}, { codes: CODES, hotels: [h2] });
    const reply = await sell({ member_id, hotel_id: h2 }, {}, ofBoth);
    expect(reply.status, reply.text).toBe(201);
    expect(reply.body.data.transaction.hotel_id).toBe(h2);
  });

  test('sells once for one key, also if it is sent twice at once, and once to one member', async () => {
    const body = await createBody();
    const headers = { 'idempotency-key': randomUUID() };
    const sales = await Promise.all([1, 2, 3].map(() => website.request('POST', 'sales', body, headers)));
    expect(sales.some(({ status }) => status === 201)).toBe(true);
    expect(sales.every(({ status }) => status === 201 || status === 409)).toBe(true);
    expect(new Set(sales.filter(({ status }) => status === 201).map(({ text }) => text)).size).toBe(1);
    const member_id = await enrol();
    const replies = await Promise.all([1, 2, 3].map(() => sell({ member_id })));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    const { rows } = await sql<{ n: number }>`select count(*)::integer as n from member_card
      where member_id in (${body.member_id}, ${member_id})`.execute(db.kysely);
    expect(rows).toEqual([{ n: 2 }]);
  });

  test('needs its right and a key, and stores nothing in test mode', async () => {
    const member_id = await enrol();
    const trial = await createSystem(api, h1, { is_test: true }, { codes: CODES });
    await expectNothingSold(async () => {
      const body = await createBody({ member_id });
      expectError(await call(app, website.token, 'POST', '/integration/v1/sales', { body }), 400, 'bad_request');
      const till = await createSystem(api, h1);
      expectError(await till.request('POST', 'sales', body), 403, 'forbidden');
      expect((await sell({ member_id }, {}, trial)).status).toBe(201);
    });
  });
});
