// Core test: the worker and its queue.
import { openDatabase } from '@innkeeper/db';
import { createTestDatabase } from '@innkeeper/db/testing';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { readConfig } from '../platform/config/config.ts';
import { createSmtpTransport } from '../platform/mail/mail-transport.ts';
import { createServer } from '../server.ts';
import { type Relay, startRelay } from '../testing/relay.ts';
import { type TestUser, createUser } from '../testing/user.ts';
import { createHotel, createBaseRecords } from '../testing/base-records.ts';
import { releaseAbandonedJobs, prepareQueue, createMailQueue } from './queue.ts';
import { type Worker, startWorker } from './worker.ts';

/** The whole path of a mail: the request, the queue in the database, the worker, an SMTP relay. */

const clock = () => new Date();
const config = readConfig({ LOG_LEVEL: 'silent', DEMO: '0', PUBLIC_URL: 'https://console.test' });
const outbox = createMailQueue(clock);
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
    transport: createSmtpTransport(relay.url),
    log: app.log,
    whenIdle: async () => {},
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
      `select attempts, extract(epoch from run_at - updated_at)::float as waits, payload
        from graphile_worker._private_jobs`,
    )
  ).rows;
/** Waits until the worker has done something, since it returns no response. */
const waitFor = (assertion: () => Promise<void> | void) => vi.waitFor(assertion, { timeout: 60_000, interval: 20 });
const waitForJobs = () => waitFor(async () => expect(await readJobs()).toEqual([]));

let addresses = 0;
const post = (url: string, payload: object, headers = {}) =>
  app.inject({ method: 'POST', url, payload, headers, remoteAddress: `10.3.${(addresses += 1)}.1` });
const readEmail = ({ id }: TestUser) =>
  db.kysely.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow();
async function requestResetLink(headers = {}) {
  const user = await createUser(db, { level: 'group' });
  const { email } = await readEmail(user);
  expect((await post('/api/password/email', { email }, headers)).statusCode).toBe(200);
  return { user, email };
}

describe('a forgotten password', () => {
  test('is reset by a mailed link that ends all sessions and works once', async () => {
    await startWork();
    const { user, email } = await requestResetLink();
    await waitFor(() => expect(relay.received).toHaveLength(1));
    const [{ to, mail } = { to: [], mail: undefined }] = relay.received;
    expect([to, mail?.subject, mail?.from?.address]).toEqual([
      [email],
      'Choose a new password',
      'no-reply@console.test',
    ]);
    const [, token, address] =
      /https:\/\/console\.test\/auth\/reset-password\/([\w-]+)\/(\S+)/.exec(mail?.text ?? '') ?? [];
    expect(decodeURIComponent(address ?? '')).toBe(email);

    const resetPassword = () =>
      post('/api/password/reset', {
        email,
        token,
        password: 'eleven grey herons',
        password_confirmation: 'eleven grey herons',
      });
    expect((await resetPassword()).statusCode).toBe(200);
    const session = await app.inject({ url: '/api/user', headers: { authorization: `Bearer ${user.token}` } });
    expect(session.statusCode).toBe(401);
    const secondReply = await resetPassword();
    expect([secondReply.statusCode, secondReply.json().errors]).toEqual([
      422,
      { token: ['This link has expired or is already used.'] },
    ]);
  });

  test('sends an Indonesian mail for an Indonesian request', async () => {
    await startWork();
    await requestResetLink({ 'accept-language': 'id' });
    await waitFor(() => expect(relay.received).toHaveLength(1));
    expect(relay.received[0]?.mail).toMatchObject({
      subject: 'Pilih kata sandi baru',
      text: expect.stringContaining('Tautan hanya berlaku satu kali'),
    });
  });

  test('leaves neither token nor address in the queue, and nothing at all once it is sent', async () => {
    const { user } = await requestResetLink();
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
    await waitForJobs();
    expect(relay.countOffered()).toBe(1);
  });
});

describe('a job', () => {
  test('does not exist if its transaction is rolled back', async () => {
    const { id } = await createUser(db, { level: 'group' });
    const rollback = db.kysely.transaction().execute(async (tx) => {
      await outbox(tx, { letter: 'access_granted', userId: id });
      throw new Error('undone');
    });
    await expect(rollback).rejects.toThrow('undone');
    expect(await readJobs()).toEqual([]);
  });

  test('backs off while the relay rejects it, and runs once when the relay is back', async () => {
    relay.rejectWith(451);
    await requestResetLink();
    for (const attempts of [1, 2, 3]) {
      const worker = await startWork();
      await waitFor(async () => expect(await readJobs()).toMatchObject([{ attempts, waits: expect.any(Number) }]));
      await worker.stop();
      // 2.7 seconds, 7.4, 20.1 …
      expect(Math.log((await readJobs())[0]?.waits ?? 0)).toBeCloseTo(attempts, 0);
      await db.pool.query('update graphile_worker._private_jobs set run_at = now()');
    }
    relay.rejectWith(undefined);
    await startWork();
    await waitForJobs();
    expect([relay.countOffered(), relay.received.length]).toEqual([4, 1]);
  });

  test('runs once, even with many jobs and several workers', async () => {
    const { id } = await createUser(db, { level: 'group' });
    await db.kysely.transaction().execute(async (tx) => {
      for (let i = 0; i < 30; i++) await outbox(tx, { letter: 'access_granted', userId: id });
    });
    await Promise.all([startWork(), startWork()]);
    await waitForJobs();
    expect(new Set(relay.received.map(({ mail }) => mail.messageId)).size).toBe(30);
    expect(relay.countOffered()).toBe(30);
  });

  test('finishes before the worker stops, if it is running', async () => {
    const release = relay.hold();
    const worker = await startWork();
    await requestResetLink();
    await waitFor(() => expect(relay.countOffered()).toBe(1));
    let isStopped = false;
    const stopping = worker.stop().then(() => void (isStopped = true));
    await requestResetLink();
    expect(isStopped).toBe(false);
    release();
    await stopping;
    expect(relay.received).toHaveLength(1);
    expect(await readJobs()).toMatchObject([{ attempts: 0 }]);
  });

  test('is queued again after its process was killed, once no process can still run it', async () => {
    await requestResetLink();
    const lockJobs = (interval: string) =>
      db.pool.query(`update graphile_worker._private_jobs set locked_by = 'gone', locked_at = now() - $1::interval`, [
        interval,
      ]);
    const isLocked = async () =>
      (await sql<{ locked_by: string | null }>`select locked_by from graphile_worker.jobs`.execute(db.kysely)).rows[0]
        ?.locked_by === 'gone';
    await lockJobs('9 minutes');
    await releaseAbandonedJobs(db);
    expect(await isLocked()).toBe(true);
    await lockJobs('11 minutes');
    await releaseAbandonedJobs(db);
    expect(await isLocked()).toBe(false);
    await startWork();
    await waitForJobs();
    expect(relay.received).toHaveLength(1);
  });

  test('still runs after the database was unavailable', async () => {
    await startWork();
    const otherConnections = db.pool.totalCount - 1;
    const onLost = vi.fn<() => void>();
    db.pool.on('remove', onLost);
    await db.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    await waitFor(() => expect(onLost.mock.calls.length).toBeGreaterThanOrEqual(otherConnections));
    await requestResetLink();
    await waitForJobs();
    expect(relay.received).toHaveLength(1);
  });

  test('completes without a mail if no recipient remains', async () => {
    const { user } = await requestResetLink();
    await db.kysely.updateTable('users').set({ is_active: false }).where('id', '=', user.id).execute();
    await startWork();
    await waitForJobs();
    expect(relay.countOffered()).toBe(0);
  });
});

describe('the mail log', () => {
  interface MailEntry {
    readonly delivery_status: string;
    readonly subject: string;
    readonly message: string | null;
    readonly mail_type: string | null;
    readonly created_by_id: number | null;
  }
  const entriesFor = async (recipient: string): Promise<MailEntry[]> =>
    (
      await db.pool.query<MailEntry>(
        `select l.delivery_status, l.subject, l.message, d.code as mail_type, l.created_by_id
         from mail_log l left join option_detail d on d.id = l.mail_type_id where l.recipient = $1
           and l.member_id is null order by l.id`,
        [recipient],
      )
    ).rows;
  const createMailQueue = async (letter: 'access_granted' | 'two_factor_on') => {
    const user = await createUser(db, { level: 'group' });
    await db.kysely.transaction().execute(async (tx) => {
      await sql`select set_config('innkeeper.actor', ${String(user.id)}, true)`.execute(tx);
      await outbox(tx, { letter, userId: user.id });
    });
    return { user, ...(await readEmail(user)) };
  };

  test('lists a mail as queued from its order on, then as sent with the response of the relay', async () => {
    const { user, email } = await createMailQueue('access_granted');
    const entry = { subject: 'Your access is ready', mail_type: 'access-granted', created_by_id: user.id };
    expect(await entriesFor(email)).toEqual([{ ...entry, delivery_status: 'queued', message: null }]);
    await startWork();
    await waitForJobs();
    expect(await entriesFor(email)).toEqual([
      { ...entry, delivery_status: 'sent', message: expect.stringMatching(/^250/) },
    ]);
  });

  test('has no mail whose order was rolled back', async () => {
    const user = await createUser(db, { level: 'group' });
    const rollback = db.kysely.transaction().execute(async (tx) => {
      await outbox(tx, { letter: 'access_granted', userId: user.id });
      throw new Error('undone');
    });
    await expect(rollback).rejects.toThrow('undone');
    expect(await entriesFor((await readEmail(user)).email)).toEqual([]);
  });

  test('reveals no accounts: the worker adds a reset link with its type, never its text', async () => {
    const { email } = await requestResetLink();
    await post('/api/password/email', { email: 'nobody.at.all@example.test' });
    expect(await entriesFor(email)).toEqual([]);
    await startWork();
    await waitForJobs();
    const [, token = ''] = /reset-password\/([\w-]+)/.exec(relay.received.at(-1)?.mail.text ?? '') ?? [];
    expect(token).not.toBe('');
    expect(await entriesFor(email)).toMatchObject([{ delivery_status: 'sent', mail_type: 'password-reset' }]);
    const { rows } = await db.pool.query<{ row: string }>(
      `select l::text as row from mail_log l union all select o::text from audit_log o where resource = 'mail_log'`,
    );
    for (const { row } of rows) {
      expect(row).not.toContain(token);
      expect(row).not.toContain('nobody.at.all');
    }
  });

  test('has one entry for all attempts, with the last relay response and when it was given up', async () => {
    relay.rejectWith(451);
    const { email } = await createMailQueue('two_factor_on');
    const first = await startWork();
    await waitFor(async () =>
      expect(await entriesFor(email)).toMatchObject([
        { delivery_status: 'queued', message: expect.stringContaining('451') },
      ]),
    );
    await first.stop();
    await db.pool.query('update graphile_worker._private_jobs set run_at = now(), attempts = max_attempts - 1');
    const lastWorker = await startWork();
    await waitFor(async () => expect(await entriesFor(email)).toMatchObject([{ delivery_status: 'failed' }]));
    await lastWorker.stop();
    expect(await readJobs()).toHaveLength(1);
  });

  test('reports a mail without a remaining recipient', async () => {
    const { user, email } = await createMailQueue('access_granted');
    await db.kysely.updateTable('users').set({ is_active: false }).where('id', '=', user.id).execute();
    await startWork();
    await waitForJobs();
    expect(await entriesFor(email)).toMatchObject([
      { delivery_status: 'skipped', message: 'The recipient no longer exists.' },
    ]);
  });

  test('does not cause a second mail if it cannot be written', async () => {
    await db.pool.query('alter table mail_log add constraint no_answer check (message is null) not valid');
    try {
      const { email } = await createMailQueue('access_granted');
      await startWork();
      await waitForJobs();
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
    await waitForJobs();
    expect(relay.received).toHaveLength(1);
  });

  test('is visible by hotel, staff mails only to head office, and is read-only', async () => {
    await createMailQueue('access_granted');
    const baseRecords = await createBaseRecords(db);
    await sql`
      with sari as (
        insert into member (first_name, email, phone_no, type_gender_id, origin_country_id, membership_id, hotel_id,
            register_hotel_id, is_active)
        select 'Sari', 'sari@example.test', '0812345', (select id from option_detail limit 1), ${baseRecords.country},
               ${baseRecords.membership}, ${baseRecords.hotel}, ${baseRecords.hotel}, true
        returning id)
      insert into mail_log (recipient, subject, member_id) select 'sari@example.test', 'To a member', id
      from sari`.execute(db.kysely);
    const request = async (token: string, method: 'GET' | 'POST', url: string) =>
      app.inject({ method, url, headers: { authorization: `Bearer ${token}` } });
    const listSubjects = async ({ token }: TestUser) => {
      const reply = await request(token, 'GET', '/api/mail_log?per_page=500');
      expect(reply.statusCode).toBe(200);
      return reply.json<{ data: { subject: string }[] }>().data.map(({ subject }) => subject);
    };
    const createUserAt = (restrict_hotel_id: number) =>
      createUser(db, { level: 'property', assignments: [{ region_id: baseRecords.region, restrict_hotel_id }] });
    const office = await createUser(db, { level: 'group' });
    expect(await listSubjects(office)).toEqual(expect.arrayContaining(['To a member', 'Your access is ready']));
    expect(await listSubjects(await createUserAt(baseRecords.hotel))).toEqual(['To a member']);
    expect(
      await listSubjects(await createUser(db, { level: 'region', assignments: [{ region_id: baseRecords.region }] })),
    ).toEqual(['To a member']);
    expect(await listSubjects(await createUserAt(await createHotel(db, baseRecords.country)))).toEqual([]);
    expect(await listSubjects(await createUser(db, { level: 'property' }))).toEqual([]);
    for (const path of ['', '/1', '/destroyBulk'])
      expect((await request(office.token, 'POST', `/api/mail_log${path}`)).statusCode, path).toBe(405);
  });
});
