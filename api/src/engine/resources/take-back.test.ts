import { TAKE_BACK_MINUTES } from '@innkeeper/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Answered, writtenIn } from '../../testing/answers.ts';
import { type Reply, call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createHouse } from '../../testing/house.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createWorld } from '../../testing/world.ts';

/** Users take back at once a record that they entered at a counter, without the right to delete. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createWorld(db));
const house = await createHouse(api, admin, inputs);
const { voucher, redeem, visit, get, post } = createProgramme(api, admin, inputs, house.h1);
const codes = ['STORE_VOUCHER_REDEEM', 'STORE_VISIT', 'STORE_MEMBER', 'UPDATE_VISIT'];
const desk = await createUser(db, { level: 'group', codes });
const colleague = await createUser(db, { level: 'group', codes });

const body = { reason: 'Taken back at once' };
const takeBack = (key: string, id: number, token = desk.token) =>
  call(app, token, 'DELETE', `/api/${key}/${id}`, { body });

/** Records that are entered at a counter, each time a new one. */
const ENTERED: Readonly<Record<string, () => Promise<Answered>>> = {
  voucher_redeem: async () => writtenIn(await redeem(await voucher(), {}, desk.token)),
  visit: async () => writtenIn(await visit({ member_id: (await house.sell()).body.data.member.id }, desk.token)),
  member_call: async () =>
    writtenIn(
      await post(
        'member_call',
        { member_id: (await house.sell()).body.data.member.id, outcome: 'reached' },
        desk.token,
      ),
    ),
};
const enter = async (key: string): Promise<number> => (await ENTERED[key]?.())?.id ?? 0;
const expectKept = async (key: string, id: number, refused: Reply<unknown>) => {
  expectError(refused, 403, 'forbidden');
  expect(await get(key, id)).toMatchObject({ deleted_at: null });
};

beforeEach(() => api.setClock(new Date()));

describe.each(Object.keys(ENTERED))('a %s', (key) => {
  test('is taken back by whoever entered it, for ten minutes and no longer', async () => {
    const [early, late] = [await enter(key), await enter(key)];
    api.setClock(new Date(Date.now() + (TAKE_BACK_MINUTES - 1) * 60_000));
    const reply = await takeBack(key, early);
    expect(reply.status, reply.text).toBe(200);
    expect(await get(key, early)).toMatchObject({ deleted_at: expect.any(String), deleted_by: { id: desk.id } });
    api.setClock(new Date(Date.now() + (TAKE_BACK_MINUTES + 1) * 60_000));
    await expectKept(key, late, await takeBack(key, late));
  });

  test('of a colleague stays, and so does an own one in bulk', async () => {
    const id = await enter(key);
    await expectKept(key, id, await takeBack(key, id, colleague.token));
    const bulk = { body: { ids: [id], ...body } };
    await expectKept(key, id, await call(app, desk.token, 'POST', `/api/${key}/destroyBulk`, bulk));
  });

  test('that was taken back is not brought back by the same right', async () => {
    const id = await enter(key);
    await takeBack(key, id);
    expectError(await post(`${key}/${id}/restore`, {}, desk.token), 403, 'forbidden');
  });
});

test('a redemption taken back says why, and frees its voucher', async () => {
  const mine = await voucher();
  const { id } = writtenIn(await redeem(mine, {}, desk.token));
  expectInvalid(await call(app, desk.token, 'DELETE', `/api/voucher_redeem/${id}`), 'reason');
  expect((await takeBack('voucher_redeem', id)).status).toBe(200);
  expect(await get('voucher_redeem', id)).toMatchObject({ void_reason: body.reason });
  expect(await get('member_voucher', mine.id)).toMatchObject({ state: 'available' });
});

describe('a visit', () => {
  test('that somebody else has changed since stays', async () => {
    const id = await enter('visit');
    expect((await post(`visit/${id}`, { remark: 'Table 4' }, colleague.token)).status).toBe(200);
    await expectKept('visit', id, await takeBack('visit', id));
  });

  test('that led to a level stays once a voucher of that level was redeemed', async () => {
    const guest = (await house.sell()).body.data.member.id;
    const toPlatinum = 8;
    const entered: number[] = [];
    for (let n = 0; n < toPlatinum; n += 1) entered.push(writtenIn(await visit({ member_id: guest }, desk.token)).id);
    const newest = async (list: string): Promise<Answered> => {
      const { body: found } = await call<{ data: Answered[] }>(app, admin.token, 'GET', `/api/${list}&sort=-id`);
      const [first] = found.data;
      if (!first) throw new Error(`Nothing in ${list}`);
      return first;
    };
    const risen = await newest(`member_card?member_id=${guest}`);
    expect(risen).toMatchObject({ membership_id: house.platinum });
    const given = await newest(`member_voucher?member_card_id=${risen.id}`);
    const used = await redeem(given, {}, desk.token);
    expect(used.status, used.text).toBe(201);
    const last = entered.at(-1) ?? 0;
    expectError(await takeBack('visit', last), 409, 'conflict');
    expect(await get('visit', last)).toMatchObject({ deleted_at: null });
    // Once that redemption is taken back, so may be the visit.
    await takeBack('voucher_redeem', writtenIn(used).id);
    expect((await takeBack('visit', last)).status).toBe(200);
  });
});

test('a sale is never taken back so', async () => {
  const seller = await createUser(db, { level: 'group', codes: ['STORE_TRANSACTION', 'STORE_MEMBER'] });
  const sold = await house.sell({}, { token: seller.token });
  const { id } = sold.body.data.transaction;
  await expectKept('transaction', id, await takeBack('transaction', id, seller.token));
});
