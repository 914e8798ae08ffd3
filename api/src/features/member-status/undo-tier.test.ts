import { resources } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { parseList } from '../../testing/responses.ts';
import { call, queryString } from '../../testing/call.ts';
import { expectError } from '../../testing/expectations.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { createInputs } from '../../testing/inputs.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/** Undoing a tier that was set by mistake. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const region = { region_id: fixtures.r1 };
const discountLimit = 100;
const USERS = {
  administrator: admin,
  'regional manager': await createUser(db, { level: 'region', discountLimit, assignments: [region] }),
  'user of one hotel': await createUser(db, {
    level: 'property',
    discountLimit,
    codes: ['VIEW_MEMBER', 'UPDATE_MEMBER'],
    assignments: [{ ...region, restrict_hotel_id: fixtures.h1 }],
  }),
};

const post = (path: string, token: string, body = {}) =>
  call<{ data: Record<string, unknown> }>(app, token, 'POST', `/api/member/${path}`, { body });
/** Sells Gold, and sets Platinum by mistake. */
async function setWrongTier(token = admin.token): Promise<number> {
  const { id } = (await fixtures.sell()).body.data.member;
  const reply = await post(`${id}/membership`, token, { membership_id: fixtures.platinum, remark: 'Wrong guest' });
  expect(reply.status, reply.text).toBe(200);
  return id;
}
const undo = (id: number, token = admin.token) => post(`${id}/membership/undo`, token);
/** The vouchers of a member that are not deleted. */
async function readVouchers(member: number) {
  const query = queryString({ member_id: member, page: 1 });
  const vouchers = parseList(
    resources.member_voucher,
    await call(app, admin.token, 'GET', `/api/member_voucher?${query}`),
  );
  return vouchers;
}

describe('undoing a tier', () => {
  test.each(Object.entries(USERS))('brings the tier before back, without the vouchers: $0', async (_, { token }) => {
    const id = await setWrongTier(token);
    const before = await readVouchers(id);
    expect(before.filter(({ state }) => state === 'available')).toHaveLength(4);
    const reply = await undo(id, token);
    expect(reply.status, reply.text).toBe(200);
    expect(reply.body.data).toMatchObject({ id, membership_id: fixtures.gold });
    const after = await readVouchers(id);
    expect(after.filter(({ state }) => state === 'available')).toHaveLength(3);
    expectError(await undo(id, token), 403, 'forbidden');
  });

  test('is for the user who set it, within ten minutes', async () => {
    const id = await setWrongTier(USERS['regional manager'].token);
    expectError(await undo(id), 403, 'forbidden');
    api.setClock(new Date(Date.now() + 11 * 60_000));
    const late = await undo(id, USERS['regional manager'].token);
    expectError(late, 403, 'forbidden');
    expect(late.text).toContain('within 10 minutes');
  });

  test('is rejected once a voucher of the tier was redeemed', async () => {
    api.setClock(new Date());
    const id = await setWrongTier();
    const [newest] = (await readVouchers(id)).toSorted((a, b) => b.id - a.id);
    await fixtures.redeem(newest);
    expectError(await undo(id), 409, 'conflict');
  });

  test('is rejected for a tier that was sold', async () => {
    const { id } = (await fixtures.sell()).body.data.member;
    expectError(await undo(id), 403, 'forbidden');
  });
});
