import { afterEach, describe, expect, test } from 'vitest';
import { expectError } from '../../testing/expectations.ts';
import { createSystem } from '../../testing/system.ts';
import { startBillServer } from './bill-helpers.ts';

/**
 * Concurrent bills of a hotel's own system are independent of each other: each gets the response of a single one.
 */

const MAX_CONCURRENT = 24;
const { api, db, here, there, createMember, member, held, system } = await startBillServer(MAX_CONCURRENT);
const cardless = await createMember(here);
const foreignMember = await createMember(there);

let bills = 0;
const createBillInput = (overrides: object = {}) => ({
  card_no: held.sbec_no,
  reference_no: `G-${(bills += 1)}`,
  total_fb: '120000',
  staff_name: 'POS 3',
  visit_date: '2026-05-22 09:30:00',
  ...overrides,
});
type RequestBody = Record<string, unknown>;
type Counts = Readonly<Record<'created' | 'exists' | 'rejected', number>>;
const post = (body: object, headers?: Record<string, string>, query = '') =>
  system.request('POST', `visits${query}`, body, headers);

test('concurrent bills are written once each', async () => {
  const bodies = Array.from({ length: MAX_CONCURRENT }, () => createBillInput());
  const replies = await Promise.all(bodies.map((body) => post(body)));
  expect(replies.map(({ status }) => status)).toEqual(bodies.map(() => 201));
  expect(replies.map(({ body }) => body.data.reference_no)).toEqual(bodies.map(({ reference_no }) => reference_no));
  for (const { body, text } of replies) expect((await system.request('GET', `visits/${body.data.id}`)).text).toBe(text);
});

/**
 * Kinds of bills with a distinct response: the body, a request sent before it, and the query. Every call makes another
 * bill of the kind.
 */
const KINDS: Readonly<Record<string, () => { body: RequestBody; before?: RequestBody; query?: string }>> = {
  'by card': () => ({ body: createBillInput() }),
  'by id': () => ({ body: createBillInput({ card_no: undefined, member_id: member.id }) }),
  'with a remark': () => ({ body: createBillInput({ remark: 'Late supper', visit_date: '2026-05-02 09:30:00' }) }),
  'without a day': () => ({ body: createBillInput({ visit_date: undefined }) }),
  'without an amount': () => ({ body: createBillInput({ total_fb: undefined }) }),
  'of an unknown card': () => ({ body: createBillInput({ card_no: 'nobody 0000' }) }),
  'of another hotel’s member': () => ({ body: createBillInput({ card_no: undefined, member_id: foreignMember.id }) }),
  'of another hotel': () => ({ body: createBillInput({ hotel_id: there }) }),
  'sent as a form': () => ({ body: createBillInput({ total_fb: Buffer.from('x') }) }),
  'without a member': () => ({ body: createBillInput({ card_no: undefined }) }),
  'of zero': () => ({ body: createBillInput({ total_fb: '0' }) }),
  'of tomorrow': () => ({ body: createBillInput({ visit_date: '2026-05-23 09:30:00' }) }),
  'of a date long ago': () => ({ body: createBillInput({ visit_date: '2026-01-01 09:30:00' }) }),
  'late and without a reason': () => ({ body: createBillInput({ visit_date: '2026-05-01 09:30:00' }) }),
  'with an unknown field': () => ({ body: createBillInput({ nonsense: 1 }) }),
  'with a wrong amount': () => ({ body: createBillInput({ total_fb: '1.2345', staff_name: '' }) }),
  'that exists': () => {
    const body = createBillInput();
    return { before: body, body };
  },
  'that exists with another amount': () => {
    const before = createBillInput();
    return { before, body: { ...before, total_fb: '5' } };
  },
  'to hold, of a running card': () => ({ body: createBillInput(), query: '?hold=1' }),
  'to hold, of an unknown card': () => ({ body: createBillInput({ card_no: `4000 2000 ${bills}` }), query: '?hold=1' }),
  'to hold, of a member without a card': () => ({
    body: createBillInput({ card_no: undefined, member_id: cardless.id }),
    query: '?hold=1',
  }),
  'to hold, that is held': () => {
    const before = createBillInput({ card_no: undefined, member_id: cardless.id });
    return { before, body: before, query: '?hold=1' };
  },
  'to hold, that is held with another amount': () => {
    const before = createBillInput({ card_no: undefined, member_id: cardless.id });
    return { before, body: { ...before, total_fb: '5' }, query: '?hold=1' };
  },
  'to hold, with a wrong amount': () => ({ body: createBillInput({ total_fb: 'much' }), query: '?hold=1' }),
};

test.each(Object.entries(KINDS))('a bill %s gets the same response among others as alone', async (_, createCase) => {
  const [singleCases, concurrentCases] = [createCase(), createCase()];
  for (const { before, query } of [singleCases, concurrentCases]) if (before) await post(before, {}, query);
  const shownReply = await post(singleCases.body, {}, singleCases.query);
  const otherBills = Array.from({ length: 8 }, () => createBillInput());
  const [reply] = (
    await Promise.all([...otherBills, concurrentCases.body].map((body) => post(body, {}, concurrentCases.query)))
  ).slice(-1);
  expect([reply?.status, normalise(reply?.text ?? '')]).toEqual([shownReply.status, normalise(shownReply.text)]);
});

/** A response without the parts that differ for every bill. */
const normalise = (text: string): unknown =>
  JSON.parse(
    text
      .replaceAll(/(G-|V|4000 2000 )\d+/gu, '$1…')
      .replaceAll(/"(id|request_id|version|created_at|updated_at)": ?("[^"]*"|\d+)/gu, '"$1":0'),
  );

test('a key works once among concurrent bills, and is rejected with another body', async () => {
  const body = createBillInput();
  const key = { 'idempotency-key': 'together-1' };
  const first = await post(body, key);
  const postNeighbours = () => Array.from({ length: 8 }, () => post(createBillInput()));
  const [secondReply, otherReply] = (
    await Promise.all([...postNeighbours(), post(body, key), post(createBillInput(), key)])
  ).slice(-2);
  expect([secondReply?.status, secondReply?.text]).toEqual([201, first.text]);
  expect(expectError(otherReply ?? first, 422, 'validation_failed').errors).toHaveProperty('Idempotency-Key');
  // The key of a rejected bill can be used again.
  const invalidBill = createBillInput({ total_fb: '-1' });
  const secondKey = { 'idempotency-key': 'together-2' };
  const rejectedReply = (await Promise.all([...postNeighbours(), post(invalidBill, secondKey)])).at(-1);
  expect(rejectedReply?.status).toBe(422);
  expect((await post({ ...invalidBill, total_fb: '1' }, secondKey)).status).toBe(201);
  // Two bodies under one key at the same moment: one of them is stored.
  const thirdKey = { 'idempotency-key': 'together-3' };
  const replies = (
    await Promise.all([...postNeighbours(), post(createBillInput(), thirdKey), post(createBillInput(), thirdKey)])
  ).slice(-2);
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422]);
});

test('each response has the request id that the audit log has for its bill', async () => {
  const bodies = Array.from({ length: MAX_CONCURRENT }, () => createBillInput());
  for (const { body, headers } of await Promise.all(bodies.map((item) => post(item)))) {
    const { rows } = await db.pool.query<{ request_id: string; actor_id: number }>(
      `select request_id, actor_id::int from audit_log where resource = 'visit' and record_id = $1`,
      [body.data.id],
    );
    expect(rows).toEqual([{ request_id: headers['x-request-id'], actor_id: -system.id }]);
  }
});

test('concurrent files of the same bills, in any order, post each once without deadlocks', async () => {
  const guests = [member.id, cardless.id, (await createMember(here)).id];
  const night = Array.from({ length: 60 }, (_, n) =>
    createBillInput({ card_no: undefined, member_id: guests[n % 3], ...(n % 4 === 0 && { remark: 'Paid in parts' }) }),
  );
  const files = [night, night.toReversed(), night.slice(20), night.toReversed().slice(20)];
  const replies = await Promise.all(files.map((visits) => system.request('POST', 'visits/batch', { visits })));
  // Checked against the call's definition.
  const counts = replies.map(({ text }) => (JSON.parse(text) as { meta: Counts }).meta);
  const sumCounts = (name: keyof Counts) => counts.reduce((all, item) => all + item[name], 0);
  expect([sumCounts('created'), sumCounts('exists'), sumCounts('rejected')]).toEqual([60, 140, 0]);
  const { rows } = await db.pool.query(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  );
  expect(rows).toEqual([{ deadlocks: 0 }]);
});

describe('a batch', () => {
  let releaseLock = async (): Promise<void> => {};
  afterEach(() => releaseLock());

  test('waits at most a second for a member locked by another transaction', async () => {
    const lockedOut = await createMember(here);
    const client = await db.pool.connect();
    releaseLock = async () => {
      await client.query('rollback');
      client.release();
      releaseLock = async () => {};
    };
    await client.query('begin');
    await client.query('select from member where id = $1 for update', [lockedOut.id]);
    let isPosted = false;
    const otherPosts = Array.from({ length: 8 }, () => post(createBillInput()));
    const pendingReply = post(createBillInput({ card_no: undefined, member_id: lockedOut.id })).finally(
      () => (isPosted = true),
    );
    expect((await Promise.all(otherPosts)).map(({ status }) => status)).toEqual(otherPosts.map(() => 201));
    expect(isPosted).toBe(false);
    await releaseLock();
    expect((await pendingReply).status).toBe(201);
  });

  test('writes nothing if its system was switched off meanwhile', async () => {
    const otherSystem = await createSystem(api, here);
    const bodies = Array.from({ length: MAX_CONCURRENT }, () => createBillInput());
    expect((await otherSystem.request('POST', 'visits', createBillInput())).status).toBe(201);
    await db.pool.query('update integration set is_active = false where id = $1', [otherSystem.id]);
    const replies = await Promise.all(bodies.map((body) => otherSystem.request('POST', 'visits', body)));
    for (const reply of replies) expectError(reply, 401, 'unauthenticated');
  });
});
