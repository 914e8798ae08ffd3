import { beforeEach, describe, expect, test } from 'vitest';
import { writtenIn } from '../../testing/answers.ts';
import { readBooks } from '../../testing/books.ts';
import { REASON, type Reply, call } from '../../testing/call.ts';
import { createClosings } from '../../testing/closings.ts';
import { expectError } from '../../testing/expectations.ts';
import { createHouse } from '../../testing/house.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createWorld } from '../../testing/world.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createWorld(db));
const house = await createHouse(api, admin, inputs);
const ASKING = { Prefer: 'respond-async, handling=strict' };
const post = (path: string, body: Input, headers: Record<string, string> = {}) =>
  call(app, admin.token, 'POST', `/api/${path}`, { body, headers });

let serial = 0;
let receipt = '';
let first: Input & { readonly id: number };
beforeEach(async () => {
  serial += 1;
  receipt = `OR ${serial}a`;
  first = writtenIn(await post('transaction', { hotel_id: house.h1, reference_no: receipt }));
});
/** The same number as another person writes it. */
const spelled = () => receipt.toUpperCase().replace(' ', '');
const other = async (reference_no = `OR-${serial}-other`) =>
  writtenIn(await post('transaction', { hotel_id: house.h1, reference_no })).id;

/** The doors at which a person writes a receipt number. */
const DOORS: Readonly<Record<string, () => Promise<readonly [path: string, body: Input]>>> = {
  'a sale': async () => ['transaction/wizard', await house.order({ reference_no: spelled() })],
  'another transaction': async () => ['transaction', { hotel_id: house.h1, reference_no: spelled() }],
  'a change': async () => [`transaction/${await other()}`, { reference_no: spelled() }],
  'a bulk edit': async () => ['transaction/updateBulk', { ids: [await other()], set: { reference_no: spelled() } }],
  'the fee of a card': async () => {
    const { member_card } = (await house.sell({ reference_no: `OR-${serial}-card` })).body.data;
    const payment = await house.detail('type-payment', 'cash');
    return [
      `member_card/${member_card.id}/replace`,
      { reason: 'Lost card', fee: '50000', type_payment_id: payment, reference_no: spelled() },
    ];
  },
};

describe('a receipt number that stands on another transaction of the hotel', () => {
  test.each(Object.entries(DOORS))('is asked about at %s, and taken once it is meant', async (_door, ask) => {
    const [path, body] = await ask();
    const before = await readBooks(db);
    const key = { 'Idempotency-Key': `receipt-${serial}` };
    const reply = await post(path, body, { ...ASKING, ...key });
    const { message } = expectError(reply, 409, 'confirmation_needed');
    expect(message).toContain(String(first.transaction_no));
    expect(await readBooks(db)).toEqual(before);
    expect((await post(path, body, key)).status).toBeLessThan(300);
  });

  test('is no question to a client that does not ask for one, nor in a dry run', async () => {
    for (const Prefer of ['handling=lenient', 'return=minimal', 'handling="strict-ish"'])
      expect((await post('transaction', { hotel_id: house.h1, reference_no: receipt }, { Prefer })).status).toBe(201);
    const edit = { ids: [await other()], set: { reference_no: receipt }, dry_run: 1 };
    expect((await post('transaction/updateBulk', edit, ASKING)).body).toMatchObject({ data: { updated: 1 } });
  });

  test('is asked about once: saved again with the other fields, it is no question', async () => {
    const id = await other(receipt);
    expect((await post(`transaction/${id}`, { reference_no: receipt, remark: 'Both' }, ASKING)).status).toBe(200);
  });

  test('is free at another hotel, and where the other one was cancelled or reversed', async () => {
    expect((await post('transaction', { hotel_id: house.h2, reference_no: receipt }, ASKING)).status).toBe(201);
    await call(app, admin.token, 'DELETE', `/api/transaction/${first.id}`, REASON);
    expect((await post('transaction', { hotel_id: house.h1, reference_no: receipt }, ASKING)).status).toBe(201);
    api.setClock(new Date('2025-03-20T04:00:00Z'));
    const { transaction } = (await house.sell({ reference_no: 'OR OF MARCH' })).body.data;
    api.setClock(new Date());
    expect((await createClosings(api, admin, house.country).close('2025-03')).status).toBe(201);
    expect((await post(`transaction/${transaction.id}/reversal`, REASON.body)).status).toBe(201);
    const again = { hotel_id: house.h1, reference_no: 'OR OF MARCH' };
    expect((await post('transaction', again, ASKING)).status).toBe(201);
  });

  test('is none where two transactions have no number', async () => {
    const replies: Reply<unknown>[] = [];
    for (const reference_no of [null, '', null])
      replies.push(await post('transaction', { hotel_id: house.h1, reference_no }, ASKING));
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
  });
});
