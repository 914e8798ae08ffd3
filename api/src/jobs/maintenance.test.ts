import { openDatabase } from '@innkeeper/db';
import { createTestDatabase } from '@innkeeper/db/testing';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '../platform/config/config.ts';
import { prepareQueue } from './queue.ts';
import { createServer } from '../server.ts';
import { createMaintenance, maintenanceRounds } from './maintenance.ts';

const database = await createTestDatabase();
const db = openDatabase({ url: database.url });
const logged: object[] = [];
const log = { error: (line: object) => void logged.push(line) };
afterAll(async () => {
  await db.close();
  await database.drop();
});

test('a failing job does not block others, is logged, and is listed by /readyz until it succeeds', async () => {
  let isFailing = true;
  const completedJobs: string[] = [];
  const maintenanceJobs = {
    first: async () => {
      if (isFailing) throw new Error('the table of first is gone');
    },
    second: async () => void completedJobs.push('second'),
  };
  const maintenance = createMaintenance(db, [{ everyMs: 10_000, maintenanceJobs }]);
  const config = { ...readConfig({ LOG_LEVEL: 'fatal' }), databaseUrl: database.url, isDemo: false };
  const app = await createServer({
    config,
    db,
    outbox: async () => undefined,
    failingJobs: () => maintenance.failing(),
  });
  const readReadiness = async () => (await app.inject({ method: 'GET', url: '/readyz' })).json<object>();

  await maintenance.runOnce(log);
  expect(completedJobs).toEqual(['second']);
  expect(logged).toEqual([{ job: 'first', err: new Error('the table of first is gone') }]);
  const failingReadiness = await readReadiness();
  expect(failingReadiness).toEqual({
    status: 'ready',
    failing: [{ job: 'first', since: expect.stringMatching(/^\d{4}-/) }],
  });
  await maintenance.runOnce(log);
  expect(await readReadiness()).toEqual(failingReadiness); // since the first failure
  expect(logged).toHaveLength(1); // the same failure within a minute
  expect(maintenance.lastRuns()).toMatchObject([
    { job: 'first', isFailing: true },
    { job: 'second', isFailing: false },
  ]);

  isFailing = false;
  await maintenance.runOnce(log);
  expect(await readReadiness()).toEqual({ status: 'ready', failing: [] });
  await app.close();
});

test('every maintenance job runs on a new database', async () => {
  await prepareQueue(database.url);
  logged.length = 0;
  const maintenance = createMaintenance(
    db,
    maintenanceRounds(async () => undefined),
  );
  await maintenance.runOnce(log);
  expect(logged).toEqual([]);
  expect(maintenance.failing()).toEqual([]);
});

test('idempotent responses are stored for a day, and for seven for hotels’ own systems', async () => {
  const days = [0.9, 1.1, 6.9, 7.1];
  for (const [actorName, actor] of Object.entries({ person: 1, system: -1 }))
    for (const age of days)
      await db.pool.query(
        `insert into idempotency_key (actor_id, key, request_hash, created_at)
          values ($1, $2, '', now() - $3 * interval '1 day')`,
        [actor, `${actorName} ${age}`, age],
      );
  await createMaintenance(
    db,
    maintenanceRounds(async () => undefined),
  ).runOnce(log);
  const { rows } = await db.pool.query<{ key: string }>('select key from idempotency_key order by key');
  expect(rows.map(({ key }) => key)).toEqual(['person 0.9', 'system 0.9', 'system 1.1', 'system 6.9']);
});

test('maintenance analyzes the queue after thousands of new mails, so that a fetch does not sort all', async () => {
  await prepareQueue(database.url);
  const jobs = 'graphile_worker._private_jobs';
  const queueJobs = (count: number) =>
    db.pool.query(`select count(graphile_worker.add_job('member_mail', '{}')) from generate_series(1, $1::integer)`, [
      count,
    ]);
  // The statistics show an empty table, as usual after a vacuum; only the maintenance job updates them.
  await db.pool.query(`alter table ${jobs} set (autovacuum_enabled = false)`);
  await queueJobs(10);
  await db.pool.query(`delete from ${jobs}`);
  await db.pool.query(`vacuum (truncate false, analyze) ${jobs}`);
  await queueJobs(3000);
  const readEstimate = async () =>
    (await db.pool.query<{ n: number }>(`select reltuples::integer as n from pg_class where oid = '${jobs}'::regclass`))
      .rows[0]?.n;
  expect(await readEstimate()).toBe(0);
  await createMaintenance(
    db,
    maintenanceRounds(async () => undefined),
  ).runOnce(log);
  expect(await readEstimate()).toBe(3000);
  await db.pool.query(`delete from ${jobs}`);
});

test('a deferred mail is entered within seconds, even during a long maintenance job', async () => {
  const jobStart = Promise.withResolvers<void>();
  const cleanup = Promise.withResolvers<void>();
  const maintenance = createMaintenance(db, [
    { everyMs: 10, maintenanceJobs: { 'process deferred mails': async () => jobStart.resolve() } },
    { everyMs: 1, maintenanceJobs: { 'evaluate tiers': () => cleanup.promise } },
  ]);
  const maintenanceRun = maintenance.start(log);
  await jobStart.promise;
  cleanup.resolve();
  await maintenanceRun.stop();
});
