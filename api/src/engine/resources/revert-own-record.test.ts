import { SELF_REVERT_MINUTES } from '@innkeeper/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { type ResponseRecord, parseWritten } from '../../testing/responses.ts';
import { type Reply, call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/** Users without the delete permission may revert a record that they entered at a front desk, shortly afterwards. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const { voucher, redeem, visit, get, post } = createProgramme(api, admin, inputs, fixtures.h1);
const codes = ['STORE_VOUCHER_REDEEM', 'STORE_VISIT', 'STORE_MEMBER', 'UPDATE_VISIT'];
const desk = await createUser(db, { level: 'group', codes });
const colleague = await createUser(db, { level: 'group', codes });

const body = { reason: 'Undone immediately' };
const revertOwnRecord = (key: string, id: number, token = desk.token) =>
  call(app, token, 'DELETE', `/api/${key}/${id}`, { body });

/** Creates a new record of each kind that is entered at a front desk. */
const OWN_RECORDS: Readonly<Record<string, () => Promise<ResponseRecord>>> = {
  voucher_redeem: async () => parseWritten(await redeem(await voucher(), {}, desk.token)),
  visit: async () => parseWritten(await visit({ member_id: (await fixtures.sell()).body.data.member.id }, desk.token)),
  member_call: async () =>
    parseWritten(
      await post(
        'member_call',
        { member_id: (await fixtures.sell()).body.data.member.id, outcome: 'reached' },
        desk.token,
      ),
    ),
};
const createByKey = async (key: string): Promise<number> => (await OWN_RECORDS[key]?.())?.id ?? 0;
const expectUnchanged = async (key: string, id: number, rejectedReply: Reply<unknown>) => {
  expectError(rejectedReply, 403, 'forbidden');
  expect(await get(key, id)).toMatchObject({ deleted_at: null });
};

beforeEach(() => api.setClock(new Date()));

describe.each(Object.keys(OWN_RECORDS))('a %s', (key) => {
  test('can be reverted by the user who entered it, for ten minutes only', async () => {
    const [earlyId, lateId] = [await createByKey(key), await createByKey(key)];
    api.setClock(new Date(Date.now() + (SELF_REVERT_MINUTES - 1) * 60_000));
    const reply = await revertOwnRecord(key, earlyId);
    expect(reply.status, reply.text).toBe(200);
    expect(await get(key, earlyId)).toMatchObject({ deleted_at: expect.any(String), deleted_by: { id: desk.id } });
    api.setClock(new Date(Date.now() + (SELF_REVERT_MINUTES + 1) * 60_000));
    await expectUnchanged(key, lateId, await revertOwnRecord(key, lateId));
  });

  test('cannot be reverted by a colleague, nor in bulk', async () => {
    const id = await createByKey(key);
    await expectUnchanged(key, id, await revertOwnRecord(key, id, colleague.token));
    const bulk = { body: { ids: [id], ...body } };
    await expectUnchanged(key, id, await call(app, desk.token, 'POST', `/api/${key}/destroyBulk`, bulk));
  });

  test('cannot be restored by the same right once it is reverted', async () => {
    const id = await createByKey(key);
    await revertOwnRecord(key, id);
    expectError(await post(`${key}/${id}/restore`, {}, desk.token), 403, 'forbidden');
  });
});

test('reverting a redemption requires a reason and frees its voucher', async () => {
  const memberVoucher = await voucher();
  const { id } = parseWritten(await redeem(memberVoucher, {}, desk.token));
  expectInvalid(await call(app, desk.token, 'DELETE', `/api/voucher_redeem/${id}`), 'reason');
  expect((await revertOwnRecord('voucher_redeem', id)).status).toBe(200);
  expect(await get('voucher_redeem', id)).toMatchObject({ void_reason: body.reason });
  expect(await get('member_voucher', memberVoucher.id)).toMatchObject({ state: 'available' });
});

describe('a visit', () => {
  test('cannot be reverted once another user has changed it', async () => {
    const id = await createByKey('visit');
    expect((await post(`visit/${id}`, { remark: 'Table 4' }, colleague.token)).status).toBe(200);
    await expectUnchanged('visit', id, await revertOwnRecord('visit', id));
  });

  test('cannot be reverted once a voucher of the tier that it earned is redeemed', async () => {
    const guest = (await fixtures.sell()).body.data.member.id;
    const toPlatinum = 8;
    const createdIds: number[] = [];
    for (let n = 0; n < toPlatinum; n += 1)
      createdIds.push(parseWritten(await visit({ member_id: guest }, desk.token)).id);
    const findNewest = async (list: string): Promise<ResponseRecord> => {
      const { body: page } = await call<{ data: ResponseRecord[] }>(app, admin.token, 'GET', `/api/${list}&sort=-id`);
      const [first] = page.data;
      if (!first) throw new Error(`Nothing in ${list}`);
      return first;
    };
    const upgradedCard = await findNewest(`member_card?member_id=${guest}`);
    expect(upgradedCard).toMatchObject({ membership_id: fixtures.platinum });
    const issuedVoucher = await findNewest(`member_voucher?member_card_id=${upgradedCard.id}`);
    const redeemReply = await redeem(issuedVoucher, {}, desk.token);
    expect(redeemReply.status, redeemReply.text).toBe(201);
    const lastId = createdIds.at(-1) ?? 0;
    expectError(await revertOwnRecord('visit', lastId), 409, 'conflict');
    expect(await get('visit', lastId)).toMatchObject({ deleted_at: null });
    // Once that redemption is reverted, the visit can be reverted too.
    await revertOwnRecord('voucher_redeem', parseWritten(redeemReply).id);
    expect((await revertOwnRecord('visit', lastId)).status).toBe(200);
  });
});

test('the right to revert one’s own records does not include sales', async () => {
  const seller = await createUser(db, { level: 'group', codes: ['STORE_TRANSACTION', 'STORE_MEMBER'] });
  const sale = await fixtures.sell({}, { token: seller.token });
  const { id } = sale.body.data.transaction;
  await expectUnchanged('transaction', id, await revertOwnRecord('transaction', id, seller.token));
});
