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
const EXPENSIVE_LIMIT = 5;
const USER_LIMIT = 3;
/** The long-running ones among them. */
const LONG_RUNNING = 2;
/** Connections per user. */
const USER_CONNECTIONS = 6;

const api = await startTestApp({ connections: CONNECTIONS, connectionsPerUser: USER_CONNECTIONS });
const inputs = createInputs(api, await createUser(api.db, { level: 'group' }), await createBaseRecords(api.db));
const { app, db } = api;
const address = await app.listen({ host: '127.0.0.1', port: 0 });
const [firstUser, secondUser, thirdUser] = await Promise.all([1, 2, 3].map(() => createUser(db, { level: 'group' })));
if (!firstUser || !secondUser || !thirdUser) throw new Error('There is nobody');

const DASHBOARD = '/api/dashboard';
const REPORT = '/api/report/run/redemption-report';
/** Tables that both calls read. */
const TABLES = 'redemption_rollup, voucher_redeem';

const countWaitingQueries = (): Promise<number> => countWaiting(db);
const waitForQueries = async (count: number) => {
  while ((await countWaitingQueries()) !== count);
};
/** Locks the tables that expensive calls read, so that running calls do not finish before `work` does. */
const whileLocked = (work: () => Promise<void>, tables = TABLES) =>
  db.kysely.transaction().execute(async (tx) => {
    await sql`lock table ${sql.raw(tables)} in access exclusive mode`.execute(tx);
    await work();
  });
const request = (user: TestUser, url: string) => call(app, user.token, 'GET', url);
const statusesOf = async (responses: readonly Promise<{ status: number }>[]) =>
  (await Promise.all(responses)).map(({ status }) => status);

test("one user's expensive calls are queued, which leaves room for other users and short calls", async () => {
  const expensive: Promise<{ status: number }>[] = [];
  await whileLocked(async () => {
    for (const url of [DASHBOARD, REPORT, DASHBOARD, REPORT, DASHBOARD, REPORT])
      expensive.push(request(firstUser, url));
    await waitForQueries(USER_LIMIT);
    expect(await statusesOf([request(firstUser, '/api/region'), request(secondUser, '/api/region')])).toEqual([
      200, 200,
    ]);
    expensive.push(request(secondUser, DASHBOARD));
    await waitForQueries(USER_LIMIT + 1);
    expensive.push(request(thirdUser, REPORT), request(secondUser, REPORT));
    await waitForQueries(EXPENSIVE_LIMIT);
    expect(await statusesOf([request(firstUser, '/api/region'), request(thirdUser, '/api/member')])).toEqual([
      200, 200,
    ]);
    expect(await countWaitingQueries()).toBe(EXPENSIVE_LIMIT);
  });
  expect(await statusesOf(expensive)).toEqual(expensive.map(() => 200));
});

test('expensive calls beyond twenty waiting ones are rejected with a 429 and Retry-After', async () => {
  const expensive: ReturnType<typeof request>[] = [];
  await whileLocked(async () => {
    for (let n = 0; n < USER_LIMIT + 20; n += 1) expensive.push(request(firstUser, REPORT));
    await waitForQueries(USER_LIMIT);
    const rejectedReply = await request(firstUser, REPORT);
    expect(rejectedReply).toMatchObject({ status: 429, headers: { 'retry-after': '2' } });
    expect(rejectedReply.body).toMatchObject({ error: 'too_many_requests' });
  });
  expect(await statusesOf(expensive)).toEqual(expensive.map(() => 200));
});

test("one user's reports leave a processor free, and an export runs alongside", async () => {
  const twoProcessors = createExpensiveLimiter(db, 2);
  const runningNames: string[] = [];
  const endings: (() => void)[] = [];
  const createWork = (name: string) => () =>
    new Promise<void>((resolve) => {
      runningNames.push(name);
      endings.push(resolve);
    });
  const replies = [
    twoProcessors(createWork('report')),
    twoProcessors(createWork('dashboard')),
    twoProcessors(createWork('export'), 'lasting'),
  ];
  await expect.poll(() => runningNames).toEqual(['report', 'export']);
  endings.shift()?.();
  await expect.poll(() => runningNames).toEqual(['report', 'export', 'dashboard']);
  for (const end of endings) end();
  await Promise.all(replies);
});

describe('a user next to another one with twenty waiting calls', () => {
  /** A redeemable voucher, in the form that the front desk sends. */
  const createRedemptionInput = () => inputs.createRequired(resources.voucher_redeem);
  const redeem = async (body: object) =>
    (await call(app, secondUser.token, 'POST', '/api/voucher_redeem', { body })).status;
  const repeatRequest = <T>(request: () => Promise<T>): Promise<T>[] => Array.from({ length: 20 }, request);

  test("redeems a voucher while the other's lists wait, limited to a share of the connections", async () => {
    const body = await createRedemptionInput();
    let lists: ReturnType<typeof request>[] = [];
    await whileLocked(async () => {
      lists = repeatRequest(() => request(firstUser, '/api/report'));
      await waitForQueries(USER_CONNECTIONS);
      expect(await redeem(body)).toBe(201);
      expect(await countWaitingQueries()).toBe(USER_CONNECTIONS);
    }, 'report');
    expect(await statusesOf(lists)).toEqual(lists.map(() => 200));
  });

  test.each(['updateBulk', 'destroyBulk', 'restoreBulk', 'undoBulk'])(
    'redeems a voucher while %s of the other user waits',
    async (path) => {
      const body = await createRedemptionInput();
      const { id } = await inputs.create(resources.report);
      const change = { ids: [id], set: await inputs.createShared(resources.report) };
      const send = (action: string, body: object) =>
        call(app, firstUser.token, 'POST', `/api/report/${action}`, { body });
      const changeReply = await send('updateBulk', change);
      const requestBody =
        path === 'updateBulk'
          ? change
          : path === 'undoBulk'
            ? { request_id: changeReply.headers['x-request-id'] }
            : { ids: [id] };
      let bulk: Promise<{ status: number }>[] = [];
      await whileLocked(async () => {
        bulk = repeatRequest(() => send(path, requestBody));
        await waitForQueries(LONG_RUNNING);
        expect((await request(firstUser, '/api/region')).status).toBe(200);
        expect(await redeem(body)).toBe(201);
        expect(await countWaitingQueries()).toBe(LONG_RUNNING);
      }, 'report');
      // Each call was executed. A change that is possible only once was made by the first call.
      for (const status of await statusesOf(bulk)) expect([200, 404, 409]).toContain(status);
    },
  );
});

test('a user with two running exports can open one report, and the next is queued', async () => {
  const limiter = createExpensiveLimiter(db, 4);
  const runningNames: string[] = [];
  const endings: (() => void)[] = [];
  const createWork = (name: string) => () =>
    new Promise<void>((resolve) => {
      runningNames.push(name);
      endings.push(resolve);
    });
  const longCalls = ['import', 'export', 'bulk edit'].map((name) => limiter(createWork(name), 'lasting'));
  const limitedCalls = ['report', 'dashboard'].map((name) => limiter(createWork(name)));
  await expect.poll(() => runningNames).toEqual(['import', 'export', 'report']);
  for (let n = 0; n < 5; n += 1) {
    await expect.poll(() => endings.length).toBeGreaterThan(n);
    endings[n]?.();
  }
  await Promise.all([...longCalls, ...limitedCalls]);
});

test('a query is cancelled when its client disconnects, and the next one starts', async () => {
  const abortController = new AbortController();
  const headers = { authorization: `Bearer ${firstUser.token}` };
  let nextRequest: ReturnType<typeof request> | undefined;
  await whileLocked(async () => {
    const abortedRequests = [1, 2, 3, 4, 5].map(() =>
      fetch(address + REPORT, { headers, signal: abortController.signal }),
    );
    const aborted = Promise.allSettled(abortedRequests);
    await waitForQueries(USER_LIMIT);
    abortController.abort();
    expect((await aborted).map(({ status }) => status)).toEqual(abortedRequests.map(() => 'rejected'));
    await waitForQueries(0);
    nextRequest = request(firstUser, REPORT);
    await waitForQueries(1);
  });
  expect((await nextRequest)?.status).toBe(200);
});

test('a query timeout returns a 503 with a readable message, not a fault', () => {
  for (const code of ['57014', '55P03']) {
    const { status, details, label } = toApiError(Object.assign(new Error('canceled'), { code }));
    expect({ status, headers: details.headers }).toEqual({ status: 503, headers: { 'retry-after': '5' } });
    expect(label.en).toContain('took too long');
  }
});
