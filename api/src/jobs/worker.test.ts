// Core test: the worker and its queue.
import { openDatabase } from '@innkeeper/db';
import { createTestDatabase } from '@innkeeper/db/testing';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { readConfig } from '../platform/config.ts';
import { carryBySmtp } from '../platform/mail/carrier.ts';
import { createServer } from '../server.ts';
import { type Relay, startRelay } from '../testing/relay.ts';
import { type TestUser, createUser } from '../testing/user.ts';
import { createHotel, createWorld } from '../testing/world.ts';
import { freeLeftJobs, prepareQueue, queueMail } from './queue.ts';
import { type Worker, startWorker } from './worker.ts';

/** The whole way of a mail: the request, the queue in the database, the worker, a relay that speaks SMTP. */

const clock = () => new Date();
const config = readConfig({ LOG_LEVEL: 'silent', DEMO: '0', PUBLIC_URL: 'https://console.test' });
const outbox = queueMail(clock);
const database = await createTestDatabase();
const db = openDatabase({ url: database.url });
let app: FastifyInstance;
beforeAll(async () => {
  await prepareQueue(database.url);
  app = await createServer({ config, db, clock, outbox });
});
afterAll(async () => {
  await app.close();
  await db.close();
  await database.drop();
});

let relay: Relay;
const workers: Worker[] = [];
async function startWork(): Promise<Worker> {
  const worker = await startWorker({
    db,
    config,
    clock,
    carry: carryBySmtp(relay.url),
    log: app.log,
    whenQuiet: async () => {},
  });
  workers.push(worker);
  return worker;
}
beforeEach(async () => {
  relay = await startRelay();
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  await relay.close();
  await db.pool.query('delete from graphile_worker._private_jobs');
});

interface Job {
  readonly attempts: number;
  readonly waits: number;
  readonly payload: Record<string, unknown>;
}
const readJobs = async (): Promise<Job[]> =>
  (
    await db.pool.query<Job>(
      `select attempts, extract(epoch from run_at - updated_at)::float as waits, payload from graphile_worker._private_jobs`,
    )
  ).rows;
/** Waits for work of the worker, which answers nobody. */
const until = (what: () => Promise<void> | void) => vi.waitFor(what, { timeout: 60_000, interval: 20 });
const untilDone = () => until(async () => expect(await readJobs()).toEqual([]));

let addresses = 0;
const post = (url: string, payload: object, headers = {}) =>
  app.inject({ method: 'POST', url, payload, headers, remoteAddress: `10.3.${(addresses += 1)}.1` });
const emailOf = ({ id }: TestUser) =>
  db.kysely.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow();
async function askForLink(headers = {}) {
  const user = await createUser(db, { level: 'group' });
  const { email } = await emailOf(user);
  expect((await post('/api/password/email', { email }, headers)).statusCode).toBe(200);
  return { user, email };
}

describe('a forgotten password', () => {
  test('comes back by mail: the link sets another one, ends all sessions, and serves once', async () => {
    await startWork();
    const { user, email } = await askForLink();
    await until(() => expect(relay.received).toHaveLength(1));
    const [{ to, mail } = { to: [], mail: undefined }] = relay.received;
    expect([to, mail?.subject, mail?.from?.address]).toEqual([
      [email],
      'Choose a new password',
      'no-reply@console.test',
    ]);
    const [, token, address] =
      /https:\/\/console\.test\/auth\/reset-password\/([\w-]+)\/(\S+)/.exec(mail?.text ?? '') ?? [];
    expect(decodeURIComponent(address ?? '')).toBe(email);

    const reset = () =>
      post('/api/password/reset', {
        email,
        token,
        password: 'eleven grey herons',
        password_confirmation: 'eleven grey herons',
      });
    expect((await reset()).statusCode).toBe(200);
    const session = await app.inject({ url: '/api/user', headers: { authorization: `Bearer ${user.token}` } });
    expect(session.statusCode).toBe(401);
    const again = await reset();
    expect([again.statusCode, again.json().errors]).toEqual([
      422,
      { token: ['This link has expired or was used already.'] },
    ]);
  });

  test('is answered in Indonesian to who asks in Indonesian', async () => {
    await startWork();
    await askForLink({ 'accept-language': 'id' });
    await until(() => expect(relay.received).toHaveLength(1));
    expect(relay.received[0]?.mail).toMatchObject({
      subject: 'Pilih kata sandi baru',
      text: expect.stringContaining('tautan hanya berlaku satu kali'),
    });
  });

  test('leaves neither token nor address in the queue, and nothing at all once it is sent', async () => {
    const { user } = await askForLink();
    await post('/api/password/email', { email: 'nobody@example.test' });
    const keys = {
      letter: 'password_reset',
      language: 'en',
      ordered_at: expect.any(String),
      message_id: expect.any(String),
      mail_log_id: expect.any(Number),
    };
    expect((await readJobs()).map((job) => job.payload)).toEqual([
      { ...keys, user_id: user.id },
      { ...keys, user_id: null },
    ]);
    await startWork();
    await untilDone();
    expect(relay.offered()).toBe(1);
  });
});

describe('a job', () => {
  test('is not there when what caused it is undone', async () => {
    const { id } = await createUser(db, { level: 'group' });
    const undone = db.kysely.transaction().execute(async (tx) => {
      await outbox(tx, { letter: 'access_granted', userId: id });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await readJobs()).toEqual([]);
  });

  test('waits longer and longer while the relay refuses it, and is done once when the relay is back', async () => {
    relay.refuseWith(451);
    await askForLink();
    for (const attempts of [1, 2, 3]) {
      const worker = await startWork();
      await until(async () => expect(await readJobs()).toMatchObject([{ attempts, waits: expect.any(Number) }]));
      await worker.stop();
      // 2.7 seconds, 7.4, 20.1 …
      expect(Math.log((await readJobs())[0]?.waits ?? 0)).toBeCloseTo(attempts, 0);
      await db.pool.query('update graphile_worker._private_jobs set run_at = now()');
    }
    relay.refuseWith(undefined);
    await startWork();
    await untilDone();
    expect([relay.offered(), relay.received.length]).toEqual([4, 1]);
  });

  test('of many is done once, by several workers together', async () => {
    const { id } = await createUser(db, { level: 'group' });
    await db.kysely.transaction().execute(async (tx) => {
      for (let i = 0; i < 30; i++) await outbox(tx, { letter: 'access_granted', userId: id });
    });
    await Promise.all([startWork(), startWork()]);
    await untilDone();
    expect(new Set(relay.received.map(({ mail }) => mail.messageId)).size).toBe(30);
    expect(relay.offered()).toBe(30);
  });

  test('in hand is finished before the worker stops', async () => {
    const release = relay.hold();
    const worker = await startWork();
    await askForLink();
    await until(() => expect(relay.offered()).toBe(1));
    let isStopped = false;
    const stopped = worker.stop().then(() => void (isStopped = true));
    await askForLink();
    expect(isStopped).toBe(false);
    release();
    await stopped;
    expect(relay.received).toHaveLength(1);
    expect(await readJobs()).toMatchObject([{ attempts: 0 }]);
  });

  test('of a process that was killed is given back once nobody can be at it any more', async () => {
    await askForLink();
    const lock = (since: string) =>
      db.pool.query(`update graphile_worker._private_jobs set locked_by = 'gone', locked_at = now() - $1::interval`, [
        since,
      ]);
    const isLocked = async () =>
      (await sql<{ locked_by: string | null }>`select locked_by from graphile_worker.jobs`.execute(db.kysely)).rows[0]
        ?.locked_by === 'gone';
    await lock('9 minutes');
    await freeLeftJobs(db);
    expect(await isLocked()).toBe(true);
    await lock('11 minutes');
    await freeLeftJobs(db);
    expect(await isLocked()).toBe(false);
    await startWork();
    await untilDone();
    expect(relay.received).toHaveLength(1);
  });

  test('is done also after the database was away', async () => {
    await startWork();
    const others = db.pool.totalCount - 1;
    const gone = vi.fn<() => void>();
    db.pool.on('remove', gone);
    await db.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    await until(() => expect(gone.mock.calls.length).toBeGreaterThanOrEqual(others));
    await askForLink();
    await untilDone();
    expect(relay.received).toHaveLength(1);
  });

  test('that nobody is left to get a mail for is done without one', async () => {
    const { user } = await askForLink();
    await db.kysely.updateTable('users').set({ is_active: false }).where('id', '=', user.id).execute();
    await startWork();
    await untilDone();
    expect(relay.offered()).toBe(0);
  });
});

describe('the log of mails', () => {
  interface Entry {
    readonly delivery_status: string;
    readonly subject: string;
    readonly message: string | null;
    readonly mail_type: string | null;
    readonly created_by_id: number | null;
  }
  const entriesFor = async (recipient: string): Promise<Entry[]> =>
    (
      await db.pool.query<Entry>(
        `select l.delivery_status, l.subject, l.message, d.code as mail_type, l.created_by_id
         from mail_log l left join option_detail d on d.id = l.mail_type_id where l.recipient = $1 and l.member_id is null order by l.id`,
        [recipient],
      )
    ).rows;
  const order = async (letter: 'access_granted' | 'two_factor_on') => {
    const user = await createUser(db, { level: 'group' });
    await db.kysely.transaction().execute(async (tx) => {
      await sql`select set_config('innkeeper.actor', ${String(user.id)}, true)`.execute(tx);
      await outbox(tx, { letter, userId: user.id });
    });
    return { user, ...(await emailOf(user)) };
  };

  test('has a mail as queued from its order on, and as sent with what the relay answered', async () => {
    const { user, email } = await order('access_granted');
    const entry = { subject: 'You have access', mail_type: null, created_by_id: user.id };
    expect(await entriesFor(email)).toEqual([{ ...entry, delivery_status: 'queued', message: null }]);
    await startWork();
    await untilDone();
    expect(await entriesFor(email)).toEqual([
      { ...entry, delivery_status: 'sent', message: expect.stringMatching(/^250/) },
    ]);
  });

  test('has none that was not ordered after all', async () => {
    const user = await createUser(db, { level: 'group' });
    const undone = db.kysely.transaction().execute(async (tx) => {
      await outbox(tx, { letter: 'access_granted', userId: user.id });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await entriesFor((await emailOf(user)).email)).toEqual([]);
  });

  test('tells a stranger nothing: a link is entered by the worker, with its type, and never with its text', async () => {
    const { email } = await askForLink();
    await post('/api/password/email', { email: 'nobody.at.all@example.test' });
    expect(await entriesFor(email)).toEqual([]);
    await startWork();
    await untilDone();
    const [, token = ''] = /reset-password\/([\w-]+)/.exec(relay.received.at(-1)?.mail.text ?? '') ?? [];
    expect(token).not.toBe('');
    expect(await entriesFor(email)).toMatchObject([{ delivery_status: 'sent', mail_type: 'password-reset' }]);
    const { rows } = await db.pool.query<{ row: string }>(
      `select l::text as row from mail_log l union all select o::text from operation o where resource = 'mail_log'`,
    );
    for (const { row } of rows) {
      expect(row).not.toContain(token);
      expect(row).not.toContain('nobody.at.all');
    }
  });

  test('keeps one entry for all attempts, says what the relay answered last, and when it was given up', async () => {
    relay.refuseWith(451);
    const { email } = await order('two_factor_on');
    const first = await startWork();
    await until(async () =>
      expect(await entriesFor(email)).toMatchObject([
        { delivery_status: 'queued', message: expect.stringContaining('451') },
      ]),
    );
    await first.stop();
    await db.pool.query('update graphile_worker._private_jobs set run_at = now(), attempts = max_attempts - 1');
    const last = await startWork();
    await until(async () => expect(await entriesFor(email)).toMatchObject([{ delivery_status: 'failed' }]));
    await last.stop();
    expect(await readJobs()).toHaveLength(1);
  });

  test('says so where nobody is left to write to', async () => {
    const { user, email } = await order('access_granted');
    await db.kysely.updateTable('users').set({ is_active: false }).where('id', '=', user.id).execute();
    await startWork();
    await untilDone();
    expect(await entriesFor(email)).toMatchObject([
      { delivery_status: 'failed', message: 'There is nobody left to write to' },
    ]);
  });

  test('that cannot be written does not make a mail go out twice', async () => {
    await db.pool.query('alter table mail_log add constraint no_answer check (message is null) not valid');
    try {
      const { email } = await order('access_granted');
      await startWork();
      await untilDone();
      expect(relay.received.map(({ to }) => to)).toEqual([[email]]);
      expect(await entriesFor(email)).toMatchObject([{ delivery_status: 'queued' }]);
    } finally {
      await db.pool.query('alter table mail_log drop constraint no_answer');
    }
  });

  test('is not needed for a mail that an older version queued', async () => {
    const user = await createUser(db, { level: 'group' });
    const job = {
      letter: 'access_granted',
      user_id: user.id,
      language: null,
      ordered_at: '2026-03-01T08:00:00Z',
      message_id: 'a'.repeat(32),
    };
    await sql`select graphile_worker.add_job('mail', ${JSON.stringify(job)}::json)`.execute(db.kysely);
    await startWork();
    await untilDone();
    expect(relay.received).toHaveLength(1);
  });

  test('is seen by hotel, mails to staff by head office alone, and is written by nobody', async () => {
    await order('access_granted');
    const world = await createWorld(db);
    await sql`
      with sari as (
        insert into member (first_name, email, phone_no, type_gender_id, origin_country_id, membership_id, hotel_id, register_hotel_id, is_active)
        select 'Sari', 'sari@example.test', '0812345', (select id from option_detail limit 1), ${world.country}, ${world.membership},
               ${world.hotel}, ${world.hotel}, true
        returning id)
      insert into mail_log (recipient, subject, member_id) select 'sari@example.test', 'To a member', id from sari`.execute(
      db.kysely,
    );
    const ask = async (token: string, method: 'GET' | 'POST', url: string) =>
      app.inject({ method, url, headers: { authorization: `Bearer ${token}` } });
    const subjects = async ({ token }: TestUser) => {
      const reply = await ask(token, 'GET', '/api/mail_log?per_page=500');
      expect(reply.statusCode).toBe(200);
      return reply.json<{ data: { subject: string }[] }>().data.map(({ subject }) => subject);
    };
    const at = (restrict_hotel_id: number) =>
      createUser(db, { level: 'property', assignments: [{ region_id: world.region, restrict_hotel_id }] });
    const office = await createUser(db, { level: 'group' });
    expect(await subjects(office)).toEqual(expect.arrayContaining(['To a member', 'You have access']));
    expect(await subjects(await at(world.hotel))).toEqual(['To a member']);
    expect(
      await subjects(await createUser(db, { level: 'region', assignments: [{ region_id: world.region }] })),
    ).toEqual(['To a member']);
    expect(await subjects(await at(await createHotel(db, world.country)))).toEqual([]);
    expect(await subjects(await createUser(db, { level: 'property' }))).toEqual([]);
    for (const path of ['', '/1', '/destroyBulk'])
      expect((await ask(office.token, 'POST', `/api/mail_log${path}`)).statusCode, path).toBe(405);
  });
});
