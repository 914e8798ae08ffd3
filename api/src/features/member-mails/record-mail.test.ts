import { beforeEach, describe, expect, test } from 'vitest';
import { writtenIn } from '../../testing/responses.ts';
import { call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { createMailWorker } from '../../testing/mail-worker.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/** The user who sold, redeemed or posted can send the mail about it again. */

const api = await startTestApp({ isMailQueued: true, environment: { LOG_LEVEL: 'silent' } });
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const { redeem, visit, get, post } = createProgramme(api, admin, inputs, fixtures.h1);
const { deliver } = createMailWorker(api);

const DESK = ['STORE_TRANSACTION', 'STORE_MEMBER', 'VIEW_MEMBER', 'STORE_VOUCHER_REDEEM', 'STORE_VISIT'];
const at = (hotel: number, region: number, codes: readonly string[]) =>
  createUser(db, { level: 'property', codes, assignments: [{ region_id: region, restrict_hotel_id: hotel }] });
const desk = await at(fixtures.h1, fixtures.r1, DESK);
const colleague = await at(fixtures.h1, fixtures.r1, DESK);
const elsewhere = await at(fixtures.h3, fixtures.r2, [...DESK, 'UPDATE_MAIL_LOG']);

interface Mail {
  readonly data: { readonly recipient: string | null; readonly delivery_status: string } | null;
}
const read = (act: string, token = desk.token) => call<Mail>(app, token, 'GET', `/api/${act}/mail`);
const send = (act: string, token = desk.token, body: Input = {}) =>
  call<Mail>(app, token, 'POST', `/api/${act}/mail`, { body });

const sell = async () => (await fixtures.sell({}, { token: desk.token })).body.data;
/** Actions at the front desk: each returns its path and the guest's id. */
const ACTIONS: Readonly<Record<string, () => Promise<{ act: string; member: number }>>> = {
  sale: async () => {
    const { transaction, member } = await sell();
    return { act: `transaction/${transaction.id}`, member: member.id };
  },
  redemption: async () => {
    const { member, member_vouchers } = await sell();
    await deliver();
    const [voucher] = member_vouchers;
    if (!voucher) throw new Error('The sale has no vouchers');
    const { id } = writtenIn(await redeem(voucher, { member_id: member.id }, desk.token));
    return { act: `voucher_redeem/${id}`, member: member.id };
  },
  visit: async () => {
    const { member } = await sell();
    await deliver();
    return { act: `visit/${writtenIn(await visit({ member_id: member.id }, desk.token)).id}`, member: member.id };
  },
};

beforeEach(() => api.setClock(new Date()));

describe.each(Object.keys(ACTIONS))('the mail of a %s', (kind) => {
  const done = async () => (await ACTIONS[kind]?.()) ?? { act: '', member: 0 };

  test('can be resent by the user of the action without the right to the mail log', async () => {
    const { act, member } = await done();
    const { email } = await get('member', member);
    const [first, ...others] = await deliver();
    expect(others).toEqual([]);
    expect((await read(act)).body).toEqual({ data: { recipient: email, delivery_status: 'sent' } });
    const reply = await send(act);
    expect(reply.status, reply.text).toBe(200);
    expect(reply.body).toEqual({ data: { recipient: email, delivery_status: 'queued' } });
    const again = await deliver();
    expect(again.map(({ to }) => to)).toEqual([[email]]);
    expect(first?.to).toEqual([email]);
  });

  test('cannot be resent by a colleague, only by a user who may send any visible mail', async () => {
    const { act } = await done();
    await deliver();
    for (const rejected of [await read(act, colleague.token), await send(act, colleague.token)])
      expectError(rejected, 403, 'forbidden');
    const office = await at(fixtures.h1, fixtures.r1, ['UPDATE_MAIL_LOG']);
    expect((await send(act, office.token)).body.data).toEqual({ recipient: null, delivery_status: 'queued' });
    for (const foreign of [await read(act, elsewhere.token), await send(act, elsewhere.token)])
      expectError(foreign, 404, 'record_not_found');
    expectInvalid(await send(act, desk.token, { to: 'thief@example.test' }), 'to');
    expect(await deliver()).toHaveLength(1);
  });
});

test('the mail of a redemption is neither shown nor sent if its guest is not visible', async () => {
  const { member_vouchers } = await sell();
  const everywhere = member_vouchers.find((one) => one['restrict_hotel_id'] === null);
  const other = await at(fixtures.h2, fixtures.r1, ['STORE_VOUCHER_REDEEM', 'VIEW_MEMBER']);
  const reply = await post(
    'voucher_redeem',
    {
      voucher_no: everywhere?.['voucher_no'],
      redeem_hotel_id: fixtures.h2,
      redeem_date: new Date().toISOString(),
      booking_no: 'B-1',
      staff_name: 'Ayu',
    },
    other.token,
  );
  expect(reply.status, reply.text).toBe(201);
  await deliver();
  const act = `voucher_redeem/${writtenIn(reply).id}`;
  expect((await read(act, other.token)).body).toEqual({ data: null });
  expectError(await send(act, other.token), 404, 'record_not_found');
});

test('resending a mail returns a conflict if no mail exists yet', async () => {
  const { member } = await sell();
  const act = `visit/${writtenIn(await visit({ member_id: member.id }, desk.token)).id}`;
  expect((await read(act)).body).toEqual({ data: null });
  expectError(await send(act), 409, 'conflict');
});
