import type { ReportFile, ReportSchedule } from '@innkeeper/contract/calls';
import { seedDemo } from '@innkeeper/demo';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { queueDelivery, queueFileJob } from '../../jobs/queue.ts';
import { csvRows } from '../../engine/import-export/table-helpers.ts';
import { readConfig } from '../../platform/config/config.ts';
import { createStore } from '../../platform/files/create-store.ts';
import type { Mail } from '../../platform/mail/outbox.ts';
import { call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { type TestUser, createUser } from '../../testing/user.ts';
import { createResourceHooks } from '../resource-hooks.ts';
import { deliverReport } from './deliver-report.ts';
import { makeReportFile } from './make-file.ts';
import { findNextRun } from './schedule-times.ts';
import { queueDueReports } from './schedules.ts';

const api = await startTestApp({ isMailQueued: true });
const { app, db, dataDir, clock } = api;
await seedDemo(db, { members: 40, passwordHash: 'hash', now: new Date() });
const config = readConfig({ LOG_LEVEL: 'silent', DEMO: '0', DATA_DIR: dataDir, PUBLIC_URL: 'https://console.test' });
const store = createStore(config);
const { rows: regions } = await sql<{ id: number; hotel: number }>`
  select r.id, (select min(h.id) from country c join hotel h on h.country_id = c.id where c.region_id = r.id) as hotel
  from region r
  where exists (select from visit v join hotel h on h.id = v.hotel_id join country c on c.id = h.country_id
                where c.region_id = r.id and v.deleted_at is null) order by r.id`.execute(db.kysely);
const [from = { id: 0, hotel: 0 }, to = { id: 0, hotel: 0 }] = regions;

const readEmail = async ({ id }: TestUser): Promise<string> => {
  const { rows } = await sql<{ email: string }>`select email from users where id = ${id}`.execute(db.kysely);
  return rows[0]?.email ?? '';
};
const post = (user: TestUser, body: object) =>
  call<{ data: ReportSchedule }>(app, user.token, 'POST', '/api/report_schedule', { body });
async function postSchedule(
  owner: TestUser,
  readers: readonly TestUser[],
  changes: object = {},
): Promise<ReportSchedule> {
  const reply = await post(owner, {
    report: 'visit-report',
    format: 'csv',
    query: { columns: 'visit.visit_no,region.name', sort: 'visit.visit_no' },
    every: 'month',
    at: '07:00',
    hotel_id: from.hotel,
    readers: await Promise.all(readers.map(readEmail)),
    ...changes,
  });
  expect(reply.status, reply.text).toBe(201);
  return reply.body.data;
}
const findOwnSchedule = async (owner: TestUser, id: number): Promise<ReportSchedule> => {
  const { body } = await call<{ data: ReportSchedule[] }>(app, owner.token, 'GET', '/api/report_schedule');
  const schedule = body.data.find((item) => item.id === id);
  if (!schedule) throw new Error(`${id} is not visible to them`);
  return schedule;
};

/** Minutes by which a run is late; different for each run. */
let lateDays = 0;

/** Runs a schedule as if it were due: requests, generates and delivers. Resolves to the mails sent. */
async function runSchedule(
  id: number,
  options: { readonly storeWith?: typeof store; readonly error?: Error } = {},
): Promise<readonly Mail[]> {
  const mails: Mail[] = [];
  const sendMail = async (mail: Mail) => {
    mails.push(mail);
    if (options.error) throw options.error;
    return 'ok';
  };
  lateDays += 1;
  await sql`update report_schedule set next_at = now() - make_interval(mins => ${lateDays}::int) where id = ${id}`.execute(
    db.kysely,
  );
  await queueDueReports(db, queueFileJob, new Date());
  const { rows: files } = await sql<{ id: number }>`
    select f.id from report_file f join report_delivery d on d.id = f.delivery_id
    where d.schedule_id = ${id} and f.state = 'queued' order by f.id`.execute(db.kysely);
  const fileServices = { db, log: app.log, store: options.storeWith ?? store, queueDelivery: queueDelivery };
  for (const file of files) {
    await makeReportFile({ ...fileServices, hooksByResource: createResourceHooks(async () => undefined) }, file.id);
    await deliverReport({ db, config, clock, store, transport: sendMail, log: app.log }, file.id, true);
    // A repeated job delivers only once.
    await deliverReport({ db, config, clock, store, transport: sendMail, log: app.log }, file.id, true);
  }
  await db.pool.query('delete from graphile_worker._private_jobs');
  return mails;
}
const parseAttachment = (mail: Mail | undefined): string[][] =>
  csvRows({ bytes: Buffer.from(mail?.attachments?.[0]?.content ?? []) }).slice(1);
const regionsOf = (mail: Mail | undefined): string[] => [...new Set(parseAttachment(mail).map((row) => row[1] ?? ''))];
const nameOf = async (region: number): Promise<string> => {
  const { rows } = await sql<{ name: string }>`select name from region where id = ${region}`.execute(db.kysely);
  return rows[0]?.name ?? '';
};
const createManager = (region: number) => createUser(db, { level: 'region', assignments: [{ region_id: region }] });

describe('a report by mail', () => {
  test('contains the rows of the new region after its manager was moved', async () => {
    const user = await createManager(from.id);
    const { id } = await postSchedule(user, [user]);
    const [before, ...otherMails] = await runSchedule(id);
    expect([regionsOf(before), otherMails]).toEqual([[await nameOf(from.id)], []]);
    await sql`update region_users set region_id = ${to.id} where user_id = ${user.id}`.execute(db.kysely);
    const [after] = await runSchedule(id);
    expect(regionsOf(after)).toEqual([await nameOf(to.id)]);
    expect((await findOwnSchedule(user, id)).deliveries.map(({ state }) => state)).toEqual(['sent', 'sent']);
  });

  test('sends each reader their own rows', async () => {
    const owner = await createUser(db, { level: 'group' });
    const [ownUser, otherUser] = [await createManager(from.id), await createManager(to.id)];
    const mails = await runSchedule((await postSchedule(owner, [ownUser, otherUser])).id);
    const mailByReader = new Map(mails.map((mail) => [mail.to, mail]));
    expect(regionsOf(mailByReader.get(await readEmail(ownUser)))).toEqual([await nameOf(from.id)]);
    expect(regionsOf(mailByReader.get(await readEmail(otherUser)))).toEqual([await nameOf(to.id)]);
  });

  test('accepts only readers of the owner’s own places, and reveals no other users', async () => {
    const [owner, colleague] = [await createManager(from.id), await createManager(from.id)];
    const createSchedule = async (email: string) => {
      const reply = await post(owner, {
        report: 'visit-report',
        format: 'csv',
        query: {},
        every: 'month',
        at: '07:00',
        hotel_id: from.hotel,
        readers: [email],
      });
      return expectInvalid(reply, 'readers').errors;
    };
    const unknownReply = await createSchedule('nobody@innkeeper.test');
    for (const user of [await createManager(to.id), await createUser(db, { level: 'group' })])
      expect(await createSchedule(await readEmail(user))).toEqual(unknownReply);
    expect((await postSchedule(owner, [owner, colleague])).readers.map(({ id }) => id)).toEqual(
      expect.arrayContaining([owner.id, colleague.id]),
    );
  });

  test('skips readers without the permission, notifies the owner and logs the reason', async () => {
    const owner = await createUser(db, { level: 'group' });
    const reader = await createUser(db, { level: 'group' });
    const { id } = await postSchedule(owner, [reader]);
    await sql`delete from role_group_role where role_group_id = ${reader.roleGroupId}`.execute(db.kysely);
    const mails = await runSchedule(id);
    expect(mails.map(({ to: address, attachments }) => [address, attachments])).toEqual([
      [await readEmail(owner), undefined],
    ]);
    expect((await findOwnSchedule(owner, id)).deliveries).toMatchObject([
      { state: 'failed', reason: expect.any(String) },
    ]);
  });

  test('has failed if its mail bounces, and is sent once', async () => {
    const owner = await createUser(db, { level: 'group' });
    const { id } = await postSchedule(owner, [owner]);
    const rejection = { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, response: '550 5.1.1 Unknown' };
    expect(await runSchedule(id, { error: Object.assign(new Error('rejected'), rejection) })).toHaveLength(1);
    expect((await findOwnSchedule(owner, id)).deliveries).toMatchObject([
      { state: 'failed', reason: expect.any(String) },
    ]);
  });

  test('stops when its owner has left, and sends no more mails', async () => {
    const owner = await createUser(db, { level: 'group' });
    const { id } = await postSchedule(owner, [owner, await createManager(from.id)]);
    await sql`update users set is_active = false where id = ${owner.id}`.execute(db.kysely);
    expect(await runSchedule(id)).toEqual([]);
    const { rows } = await sql<{ stopped: boolean }>`
      select stopped_at is not null as stopped from report_schedule where id = ${id}`.execute(db.kysely);
    expect(rows).toEqual([{ stopped: true }]);
  });

  test('links a file too large for a mail: valid for seven days, for its reader only', async () => {
    const owner = await createUser(db, { level: 'group' });
    const { id } = await postSchedule(owner, [owner]);
    const largeFile = {
      ...store,
      writeFrom: async (...file: Parameters<typeof store.writeFrom>) => (await store.writeFrom(...file)) + 5_000_000,
    };
    const [mail] = await runSchedule(id, { storeWith: largeFile });
    expect(mail?.attachments).toBeUndefined();
    const address = /https:\/\/console\.test(\/storage\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const seconds = Number(new URL(address, 'https://console.test').searchParams.get('expires')) - Date.now() / 1000;
    expect(seconds / 86_400).toBeGreaterThan(6.9);
    expect((await app.inject({ url: address })).statusCode).toBe(200);
    await sql`delete from role_group_role where role_group_id = ${owner.roleGroupId}`.execute(db.kysely);
    expect((await app.inject({ url: address })).statusCode).toBe(403);
  });

  test('is listed in the mail log and in the reader’s files after delivery', async () => {
    const owner = await createUser(db, { level: 'group' });
    await runSchedule((await postSchedule(owner, [owner])).id);
    const { rows } = await sql<{ delivery_status: string }>`
      select delivery_status from mail_log where recipient = ${await readEmail(owner)}`.execute(db.kysely);
    expect(rows).toEqual([{ delivery_status: 'sent' }]);
    const { body } = await call<{ data: ReportFile[] }>(app, owner.token, 'GET', '/api/report_file');
    expect(body.data).toMatchObject([{ state: 'done', report: 'visit-report' }]);
  });

  test('is requested once when two processes run it at the same time', async () => {
    const owner = await createUser(db, { level: 'group' });
    const { id } = await postSchedule(owner, [owner]);
    await sql`update report_schedule set next_at = now() - interval '1 minute' where id = ${id}`.execute(db.kysely);
    await Promise.all([1, 2, 3].map(() => queueDueReports(db, queueFileJob, new Date())));
    const { rows } = await sql<{ count: number }>`
      select count(*) from report_delivery where schedule_id = ${id}`.execute(db.kysely);
    expect(rows).toEqual([{ count: 1 }]);
  });
});

describe('the time of a schedule', () => {
  test.each([
    ['day', '07:00', '2026-03-01T21:59:00Z', '2026-03-01T22:00:00Z'],
    ['day', '07:00', '2026-03-01T22:00:00Z', '2026-03-02T22:00:00Z'],
    ['week', '00:30', '2026-03-04T00:00:00Z', '2026-03-08T15:30:00Z'],
    ['month', '07:00', '2026-01-31T12:00:00Z', '2026-01-31T22:00:00Z'],
    ['month', '07:00', '2026-12-05T12:00:00Z', '2026-12-31T22:00:00Z'],
    ['quarter', '07:00', '2026-02-10T12:00:00Z', '2026-03-31T22:00:00Z'],
  ] as const)('runs each %s at %s in Jayapura: after %s at %s', (interval, time, previousRun, next) => {
    expect(findNextRun(interval, time, 'Asia/Jayapura', new Date(previousRun)).toISOString()).toBe(
      next.replace('Z', '.000Z'),
    );
  });
});

describe('a schedule', async () => {
  const owner = await createUser(db, { level: 'group' });
  const body = {
    report: 'visit-report',
    format: 'csv',
    query: {},
    every: 'day',
    at: '07:00',
    hotel_id: from.hotel,
    readers: [await readEmail(owner)],
  };

  test.each([
    ['report', { report: 'no-such' }],
    ['every', { every: 'year' }],
    ['at', { at: '25:00' }],
    ['hotel_id', { hotel_id: 999_999 }],
    ['readers', { readers: ['nobody@elsewhere.test'] }],
    ['readers', { readers: [] }],
    ['filter[visit.no_such][eq]', { query: { 'filter[visit.no_such][eq]': '1' } }],
  ])('is rejected for its %s', async (field, invalidValue) => {
    expectInvalid(await post(owner, { ...body, ...invalidValue }), field);
  });

  test('requires the permission for its report, and uses a visible hotel', async () => {
    const userWithoutReport = await createUser(db, { level: 'group', codes: ['VIEW_SALES_REPORT'] });
    expectError(await post(userWithoutReport, body), 403, 'forbidden');
    expectInvalid(await post(await createManager(to.id), body), 'hotel_id');
  });

  test('can be deleted only by its owner', async () => {
    const { id } = await postSchedule(owner, [owner]);
    const otherUser = await createUser(db, { level: 'group' });
    expectError(await call(app, otherUser.token, 'DELETE', `/api/report_schedule/${id}`), 404, 'record_not_found');
    expect((await call(app, owner.token, 'DELETE', `/api/report_schedule/${id}`)).status).toBe(200);
    await expect(findOwnSchedule(owner, id)).rejects.toThrow('not visible to them');
  });
});
