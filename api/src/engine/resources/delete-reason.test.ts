import { DELETED_WITHOUT_REASON, getResource } from '@innkeeper/contract';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type ResponseRecord, parseWritten } from '../../testing/responses.ts';
import { type Reply, call, createFormBody } from '../../testing/call.ts';
import { expectInvalid } from '../../testing/expectations.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

const api = await startTestApp();
api.setClock(new Date());
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const baseRecords = await createBaseRecords(db);
const inputs = createInputs(api, admin, baseRecords);
const { voucher, redeem, get } = createProgramme(api, admin, inputs, baseRecords.hotel);
const fixtures = await createFixtures(api, admin, inputs);
const REASON = 'For the wrong guest';

/** Creates a new record of each kind that is voided or cancelled. */
const DELETABLE_RECORDS: Readonly<Record<string, () => Promise<ResponseRecord>>> = {
  voucher_redeem: async () => parseWritten(await redeem(await voucher())),
  transaction: async () => (await fixtures.sell()).body.data.transaction,
};

type EntryPoint = (key: string, id: number, reason?: string) => Promise<Reply<Record<string, unknown>>>;
const toBody = (reason: string | undefined) => (reason === undefined ? {} : { reason });
const send = (method: 'POST' | 'DELETE', url: string, body?: object) =>
  call(app, admin.token, method, url, body && { body });
const ENTRY_POINTS: Readonly<Record<string, EntryPoint>> = {
  'a DELETE with a body': (key, id, reason) => send('DELETE', `/api/${key}/${id}`, toBody(reason)),
  'a DELETE with a query': (key, id, reason) =>
    send('DELETE', `/api/${key}/${id}?${new URLSearchParams(reason === undefined ? {} : { reason }).toString()}`),
  _method: (key, id, reason) => send('POST', `/api/${key}/${id}`, { _method: 'DELETE', ...toBody(reason) }),
  'a form': (key, id, reason) => {
    const { body, headers } = createFormBody({ _method: 'DELETE', ...toBody(reason) });
    return call(app, admin.token, 'POST', `/api/${key}/${id}`, { body, headers });
  },
  'a bulk delete': (key, id, reason) => send('POST', `/api/${key}/destroyBulk`, { ids: [id], ...toBody(reason) }),
  'a bulk delete by filter': (key, id, reason) =>
    send('POST', `/api/${key}/destroyBulk`, { filter: { 'filter[id][eq]': String(id) }, ...toBody(reason) }),
};
const cases = Object.keys(DELETABLE_RECORDS).flatMap((key) =>
  Object.keys(ENTRY_POINTS).map((entryPoint) => [key, entryPoint] as const),
);

test.each(cases)('a %s is deleted by %s only with a reason', async (key, entryPoint) => {
  const record = await DELETABLE_RECORDS[key]?.();
  const id = record?.id ?? 0;
  const deleteWith = async (reason?: string) =>
    ENTRY_POINTS[entryPoint]?.(key, id, reason) ?? Promise.reject(new Error(entryPoint));
  for (const blankReason of [undefined, '', '  ']) expectInvalid(await deleteWith(blankReason), 'reason');
  expect(await get(key, id)).toMatchObject({ deleted_at: null });
  const reply = await deleteWith(REASON);
  expect(reply.status, reply.text).toBe(200);
  expect(await get(key, id)).toMatchObject({ deleted_at: expect.any(String), void_reason: REASON });
});

/** Sets whether deletes require a reason, until the test has finished. */
async function setReasonRequired(value: '0' | '1'): Promise<void> {
  const setValue = (newValue: string) =>
    sql`update option_detail d set value = ${newValue} from option o
      where o.id = d.option_id and o.slug = 'reason-required' and d.code = 'delete'`.execute(db.kysely);
  onTestFinished(async () => void (await setValue('1')));
  await setValue(value);
}

describe('while no reason is required', () => {
  test.each(cases)('a %s is deleted by %s without one, and a given one is stored', async (key, entryPoint) => {
    await setReasonRequired('0');
    for (const [reason, storedReason] of [
      [undefined, DELETED_WITHOUT_REASON],
      ['  ', DELETED_WITHOUT_REASON],
      [REASON, REASON],
    ] as const) {
      const id = (await DELETABLE_RECORDS[key]?.())?.id ?? 0;
      const reply = await ENTRY_POINTS[entryPoint]?.(key, id, reason);
      expect(reply?.status, reply?.text).toBe(200);
      expect(await get(key, id)).toMatchObject({ deleted_at: expect.any(String), void_reason: storedReason });
    }
  });

  test('an invalid reason is still rejected', async () => {
    await setReasonRequired('0');
    const { id } = (await fixtures.sell()).body.data.transaction;
    expectInvalid(await send('DELETE', `/api/transaction/${id}`, { reason: 'x'.repeat(501) }), 'reason');
    expect(await get('transaction', id)).toMatchObject({ deleted_at: null });
  });

  test('records that need none are deleted without a stored reason', async () => {
    await setReasonRequired('0');
    const bill = await inputs.create(getResource('transaction'));
    const unusedVoucher = await voucher();
    for (const [key, { id }] of [['transaction', bill] as const, ['member_voucher', unusedVoucher] as const])
      expect(parseWritten(await send('DELETE', `/api/${key}/${id}`))).toMatchObject({ void_reason: null });
  });

  test('a user without the right to see options finds the number in the list of options', async () => {
    await setReasonRequired('0');
    const clerk = await createUser(db, { level: 'group', codes: ['VIEW_VOUCHER_REDEEM'] });
    const { body } = await call(app, clerk.token, 'GET', '/api/option');
    expect(body).toMatchObject({
      data: {
        data: expect.arrayContaining([
          expect.objectContaining({
            slug: 'reason-required',
            option_detail: [expect.objectContaining({ code: 'delete', value: '0' })],
          }),
        ]),
      },
    });
  });
});

describe('the reason of a cancelled sale', () => {
  test('is shared by all deleted records, and required if one of them is a sale', async () => {
    const sale = (await fixtures.sell()).body.data.transaction.id;
    const bill = (await inputs.create(getResource('transaction'))).id;
    const deleteAll = (fields: object) =>
      send('POST', '/api/transaction/destroyBulk', { ids: [sale, bill], ...fields });
    expectInvalid(await deleteAll({}), 'reason');
    expect((await deleteAll({ dry_run: 1 })).status).toBe(200);
    expect((await deleteAll({ reason: REASON })).status).toBe(200);
    for (const id of [sale, bill]) expect(await get('transaction', id)).toMatchObject({ void_reason: REASON });
  });

  test('is cleared by a restore, and cannot be set by an update', async () => {
    const { id } = (await fixtures.sell()).body.data.transaction;
    parseWritten(await send('DELETE', `/api/transaction/${id}`, { reason: REASON }));
    expect(parseWritten(await send('POST', `/api/transaction/${id}/restore`))).toMatchObject({ void_reason: null });
    expect(parseWritten(await send('POST', `/api/transaction/${id}`, { void_reason: 'Not so' }))).toMatchObject({
      void_reason: null,
    });
  });

  test('is optional when a voucher is deleted, and stored if given', async () => {
    const [withReason, withoutReason] = [await voucher(), await voucher()];
    await send('DELETE', `/api/member_voucher/${withReason.id}`, { reason: REASON });
    await send('DELETE', `/api/member_voucher/${withoutReason.id}`);
    expect(await get('member_voucher', withReason.id)).toMatchObject({
      deleted_at: expect.any(String),
      void_reason: REASON,
    });
    expect(await get('member_voucher', withoutReason.id)).toMatchObject({
      deleted_at: expect.any(String),
      void_reason: null,
    });
  });

  test('is not required for a transaction that sold no membership', async () => {
    const { id } = await inputs.create(getResource('transaction'));
    expect(parseWritten(await send('DELETE', `/api/transaction/${id}`))).toMatchObject({ void_reason: null });
  });
});
