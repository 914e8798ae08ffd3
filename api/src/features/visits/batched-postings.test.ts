import { afterEach, describe, expect, test } from 'vitest';
import { expectError } from '../../testing/expectations.ts';
import { createSystem } from '../../testing/system.ts';
import { startBills } from './bill-helpers.ts';

/**
 * Bills that a hotel's own system posts at the same moment: batched into few transactions, each with the response that
 * it would get alone.
 */

const MAX_CONCURRENT = 24;
const { api, db, here, there, memberOf, member, held, system } = await startBills(MAX_CONCURRENT);
const cardless = await memberOf(here);
const foreign = await memberOf(there);

let bills = 0;
const bill = (over: object = {}) => ({
  card_no: held.sbec_no,
  reference_no: `G-${(bills += 1)}`,
  total_fb: '120000',
  staff_name: 'POS 3',
  visit_date: '2026-05-22 09:30:00',
  ...over,
});
type Sent = Record<string, unknown>;
type Counts = Readonly<Record<'created' | 'exists' | 'rejected', number>>;
const post = (body: object, headers?: Record<string, string>, query = '') =>
  system.request('POST', `visits${query}`, body, headers);

/** Number of transactions that inserted the visits of these bills. */
async function transactionsOf(sent: readonly Sent[]): Promise<number> {
  const { rows } = await db.pool.query<{ n: number }>(
    'select count(distinct xmin::text)::int as n from visit where hotel_id = $1 and reference_no = any($2)',
    [here, sent.map(({ reference_no }) => reference_no)],
  );
  return rows[0]?.n ?? 0;
}

test('concurrent bills are written by few transactions, each once', async () => {
  const sent = Array.from({ length: MAX_CONCURRENT }, () => bill());
  const replies = await Promise.all(sent.map((body) => post(body)));
  expect(replies.map(({ status }) => status)).toEqual(sent.map(() => 201));
  expect(replies.map(({ body }) => body.data.reference_no)).toEqual(sent.map(({ reference_no }) => reference_no));
  for (const { body, text } of replies) expect((await system.request('GET', `visits/${body.data.id}`)).text).toBe(text);
  expect(await transactionsOf(sent)).toBeLessThan(MAX_CONCURRENT / 2);
});

/**
 * Kinds of bills with a distinct response: the body, a request sent before it, and the query. Every call makes another
 * bill of the kind.
 */
const KINDS: Readonly<Record<string, () => { body: Sent; before?: Sent; query?: string }>> = {
  'by card': () => ({ body: bill() }),
  'by id': () => ({ body: bill({ card_no: undefined, member_id: member.id }) }),
  'with a remark': () => ({ body: bill({ remark: 'Late supper', visit_date: '2026-05-02 09:30:00' }) }),
  'without a day': () => ({ body: bill({ visit_date: undefined }) }),
  'without an amount': () => ({ body: bill({ total_fb: undefined }) }),
  'of an unknown card': () => ({ body: bill({ card_no: 'nobody 0000' }) }),
  'of another hotel’s member': () => ({ body: bill({ card_no: undefined, member_id: foreign.id }) }),
  'of another hotel': () => ({ body: bill({ hotel_id: there }) }),
  'sent as a form': () => ({ body: bill({ total_fb: Buffer.from('x') }) }),
  'without a member': () => ({ body: bill({ card_no: undefined }) }),
  'of zero': () => ({ body: bill({ total_fb: '0' }) }),
  'of tomorrow': () => ({ body: bill({ visit_date: '2026-05-23 09:30:00' }) }),
  'of a date long ago': () => ({ body: bill({ visit_date: '2026-01-01 09:30:00' }) }),
  'late and without a reason': () => ({ body: bill({ visit_date: '2026-05-01 09:30:00' }) }),
  'with an unknown field': () => ({ body: bill({ nonsense: 1 }) }),
  'with a wrong amount': () => ({ body: bill({ total_fb: '1.2345', staff_name: '' }) }),
  'that exists': () => {
    const body = bill();
    return { before: body, body };
  },
  'that exists with another amount': () => {
    const before = bill();
    return { before, body: { ...before, total_fb: '5' } };
  },
  'to hold, of a running card': () => ({ body: bill(), query: '?hold=1' }),
  'to hold, of an unknown card': () => ({ body: bill({ card_no: `4000 2000 ${bills}` }), query: '?hold=1' }),
  'to hold, of a member without a card': () => ({
    body: bill({ card_no: undefined, member_id: cardless.id }),
    query: '?hold=1',
  }),
  'to hold, that is held': () => {
    const before = bill({ card_no: undefined, member_id: cardless.id });
    return { before, body: before, query: '?hold=1' };
  },
  'to hold, that is held with another amount': () => {
    const before = bill({ card_no: undefined, member_id: cardless.id });
    return { before, body: { ...before, total_fb: '5' }, query: '?hold=1' };
  },
  'to hold, with a wrong amount': () => ({ body: bill({ total_fb: 'much' }), query: '?hold=1' }),
};

test.each(Object.entries(KINDS))('a bill %s gets the same response in a batch as alone', async (_, make) => {
  const [alone, batched] = [make(), make()];
  for (const { before, query } of [alone, batched]) if (before) await post(before, {}, query);
  const shown = await post(alone.body, {}, alone.query);
  // The first ones are sent immediately; all others of the moment are batched.
  const others = Array.from({ length: 8 }, () => bill());
  const [reply] = (await Promise.all([...others, batched.body].map((body) => post(body, {}, batched.query)))).slice(-1);
  expect([reply?.status, plain(reply?.text ?? '')]).toEqual([shown.status, plain(shown.text)]);
});

/** A response without the parts that differ for every bill. */
const plain = (text: string): unknown =>
  JSON.parse(
    text
      .replaceAll(/(G-|V|4000 2000 )\d+/gu, '$1…')
      .replaceAll(/"(id|request_id|version|created_at|updated_at)": ?("[^"]*"|\d+)/gu, '"$1":0'),
  );

test('a key works once in a batch, and is rejected with another body', async () => {
  const body = bill();
  const key = { 'idempotency-key': 'together-1' };
  const first = await post(body, key);
  const others = () => Array.from({ length: 8 }, () => post(bill()));
  const [again, other] = (await Promise.all([...others(), post(body, key), post(bill(), key)])).slice(-2);
  expect([again?.status, again?.text]).toEqual([201, first.text]);
  expect(expectError(other ?? first, 422, 'validation_failed').errors).toHaveProperty('Idempotency-Key');
  // The key of a rejected bill can be used again.
  const wrong = bill({ total_fb: '-1' });
  const free = { 'idempotency-key': 'together-2' };
  const rejected = (await Promise.all([...others(), post(wrong, free)])).at(-1);
  expect(rejected?.status).toBe(422);
  expect((await post({ ...wrong, total_fb: '1' }, free)).status).toBe(201);
  // Two bodies under one key at the same moment: one of them is stored.
  const twice = { 'idempotency-key': 'together-3' };
  const both = (await Promise.all([...others(), post(bill(), twice), post(bill(), twice)])).slice(-2);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422]);
});

test('each response names the request that the audit log has for its bill', async () => {
  const sent = Array.from({ length: MAX_CONCURRENT }, () => bill());
  for (const { body, headers } of await Promise.all(sent.map((one) => post(one)))) {
    const { rows } = await db.pool.query<{ request_id: string; actor_id: number }>(
      `select request_id, actor_id::int from audit_log where resource = 'visit' and record_id = $1`,
      [body.data.id],
    );
    expect(rows).toEqual([{ request_id: headers['x-request-id'], actor_id: -system.id }]);
  }
});

test('concurrent files of the same bills, in any order, post each once without deadlocks', async () => {
  const guests = [member.id, cardless.id, (await memberOf(here)).id];
  const night = Array.from({ length: 60 }, (_, n) =>
    bill({ card_no: undefined, member_id: guests[n % 3], ...(n % 4 === 0 && { remark: 'Paid in parts' }) }),
  );
  const files = [night, night.toReversed(), night.slice(20), night.toReversed().slice(20)];
  const replies = await Promise.all(files.map((visits) => system.request('POST', 'visits/batch', { visits })));
  // The call's own definition checks it.
  const counts = replies.map(({ text }) => (JSON.parse(text) as { meta: Counts }).meta);
  const sum = (name: keyof Counts) => counts.reduce((all, one) => all + one[name], 0);
  expect([sum('created'), sum('exists'), sum('rejected')]).toEqual([60, 140, 0]);
  const { rows } = await db.pool.query(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  );
  expect(rows).toEqual([{ deadlocks: 0 }]);
});

describe('a batch', () => {
  let release = async (): Promise<void> => {};
  afterEach(() => release());

  test('waits at most a second for a member locked by another transaction', async () => {
    const lockedOut = await memberOf(here);
    const client = await db.pool.connect();
    release = async () => {
      await client.query('rollback');
      client.release();
      release = async () => {};
    };
    await client.query('begin');
    await client.query('select from member where id = $1 for update', [lockedOut.id]);
    let isPosted = false;
    const others = Array.from({ length: 8 }, () => post(bill()));
    const waiting = post(bill({ card_no: undefined, member_id: lockedOut.id })).finally(() => (isPosted = true));
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual(others.map(() => 201));
    expect(isPosted).toBe(false);
    await release();
    expect((await waiting).status).toBe(201);
  });

  test('writes nothing if its system was switched off meanwhile', async () => {
    const other = await createSystem(api, here);
    const sent = Array.from({ length: MAX_CONCURRENT }, () => bill());
    expect((await other.request('POST', 'visits', bill())).status).toBe(201);
    await db.pool.query('update integration set is_active = false where id = $1', [other.id]);
    const replies = await Promise.all(sent.map((body) => other.request('POST', 'visits', body)));
    for (const reply of replies) expectError(reply, 401, 'unauthenticated');
    expect(await transactionsOf(sent)).toBe(0);
  });
});
