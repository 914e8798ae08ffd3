import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { call } from '../../testing/call.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { type TestUser, createUser } from '../../testing/user.ts';
import { toApiError } from './error-handler.ts';
import { createHeavySlots } from './heavy.ts';

const CONNECTIONS = 10;
/** Half of them. */
const HEAVY = 5;
const EACH = 3;

const { app, db } = await startTestApp({ connections: CONNECTIONS });
const address = await app.listen({ host: '127.0.0.1', port: 0 });
const [one, two, three] = await Promise.all([1, 2, 3].map(() => createUser(db, { level: 'group' })));
if (!one || !two || !three) throw new Error('There is nobody');

const DASHBOARD = '/api/dashboard';
const REPORT = '/api/report/run/redemption-report';
/** What both read. */
const TABLES = 'figure, voucher_redeem';

const waiting = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(distinct pid) as n from pg_locks where not granted`.execute(
    db.kysely,
  );
  return rows[0]?.n ?? 0;
};
const untilWaiting = async (count: number) => {
  while ((await waiting()) !== count);
};
/** Locks what heavy calls read, so that those that have begun stay at it for as long as the work takes. */
const whileHeldUp = (work: () => Promise<void>) =>
  db.kysely.transaction().execute(async (tx) => {
    await sql`lock table ${sql.raw(TABLES)} in access exclusive mode`.execute(tx);
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
  const all = [twoProcessors(work('report')), twoProcessors(work('dashboard')), twoProcessors(work('export'), 'file')];
  await vi.waitFor(() => expect(running).toEqual(['report', 'export']));
  ends.shift()?.();
  await vi.waitFor(() => expect(running).toEqual(['report', 'export', 'dashboard']));
  for (const end of ends) end();
  await Promise.all(all);
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

test('what took longer than a person waits is a 503 in words, and no fault', () => {
  for (const code of ['57014', '55P03']) {
    const { status, details, label } = toApiError(Object.assign(new Error('canceled'), { code }));
    expect({ status, headers: details.headers }).toEqual({ status: 503, headers: { 'retry-after': '5' } });
    expect(label.en).toContain('took too long');
  }
});
