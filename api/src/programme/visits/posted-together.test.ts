import { afterEach, describe, expect, test } from 'vitest';
import { expectError } from '../../testing/expectations.ts';
import { createSystem } from '../../testing/system.ts';
import { startBills } from './test-bills.ts';

/** Bills that a hotel's own system posts at the same moment: written by few transactions, each answered as if it had come alone. */

const AT_ONCE = 24;
const { api, db, here, there, memberOf, member, held, system } = await startBills(AT_ONCE);
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
type Counts = Readonly<Record<'created' | 'exists' | 'refused', number>>;
const post = (body: object, headers?: Record<string, string>, query = '') =>
  system.ask('POST', `visits${query}`, body, headers);

/** The transactions that made the visits of these bills. */
async function transactionsOf(sent: readonly Sent[]): Promise<number> {
  const { rows } = await db.pool.query<{ n: number }>(
    'select count(distinct xmin::text)::int as n from visit where hotel_id = $1 and reference_no = any($2)',
    [here, sent.map(({ reference_no }) => reference_no)],
  );
  return rows[0]?.n ?? 0;
}

test('bills of one moment are written by few transactions, each once', async () => {
  const sent = Array.from({ length: AT_ONCE }, () => bill());
  const replies = await Promise.all(sent.map((body) => post(body)));
  expect(replies.map(({ status }) => status)).toEqual(sent.map(() => 201));
  expect(replies.map(({ body }) => body.data.reference_no)).toEqual(sent.map(({ reference_no }) => reference_no));
  for (const { body, text } of replies) expect((await system.ask('GET', `visits/${body.data.id}`)).text).toBe(text);
  expect(await transactionsOf(sent)).toBeLessThan(AT_ONCE / 2);
});

/** A bill that has its own answer, twice alike: [the body, what is sent before it, the query]. */
const KINDS: Readonly<Record<string, () => { body: Sent; before?: Sent; query?: string }>> = {
  'by card': () => ({ body: bill() }),
  'by id': () => ({ body: bill({ card_no: undefined, member_id: member.id }) }),
  'with a remark': () => ({ body: bill({ remark: 'Late supper', visit_date: '2026-05-02 09:30:00' }) }),
  'of no day': () => ({ body: bill({ visit_date: undefined }) }),
  'without an amount': () => ({ body: bill({ total_fb: undefined }) }),
  'of an unknown card': () => ({ body: bill({ card_no: 'nobody 0000' }) }),
  'of another hotel’s member': () => ({ body: bill({ card_no: undefined, member_id: foreign.id }) }),
  'of another hotel': () => ({ body: bill({ hotel_id: there }) }),
  'sent as a form': () => ({ body: bill({ total_fb: Buffer.from('x') }) }),
  'of nobody': () => ({ body: bill({ card_no: undefined }) }),
  'of nothing': () => ({ body: bill({ total_fb: '0' }) }),
  'of tomorrow': () => ({ body: bill({ visit_date: '2026-05-23 09:30:00' }) }),
  'of long ago': () => ({ body: bill({ visit_date: '2026-01-01 09:30:00' }) }),
  'late and without a reason': () => ({ body: bill({ visit_date: '2026-05-01 09:30:00' }) }),
  'with a field that there is not': () => ({ body: bill({ nonsense: 1 }) }),
  'with a wrong amount': () => ({ body: bill({ total_fb: '1.2345', staff_name: '' }) }),
  'that is there': () => {
    const body = bill();
    return { before: body, body };
  },
  'that is there with another amount': () => {
    const before = bill();
    return { before, body: { ...before, total_fb: '5' } };
  },
  'to hold, of a card that runs': () => ({ body: bill(), query: '?hold=1' }),
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

test.each(Object.entries(KINDS))('a bill %s is answered among others as it is alone', async (_, make) => {
  const [alone, among] = [make(), make()];
  for (const { before, query } of [alone, among]) if (before) await post(before, {}, query);
  const told = await post(alone.body, {}, alone.query);
  // The first ones go at once; all others of the moment together.
  const others = Array.from({ length: 8 }, () => bill());
  const [reply] = (await Promise.all([...others, among.body].map((body) => post(body, {}, among.query)))).slice(-1);
  expect([reply?.status, plain(reply?.text ?? '')]).toEqual([told.status, plain(told.text)]);
});

/** An answer without what is every bill's own. */
const plain = (text: string): unknown =>
  JSON.parse(
    text
      .replaceAll(/(G-|V|4000 2000 )\d+/gu, '$1…')
      .replaceAll(/"(id|request_id|version|created_at|updated_at)": ?("[^"]*"|\d+)/gu, '"$1":0'),
  );

test('a key serves once among others, and is refused with another body', async () => {
  const body = bill();
  const key = { 'idempotency-key': 'together-1' };
  const first = await post(body, key);
  const others = () => Array.from({ length: 8 }, () => post(bill()));
  const [again, other] = (await Promise.all([...others(), post(body, key), post(bill(), key)])).slice(-2);
  expect([again?.status, again?.text]).toEqual([201, first.text]);
  expect(expectError(other ?? first, 422, 'validation_failed').errors).toHaveProperty('Idempotency-Key');
  // A key of a refused bill is free again.
  const wrong = bill({ total_fb: '-1' });
  const free = { 'idempotency-key': 'together-2' };
  const refused = (await Promise.all([...others(), post(wrong, free)])).at(-1);
  expect(refused?.status).toBe(422);
  expect((await post({ ...wrong, total_fb: '1' }, free)).status).toBe(201);
  // Twice at the same moment with two bodies: one of them stands.
  const twice = { 'idempotency-key': 'together-3' };
  const both = (await Promise.all([...others(), post(bill(), twice), post(bill(), twice)])).slice(-2);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422]);
});

test('each answer names the request under which the log has its bill', async () => {
  const sent = Array.from({ length: AT_ONCE }, () => bill());
  for (const { body, headers } of await Promise.all(sent.map((one) => post(one)))) {
    const { rows } = await db.pool.query<{ request_id: string; actor_id: number }>(
      `select request_id, actor_id::int from operation where resource = 'visit' and record_id = $1`,
      [body.data.id],
    );
    expect(rows).toEqual([{ request_id: headers['x-request-id'], actor_id: -system.id }]);
  }
});

test('files of the same bills that come at once, in any order, post each once and meet no dead lock', async () => {
  const guests = [member.id, cardless.id, (await memberOf(here)).id];
  const night = Array.from({ length: 60 }, (_, n) =>
    bill({ card_no: undefined, member_id: guests[n % 3], ...(n % 4 === 0 && { remark: 'Paid in parts' }) }),
  );
  const files = [night, night.toReversed(), night.slice(20), night.toReversed().slice(20)];
  const replies = await Promise.all(files.map((visits) => system.ask('POST', 'visits/batch', { visits })));
  const counts = replies.map(({ text }) => (JSON.parse(text) as { meta: Counts }).meta); // the call's own definition checks it
  const sum = (name: keyof Counts) => counts.reduce((all, one) => all + one[name], 0);
  expect([sum('created'), sum('exists'), sum('refused')]).toEqual([60, 140, 0]);
  const { rows } = await db.pool.query(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  );
  expect(rows).toEqual([{ deadlocks: 0 }]);
});

describe('a group', () => {
  let release = async (): Promise<void> => {};
  afterEach(() => release());

  test('is kept a second at most by a member whom somebody else holds', async () => {
    const stuck = await memberOf(here);
    const client = await db.pool.connect();
    release = async () => {
      await client.query('rollback');
      client.release();
      release = async () => {};
    };
    await client.query('begin');
    await client.query('select from member where id = $1 for update', [stuck.id]);
    let isPosted = false;
    const others = Array.from({ length: 8 }, () => post(bill()));
    const waiting = post(bill({ card_no: undefined, member_id: stuck.id })).finally(() => (isPosted = true));
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual(others.map(() => 201));
    expect(isPosted).toBe(false);
    await release();
    expect((await waiting).status).toBe(201);
  });

  test('of a system that was switched off meanwhile writes nothing', async () => {
    const other = await createSystem(api, here);
    const sent = Array.from({ length: AT_ONCE }, () => bill());
    expect((await other.ask('POST', 'visits', bill())).status).toBe(201);
    await db.pool.query('update integration set is_active = false where id = $1', [other.id]);
    const replies = await Promise.all(sent.map((body) => other.ask('POST', 'visits', body)));
    for (const reply of replies) expectError(reply, 401, 'unauthenticated');
    expect(await transactionsOf(sent)).toBe(0);
  });
});
