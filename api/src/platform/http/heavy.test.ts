import { resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { createInputs } from '../../testing/inputs.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { type TestUser, createUser } from '../../testing/user.ts';
import { countWaiting } from '../../testing/while-locked.ts';
import { createWorld } from '../../testing/world.ts';
import { toApiError } from './error-handler.ts';
import { createHeavySlots } from './heavy.ts';

const CONNECTIONS = 10;
/** Half of them. */
const HEAVY = 5;
const EACH = 3;
/** The lasting ones among them. */
const LASTING = 2;
/** One user's connections. */
const SHARE = 6;

const api = await startTestApp({ connections: CONNECTIONS, each: SHARE });
const inputs = createInputs(api, await createUser(api.db, { level: 'group' }), await createWorld(api.db));
const { app, db } = api;
const address = await app.listen({ host: '127.0.0.1', port: 0 });
const [one, two, three] = await Promise.all([1, 2, 3].map(() => createUser(db, { level: 'group' })));
if (!one || !two || !three) throw new Error('There is nobody');

const DASHBOARD = '/api/dashboard';
const REPORT = '/api/report/run/redemption-report';
/** The tables that both read. */
const TABLES = 'figure, voucher_redeem';

const waiting = (): Promise<number> => countWaiting(db);
const untilWaiting = async (count: number) => {
  while ((await waiting()) !== count);
};
/** Locks the tables that heavy calls read, so that those that have begun stay at it for as long as the work takes. */
const whileHeldUp = (work: () => Promise<void>, tables = TABLES) =>
  db.kysely.transaction().execute(async (tx) => {
    await sql`lock table ${sql.raw(tables)} in access exclusive mode`.execute(tx);
    await work();
  });
const ask = (user: TestUser, url: string) => call(app, user.token, 'GET', url);
const statuses = async (asked: readonly Promise<{ status: number }>[]) =>
  (await Promise.all(asked)).map(({ status }) => status);

test('many heavy calls of one are answered in turn, and leave room for others, and for what is short', async () => {
  const heavy: Promise<{ status: number }>[] = [];
  await whileHeldUp(async () => {
    for (const url of [DASHBOARD, REPORT, DASHBOARD, REPORT, DASHBOARD, REPORT]) heavy.push(ask(one, url));
    await untilWaiting(EACH);
    expect(await statuses([ask(one, '/api/region'), ask(two, '/api/region')])).toEqual([200, 200]);
    heavy.push(ask(two, DASHBOARD));
    await untilWaiting(EACH + 1);
    heavy.push(ask(three, REPORT), ask(two, REPORT));
    await untilWaiting(HEAVY);
    expect(await statuses([ask(one, '/api/region'), ask(three, '/api/member')])).toEqual([200, 200]);
    expect(await waiting()).toBe(HEAVY);
  });
  expect(await statuses(heavy)).toEqual(heavy.map(() => 200));
});

test('heavy calls of one beyond twenty that wait are a 429 that says when to come back', async () => {
  const heavy: ReturnType<typeof ask>[] = [];
  await whileHeldUp(async () => {
    for (let n = 0; n < EACH + 20; n += 1) heavy.push(ask(one, DASHBOARD));
    await untilWaiting(EACH);
    const refused = await ask(one, DASHBOARD);
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '2' } });
    expect(refused.body).toMatchObject({ error: 'too_many_requests' });
  });
  expect(await statuses(heavy)).toEqual(heavy.map(() => 200));
});

test('of one who looks there are as many at once as leave a processor, and a file of theirs beside them', async () => {
  const twoProcessors = createHeavySlots(db, 2);
  const running: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => () =>
    new Promise<void>((resolve) => {
      running.push(name);
      ends.push(resolve);
    });
  const all = [
    twoProcessors(work('report')),
    twoProcessors(work('dashboard')),
    twoProcessors(work('export'), 'lasting'),
  ];
  await expect.poll(() => running).toEqual(['report', 'export']);
  ends.shift()?.();
  await expect.poll(() => running).toEqual(['report', 'export', 'dashboard']);
  for (const end of ends) end();
  await Promise.all(all);
});

describe('with twenty calls of one user waiting, another one redeems', () => {
  /** A voucher that can be redeemed, as the counter sends it. */
  const redemption = () => inputs.required(resources.voucher_redeem);
  const redeem = async (body: object) => (await call(app, two.token, 'POST', '/api/voucher_redeem', { body })).status;
  const many = <T>(ask: () => Promise<T>): Promise<T>[] => Array.from({ length: 20 }, ask);

  test('while lists of the one wait: one user has no more than a share of the connections', async () => {
    const body = await redemption();
    let lists: ReturnType<typeof ask>[] = [];
    await whileHeldUp(async () => {
      lists = many(() => ask(one, '/api/report'));
      await untilWaiting(SHARE);
      expect(await redeem(body)).toBe(201);
      expect(await waiting()).toBe(SHARE);
    }, 'report');
    expect(await statuses(lists)).toEqual(lists.map(() => 200));
  });

  test.each(['updateBulk', 'destroyBulk', 'restoreBulk', 'undoBulk'])(
    'while %s of the one waits its turn',
    async (path) => {
      const body = await redemption();
      const { id } = await inputs.create(resources.report);
      const change = { ids: [id], set: await inputs.share(resources.report) };
      const send = (act: string, sent: object) => call(app, one.token, 'POST', `/api/report/${act}`, { body: sent });
      const changed = await send('updateBulk', change);
      const sent =
        path === 'updateBulk'
          ? change
          : path === 'undoBulk'
            ? { request_id: changed.headers['x-request-id'] }
            : { ids: [id] };
      let bulk: Promise<{ status: number }>[] = [];
      await whileHeldUp(async () => {
        bulk = many(() => send(path, sent));
        await untilWaiting(LASTING);
        expect((await ask(one, '/api/region')).status).toBe(200);
        expect(await redeem(body)).toBe(201);
        expect(await waiting()).toBe(LASTING);
      }, 'report');
      // Each has had its turn, and the first has done it for all where it can be done once.
      for (const status of await statuses(bulk)) expect([200, 404, 409]).toContain(status);
    },
  );
});

test('one who has two files on their way looks at one report meanwhile, and the next waits', async () => {
  const inSlot = createHeavySlots(db, 4);
  const running: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => () =>
    new Promise<void>((resolve) => {
      running.push(name);
      ends.push(resolve);
    });
  const lasting = ['import', 'export', 'bulk edit'].map((name) => inSlot(work(name), 'lasting'));
  const looking = ['report', 'dashboard'].map((name) => inSlot(work(name)));
  await expect.poll(() => running).toEqual(['import', 'export', 'report']);
  for (let n = 0; n < 5; n += 1) {
    await expect.poll(() => ends.length).toBeGreaterThan(n);
    ends[n]?.();
  }
  await Promise.all([...lasting, ...looking]);
});

test('a query ends when whoever asked has gone, and what waited behind it begins', async () => {
  const leaving = new AbortController();
  const headers = { authorization: `Bearer ${one.token}` };
  let next: ReturnType<typeof ask> | undefined;
  await whileHeldUp(async () => {
    const left = [1, 2, 3, 4, 5].map(() => fetch(address + REPORT, { headers, signal: leaving.signal }));
    const gone = Promise.allSettled(left);
    await untilWaiting(EACH);
    leaving.abort();
    expect((await gone).map(({ status }) => status)).toEqual(left.map(() => 'rejected'));
    await untilWaiting(0);
    next = ask(one, REPORT);
    await untilWaiting(1);
  });
  expect((await next)?.status).toBe(200);
});

test('a query that took longer than a person waits is a 503 in words, and no fault', () => {
  for (const code of ['57014', '55P03']) {
    const { status, details, label } = toApiError(Object.assign(new Error('canceled'), { code }));
    expect({ status, headers: details.headers }).toEqual({ status: 503, headers: { 'retry-after': '5' } });
    expect(label.en).toContain('took too long');
  }
});
