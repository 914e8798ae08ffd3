import { beforeEach, describe, expect, test } from 'vitest';
import { parseWritten } from '../../testing/responses.ts';
import { readDatabaseState } from '../../testing/database-state.ts';
import { REASON, type Reply, call } from '../../testing/call.ts';
import { createClosings } from '../../testing/closings.ts';
import { expectError } from '../../testing/expectations.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const STRICT_HANDLING = { Prefer: 'respond-async, handling=strict' };
const post = (path: string, body: Input, headers: Record<string, string> = {}) =>
  call(app, admin.token, 'POST', `/api/${path}`, { body, headers });

let serial = 0;
let receipt = '';
let first: Input & { readonly id: number };
beforeEach(async () => {
  serial += 1;
  receipt = `OR ${serial}a`;
  first = parseWritten(await post('transaction', { hotel_id: fixtures.h1, reference_no: receipt }));
});
/** The same number in another spelling. */
const respellNumber = () => receipt.toUpperCase().replace(' ', '');
const createOther = async (reference_no = `OR-${serial}-other`) =>
  parseWritten(await post('transaction', { hotel_id: fixtures.h1, reference_no })).id;

/** Entry points where a person enters a receipt number. */
const ENTRY_POINTS: Readonly<Record<string, () => Promise<readonly [path: string, body: Input]>>> = {
  'a sale': async () => ['transaction/wizard', await fixtures.createSaleInput({ reference_no: respellNumber() })],
  'another transaction': async () => ['transaction', { hotel_id: fixtures.h1, reference_no: respellNumber() }],
  'a change': async () => [`transaction/${await createOther()}`, { reference_no: respellNumber() }],
  'a bulk edit': async () => [
    'transaction/updateBulk',
    { ids: [await createOther()], set: { reference_no: respellNumber() } },
  ],
  'the fee of a card': async () => {
    const { member_card } = (await fixtures.sell({ reference_no: `OR-${serial}-card` })).body.data;
    const payment = await fixtures.findOptionDetail('type-payment', 'cash');
    return [
      `member_card/${member_card.id}/replace`,
      { reason: 'Lost card', fee: '50000', type_payment_id: payment, reference_no: respellNumber() },
    ];
  },
};

describe('a receipt number that another transaction of the hotel has', () => {
  test.each(Object.entries(ENTRY_POINTS))(
    'needs confirmation for %s, and is accepted once confirmed',
    async (_title, request) => {
      const [path, body] = await request();
      const before = await readDatabaseState(db);
      const key = { 'Idempotency-Key': `receipt-${serial}` };
      const reply = await post(path, body, { ...STRICT_HANDLING, ...key });
      const { message } = expectError(reply, 409, 'confirmation_needed');
      expect(message).toContain(String(first.transaction_no));
      expect(await readDatabaseState(db)).toEqual(before);
      expect((await post(path, body, key)).status).toBeLessThan(300);
    },
  );

  test('needs no confirmation from a client without support for it, or in a dry run', async () => {
    for (const Prefer of ['handling=lenient', 'return=minimal', 'handling="strict-ish"'])
      expect((await post('transaction', { hotel_id: fixtures.h1, reference_no: receipt }, { Prefer })).status).toBe(
        201,
      );
    const edit = { ids: [await createOther()], set: { reference_no: receipt }, dry_run: 1 };
    expect((await post('transaction/updateBulk', edit, STRICT_HANDLING)).body).toMatchObject({ data: { updated: 1 } });
  });

  test('needs confirmation only once, even when saved again with other fields', async () => {
    const id = await createOther(receipt);
    expect((await post(`transaction/${id}`, { reference_no: receipt, remark: 'Both' }, STRICT_HANDLING)).status).toBe(
      200,
    );
  });

  test('may be reused at another hotel, and after a cancellation or reversal', async () => {
    expect((await post('transaction', { hotel_id: fixtures.h2, reference_no: receipt }, STRICT_HANDLING)).status).toBe(
      201,
    );
    await call(app, admin.token, 'DELETE', `/api/transaction/${first.id}`, REASON);
    expect((await post('transaction', { hotel_id: fixtures.h1, reference_no: receipt }, STRICT_HANDLING)).status).toBe(
      201,
    );
    api.setClock(new Date('2025-03-20T04:00:00Z'));
    const { transaction } = (await fixtures.sell({ reference_no: 'OR OF MARCH' })).body.data;
    api.setClock(new Date());
    expect((await createClosings(api, admin, fixtures.country).close('2025-03')).status).toBe(201);
    expect((await post(`transaction/${transaction.id}/reversal`, REASON.body)).status).toBe(201);
    const secondInput = { hotel_id: fixtures.h1, reference_no: 'OR OF MARCH' };
    expect((await post('transaction', secondInput, STRICT_HANDLING)).status).toBe(201);
  });

  test('does not conflict if it is empty', async () => {
    const replies: Reply<unknown>[] = [];
    for (const reference_no of [null, '', null])
      replies.push(await post('transaction', { hotel_id: fixtures.h1, reference_no }, STRICT_HANDLING));
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
  });
});
