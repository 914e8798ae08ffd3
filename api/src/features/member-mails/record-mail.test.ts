import { beforeEach, describe, expect, test } from 'vitest';
import { parseWritten } from '../../testing/responses.ts';
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
const createUserAt = (hotel: number, region: number, codes: readonly string[]) =>
  createUser(db, { level: 'property', codes, assignments: [{ region_id: region, restrict_hotel_id: hotel }] });
const desk = await createUserAt(fixtures.h1, fixtures.r1, DESK);
const colleague = await createUserAt(fixtures.h1, fixtures.r1, DESK);
const otherUser = await createUserAt(fixtures.h3, fixtures.r2, [...DESK, 'UPDATE_MAIL_LOG']);

interface RecordMail {
  readonly data: { readonly recipient: string | null; readonly delivery_status: string } | null;
}
const read = (path: string, token = desk.token) => call<RecordMail>(app, token, 'GET', `/api/${path}/mail`);
const send = (path: string, token = desk.token, body: Input = {}) =>
  call<RecordMail>(app, token, 'POST', `/api/${path}/mail`, { body });

const sell = async () => (await fixtures.sell({}, { token: desk.token })).body.data;
/** Actions at the front desk: each returns its path and the guest's id. */
const ACTIONS: Readonly<Record<string, () => Promise<{ path: string; member: number }>>> = {
  sale: async () => {
    const { transaction, member } = await sell();
    return { path: `transaction/${transaction.id}`, member: member.id };
  },
  redemption: async () => {
    const { member, member_vouchers } = await sell();
    await deliver();
    const [voucher] = member_vouchers;
    if (!voucher) throw new Error('The sale has no vouchers');
    const { id } = parseWritten(await redeem(voucher, { member_id: member.id }, desk.token));
    return { path: `voucher_redeem/${id}`, member: member.id };
  },
  visit: async () => {
    const { member } = await sell();
    await deliver();
    return { path: `visit/${parseWritten(await visit({ member_id: member.id }, desk.token)).id}`, member: member.id };
  },
};

beforeEach(() => api.setClock(new Date()));

describe.each(Object.keys(ACTIONS))('the mail of a %s', (kind) => {
  const performAction = async () => (await ACTIONS[kind]?.()) ?? { path: '', member: 0 };

  test('can be resent by the user of the action without the right to the mail log', async () => {
    const { path, member } = await performAction();
    const { email } = await get('member', member);
    const [first, ...otherMails] = await deliver();
    expect(otherMails).toEqual([]);
    expect((await read(path)).body).toEqual({ data: { recipient: email, delivery_status: 'sent' } });
    const reply = await send(path);
    expect(reply.status, reply.text).toBe(200);
    expect(reply.body).toEqual({ data: { recipient: email, delivery_status: 'queued' } });
    const secondDelivery = await deliver();
    expect(secondDelivery.map(({ to }) => to)).toEqual([[email]]);
    expect(first?.to).toEqual([email]);
  });

  test('cannot be resent by a colleague, only by a user who may send any visible mail', async () => {
    const { path } = await performAction();
    await deliver();
    for (const rejectedReply of [await read(path, colleague.token), await send(path, colleague.token)])
      expectError(rejectedReply, 403, 'forbidden');
    const office = await createUserAt(fixtures.h1, fixtures.r1, ['UPDATE_MAIL_LOG']);
    expect((await send(path, office.token)).body.data).toEqual({ recipient: null, delivery_status: 'queued' });
    for (const foreign of [await read(path, otherUser.token), await send(path, otherUser.token)])
      expectError(foreign, 404, 'record_not_found');
    expectInvalid(await send(path, desk.token, { to: 'thief@example.test' }), 'to');
    expect(await deliver()).toHaveLength(1);
  });
});

test('the mail of a redemption is neither shown nor sent if its guest is not visible', async () => {
  const { member_vouchers } = await sell();
  const unrestricted = member_vouchers.find((item) => item['restrict_hotel_id'] === null);
  const otherUser = await createUserAt(fixtures.h2, fixtures.r1, ['STORE_VOUCHER_REDEEM', 'VIEW_MEMBER']);
  const reply = await post(
    'voucher_redeem',
    {
      voucher_no: unrestricted?.['voucher_no'],
      redeem_hotel_id: fixtures.h2,
      redeem_date: new Date().toISOString(),
      booking_no: 'B-1',
      staff_name: 'Ayu',
    },
    otherUser.token,
  );
  expect(reply.status, reply.text).toBe(201);
  await deliver();
  const path = `voucher_redeem/${parseWritten(reply).id}`;
  expect((await read(path, otherUser.token)).body).toEqual({ data: null });
  expectError(await send(path, otherUser.token), 404, 'record_not_found');
});

test('resending a mail returns a conflict if no mail exists yet', async () => {
  const { member } = await sell();
  const path = `visit/${parseWritten(await visit({ member_id: member.id }, desk.token)).id}`;
  expect((await read(path)).body).toEqual({ data: null });
  expectError(await send(path), 409, 'conflict');
});
