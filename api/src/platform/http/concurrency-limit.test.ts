import { resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { createInputs } from '../../testing/inputs.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { type TestUser, createUser } from '../../testing/user.ts';
import { countWaiting } from '../../testing/while-locked.ts';
import { createBaseRecords } from '../../testing/base-records.ts';
import { toApiError } from './error-handler.ts';
import { createExpensiveLimiter } from './concurrency-limit.ts';

const CONNECTIONS = 10;
/** Half of the connections. */
const EXPENSIVE = 5;
const PER_USER = 3;
/** The long-running ones among them. */
const LONG_RUNNING = 2;
/** Connections per user. */
const SHARE = 6;

const api = await startTestApp({ connections: CONNECTIONS, each: SHARE });
const inputs = createInputs(api, await createUser(api.db, { level: 'group' }), await createBaseRecords(api.db));
const { app, db } = api;
const address = await app.listen({ host: '127.0.0.1', port: 0 });
const [one, two, three] = await Promise.all([1, 2, 3].map(() => createUser(db, { level: 'group' })));
if (!one || !two || !three) throw new Error('There is nobody');

const DASHBOARD = '/api/dashboard';
const REPORT = '/api/report/run/redemption-report';
/** Tables that both calls read. */
const TABLES = 'rollup, voucher_redeem';

const waiting = (): Promise<number> => countWaiting(db);
const untilWaiting = async (count: number) => {
  while ((await waiting()) !== count);
};
/** Locks the tables that expensive calls read, so that running calls do not finish before `work` does. */
const whileLocked = (work: () => Promise<void>, tables = TABLES) =>
  db.kysely.transaction().execute(async (tx) => {
    await sql`lock table ${sql.raw(tables)} in access exclusive mode`.execute(tx);
    await work();
  });
const request = (user: TestUser, url: string) => call(app, user.token, 'GET', url);
const statuses = async (responses: readonly Promise<{ status: number }>[]) =>
  (await Promise.all(responses)).map(({ status }) => status);

test("one user's expensive calls are queued, which leaves room for other users and short calls", async () => {
  const expensive: Promise<{ status: number }>[] = [];
  await whileLocked(async () => {
    for (const url of [DASHBOARD, REPORT, DASHBOARD, REPORT, DASHBOARD, REPORT]) expensive.push(request(one, url));
    await untilWaiting(PER_USER);
    expect(await statuses([request(one, '/api/region'), request(two, '/api/region')])).toEqual([200, 200]);
    expensive.push(request(two, DASHBOARD));
    await untilWaiting(PER_USER + 1);
    expensive.push(request(three, REPORT), request(two, REPORT));
    await untilWaiting(EXPENSIVE);
    expect(await statuses([request(one, '/api/region'), request(three, '/api/member')])).toEqual([200, 200]);
    expect(await waiting()).toBe(EXPENSIVE);
  });
  expect(await statuses(expensive)).toEqual(expensive.map(() => 200));
});

test('expensive calls beyond twenty waiting ones are rejected with a 429 and Retry-After', async () => {
  const expensive: ReturnType<typeof request>[] = [];
  await whileLocked(async () => {
    for (let n = 0; n < PER_USER + 20; n += 1) expensive.push(request(one, DASHBOARD));
    await untilWaiting(PER_USER);
    const rejected = await request(one, DASHBOARD);
    expect(rejected).toMatchObject({ status: 429, headers: { 'retry-after': '2' } });
    expect(rejected.body).toMatchObject({ error: 'too_many_requests' });
  });
  expect(await statuses(expensive)).toEqual(expensive.map(() => 200));
});

test("one user's reports leave a processor free, and an export runs alongside", async () => {
  const twoProcessors = createExpensiveLimiter(db, 2);
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

describe('a user next to another one with twenty waiting calls', () => {
  /** A redeemable voucher, in the form that the front desk sends. */
  const redemption = () => inputs.required(resources.voucher_redeem);
  const redeem = async (body: object) => (await call(app, two.token, 'POST', '/api/voucher_redeem', { body })).status;
  const many = <T>(request: () => Promise<T>): Promise<T>[] => Array.from({ length: 20 }, request);

  test("redeems a voucher while the other's lists wait, limited to a share of the connections", async () => {
    const body = await redemption();
    let lists: ReturnType<typeof request>[] = [];
    await whileLocked(async () => {
      lists = many(() => request(one, '/api/report'));
      await untilWaiting(SHARE);
      expect(await redeem(body)).toBe(201);
      expect(await waiting()).toBe(SHARE);
    }, 'report');
    expect(await statuses(lists)).toEqual(lists.map(() => 200));
  });

  test.each(['updateBulk', 'destroyBulk', 'restoreBulk', 'undoBulk'])(
    'redeems a voucher while %s of the other user waits',
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
      await whileLocked(async () => {
        bulk = many(() => send(path, sent));
        await untilWaiting(LONG_RUNNING);
        expect((await request(one, '/api/region')).status).toBe(200);
        expect(await redeem(body)).toBe(201);
        expect(await waiting()).toBe(LONG_RUNNING);
      }, 'report');
      // Each call got its turn. Where the change can be made only once, the first call made it for all.
      for (const status of await statuses(bulk)) expect([200, 404, 409]).toContain(status);
    },
  );
});

test('a user with two running exports can open one report, and the next is queued', async () => {
  const limiter = createExpensiveLimiter(db, 4);
  const running: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => () =>
    new Promise<void>((resolve) => {
      running.push(name);
      ends.push(resolve);
    });
  const lasting = ['import', 'export', 'bulk edit'].map((name) => limiter(work(name), 'lasting'));
  const looking = ['report', 'dashboard'].map((name) => limiter(work(name)));
  await expect.poll(() => running).toEqual(['import', 'export', 'report']);
  for (let n = 0; n < 5; n += 1) {
    await expect.poll(() => ends.length).toBeGreaterThan(n);
    ends[n]?.();
  }
  await Promise.all([...lasting, ...looking]);
});

test('a query is cancelled when its client disconnects, and the next one starts', async () => {
  const leaving = new AbortController();
  const headers = { authorization: `Bearer ${one.token}` };
  let next: ReturnType<typeof request> | undefined;
  await whileLocked(async () => {
    const left = [1, 2, 3, 4, 5].map(() => fetch(address + REPORT, { headers, signal: leaving.signal }));
    const aborted = Promise.allSettled(left);
    await untilWaiting(PER_USER);
    leaving.abort();
    expect((await aborted).map(({ status }) => status)).toEqual(left.map(() => 'rejected'));
    await untilWaiting(0);
    next = request(one, REPORT);
    await untilWaiting(1);
  });
  expect((await next)?.status).toBe(200);
});

test('a query timeout returns a 503 with a readable message, not a fault', () => {
  for (const code of ['57014', '55P03']) {
    const { status, details, label } = toApiError(Object.assign(new Error('canceled'), { code }));
    expect({ status, headers: details.headers }).toEqual({ status: 503, headers: { 'retry-after': '5' } });
    expect(label.en).toContain('took too long');
  }
});
