import { getResource } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { type Answered, writtenIn } from '../../testing/answers.ts';
import { type Reply, call, formBody } from '../../testing/call.ts';
import { expectInvalid } from '../../testing/expectations.ts';
import { createHouse } from '../../testing/house.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createWorld } from '../../testing/world.ts';

const api = await startTestApp();
api.setClock(new Date());
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const world = await createWorld(db);
const inputs = createInputs(api, admin, world);
const { voucher, redeem, get } = createProgramme(api, admin, inputs, world.hotel);
const house = await createHouse(api, admin, inputs);
const REASON = 'For the wrong guest';

/** Records that are voided or cancelled, each time a new one. */
const VOIDED: Readonly<Record<string, () => Promise<Answered>>> = {
  voucher_redeem: async () => writtenIn(await redeem(await voucher())),
  transaction: async () => (await house.sell()).body.data.transaction,
};

type Door = (key: string, id: number, reason?: string) => Promise<Reply<Record<string, unknown>>>;
const said = (reason: string | undefined) => (reason === undefined ? {} : { reason });
const send = (method: 'POST' | 'DELETE', url: string, body?: object) =>
  call(app, admin.token, method, url, body && { body });
const DOORS: Readonly<Record<string, Door>> = {
  'a DELETE with a body': (key, id, reason) => send('DELETE', `/api/${key}/${id}`, said(reason)),
  'a DELETE with a query': (key, id, reason) =>
    send('DELETE', `/api/${key}/${id}?${new URLSearchParams(reason === undefined ? {} : { reason }).toString()}`),
  _method: (key, id, reason) => send('POST', `/api/${key}/${id}`, { _method: 'DELETE', ...said(reason) }),
  'a form': (key, id, reason) => {
    const { body, headers } = formBody({ _method: 'DELETE', ...said(reason) });
    return call(app, admin.token, 'POST', `/api/${key}/${id}`, { body, headers });
  },
  'a bulk delete': (key, id, reason) => send('POST', `/api/${key}/destroyBulk`, { ids: [id], ...said(reason) }),
  'a bulk delete by filter': (key, id, reason) =>
    send('POST', `/api/${key}/destroyBulk`, { filter: { 'filter[id][eq]': String(id) }, ...said(reason) }),
};
const cases = Object.keys(VOIDED).flatMap((key) => Object.keys(DOORS).map((door) => [key, door] as const));

test.each(cases)('a %s is deleted by %s with a reason alone', async (key, door) => {
  const made = await VOIDED[key]?.();
  const id = made?.id ?? 0;
  const through = async (reason?: string) => DOORS[door]?.(key, id, reason) ?? Promise.reject(new Error(door));
  for (const none of [undefined, '', '  ']) expectInvalid(await through(none), 'reason');
  expect(await get(key, id)).toMatchObject({ deleted_at: null });
  const reply = await through(REASON);
  expect(reply.status, reply.text).toBe(200);
  expect(await get(key, id)).toMatchObject({ deleted_at: expect.any(String), void_reason: REASON });
});

describe('the reason of a cancelled sale', () => {
  test('is one for all that go together; one sale among other transactions is enough to need it', async () => {
    const sale = (await house.sell()).body.data.transaction.id;
    const bill = (await inputs.create(getResource('transaction'))).id;
    const all = (more: object) => send('POST', '/api/transaction/destroyBulk', { ids: [sale, bill], ...more });
    expectInvalid(await all({}), 'reason');
    expect((await all({ dry_run: 1 })).status).toBe(200);
    expect((await all({ reason: REASON })).status).toBe(200);
    for (const id of [sale, bill]) expect(await get('transaction', id)).toMatchObject({ void_reason: REASON });
  });

  test('is forgotten with a restore, and no update writes it', async () => {
    const { id } = (await house.sell()).body.data.transaction;
    writtenIn(await send('DELETE', `/api/transaction/${id}`, { reason: REASON }));
    expect(writtenIn(await send('POST', `/api/transaction/${id}/restore`))).toMatchObject({ void_reason: null });
    expect(writtenIn(await send('POST', `/api/transaction/${id}`, { void_reason: 'Not so' }))).toMatchObject({
      void_reason: null,
    });
  });

  test('is kept where a voucher is deleted with one, and not asked for', async () => {
    const [told, untold] = [await voucher(), await voucher()];
    await send('DELETE', `/api/member_voucher/${told.id}`, { reason: REASON });
    await send('DELETE', `/api/member_voucher/${untold.id}`);
    expect(await get('member_voucher', told.id)).toMatchObject({ deleted_at: expect.any(String), void_reason: REASON });
    expect(await get('member_voucher', untold.id)).toMatchObject({ deleted_at: expect.any(String), void_reason: null });
  });

  test('is not asked for a transaction that sold no membership', async () => {
    const { id } = await inputs.create(getResource('transaction'));
    expect(writtenIn(await send('DELETE', `/api/transaction/${id}`))).toMatchObject({ void_reason: null });
  });
});
