import { openDatabase } from '@innkeeper/db';
import { createTestDatabase } from '@innkeeper/db/testing';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '../platform/config.ts';
import { prepareQueue } from './queue.ts';
import { createServer } from '../server.ts';
import { createUpkeep, usualRounds } from './upkeep.ts';

const database = await createTestDatabase();
const db = openDatabase({ url: database.url });
const logged: object[] = [];
const log = { error: (line: object) => void logged.push(line) };
afterAll(async () => {
  await db.close();
  await database.drop();
});

test('a chore that fails keeps no other from being done, is logged, and named by /readyz until it is well', async () => {
  let isIll = true;
  const done: string[] = [];
  const chores = {
    first: async () => {
      if (isIll) throw new Error('the table of first is gone');
    },
    second: async () => void done.push('second'),
  };
  const upkeep = createUpkeep(db, [{ everyMs: 10_000, chores }]);
  const config = { ...readConfig({ LOG_LEVEL: 'fatal' }), databaseUrl: database.url, isDemo: false };
  const app = await createServer({ config, db, outbox: async () => undefined, failingChores: () => upkeep.failing() });
  const readiness = async () => (await app.inject({ method: 'GET', url: '/readyz' })).json<object>();

  await upkeep.doChores(log);
  expect(done).toEqual(['second']);
  expect(logged).toEqual([{ chore: 'first', err: new Error('the table of first is gone') }]);
  const failing = await readiness();
  expect(failing).toEqual({ status: 'ready', failing: [{ chore: 'first', since: expect.stringMatching(/^\d{4}-/) }] });
  await upkeep.doChores(log);
  expect(await readiness()).toEqual(failing); // since the first time

  isIll = false;
  await upkeep.doChores(log);
  expect(await readiness()).toEqual({ status: 'ready', failing: [] });
  await app.close();
});

test('every chore can be done on a database that has just been made', async () => {
  await prepareQueue(database.url);
  logged.length = 0;
  const upkeep = createUpkeep(
    db,
    usualRounds(async () => undefined),
  );
  await upkeep.doChores(log);
  expect(logged).toEqual([]);
  expect(upkeep.failing()).toEqual([]);
});

test('answers to repeated requests are kept for a day, and for seven those to hotels’ own systems', async () => {
  const days = [0.9, 1.1, 6.9, 7.1];
  for (const [who, actor] of Object.entries({ person: 1, system: -1 }))
    for (const age of days)
      await db.pool.query(
        `insert into idempotency_key (actor_id, key, request_hash, created_at) values ($1, $2, '', now() - $3 * interval '1 day')`,
        [actor, `${who} ${age}`, age],
      );
  await createUpkeep(
    db,
    usualRounds(async () => undefined),
  ).doChores(log);
  const { rows } = await db.pool.query<{ key: string }>('select key from idempotency_key order by key');
  expect(rows.map(({ key }) => key)).toEqual(['person 0.9', 'system 0.9', 'system 1.1', 'system 6.9']);
});

test('thousands of mails queued at once are counted, so that fetching one sorts none of the others', async () => {
  await prepareQueue(database.url);
  const jobs = 'graphile_worker._private_jobs';
  const queue = (count: number) =>
    db.pool.query(`select count(graphile_worker.add_job('member_mail', '{}')) from generate_series(1, $1::integer)`, [
      count,
    ]);
  // Known as one that is empty, as it is after most vacuums; nobody but the chore looks.
  await db.pool.query(`alter table ${jobs} set (autovacuum_enabled = false)`);
  await queue(10);
  await db.pool.query(`delete from ${jobs}`);
  await db.pool.query(`vacuum (truncate false, analyze) ${jobs}`);
  await queue(3000);
  const known = async () =>
    (await db.pool.query<{ n: number }>(`select reltuples::integer as n from pg_class where oid = '${jobs}'::regclass`))
      .rows[0]?.n;
  expect(await known()).toBe(0);
  await createUpkeep(
    db,
    usualRounds(async () => undefined),
  ).doChores(log);
  expect(await known()).toBe(3000);
  await db.pool.query(`delete from ${jobs}`);
});

test('a mail that was put by is entered within seconds, however long a chore takes that nobody waits for', async () => {
  const entered = Promise.withResolvers<void>();
  const tidied = Promise.withResolvers<void>();
  const upkeep = createUpkeep(db, [
    { everyMs: 10, chores: { 'enter mails': async () => entered.resolve() } },
    { everyMs: 1, chores: { 'judge levels': () => tidied.promise } },
  ]);
  const running = upkeep.start(log);
  await entered.promise;
  tidied.resolve();
  await running.stop();
});
