import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReportFile } from '@innkeeper/contract/calls';
import type { Db } from '@innkeeper/db';
import { seedDemo } from '@innkeeper/demo';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { releaseAbandonedJobs, queueDelivery, queueFileJob } from '../../jobs/queue.ts';
import type { RunningServer } from '../../testing/faults/process.ts';
import { shareDatabase } from '../../testing/faults/shared-database.ts';
import { restartAbandonedFiles } from './report-files.ts';

/** Enough rows for the test to observe a half-written file. */
const VISIT_COUNT = 40_000;
/** Advisory lock that the test takes to pause file generation. */
const LOCK_KEY = 7_003;
const WAIT_OPTIONS = { interval: 5 };

const { db, admin, ...shared } = await shareDatabase(async (empty) => {
  await seedDemo(empty, { members: 25, passwordHash: 'hash', now: new Date() });
  await copyVisits(empty);
});
const dataDir = await mkdtemp(join(tmpdir(), 'innkeeper-killed-file-'));
afterAll(() => rm(dataDir, { recursive: true, force: true }));
const startServer = () => shared.start({ DATA_DIR: dataDir });
const folder = join(dataDir, 'files');
const listStoredFiles = () => readdir(folder).catch((): string[] => []); // the folder is created with the first file

async function copyVisits({ kysely }: Db): Promise<void> {
  await sql`
    insert into visit (visit_no, reference_no, hotel_id, member_id, visit_date, total_fb, total_room, total_others,
        staff_name, currency, usd_rate, membership_id)
    select 'K' || n, 'K' || n, hotel_id, member_id, visit_date, 100, 0, 0, staff_name, currency, usd_rate, membership_id
    from (select * from visit where deleted_at is null limit 1) v cross join generate_series(1, ${VISIT_COUNT}) n`.execute(
    kysely,
  );
}

async function request<T>({ address }: RunningServer, method: 'GET' | 'POST', body?: object): Promise<T> {
  const reply = await fetch(`${address}/api/report_file`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.token}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  expect([200, 201], text).toContain(reply.status);
  return JSON.parse(text).data;
}
async function queueFile(server: RunningServer): Promise<number> {
  const query = { columns: 'visit.visit_no,hotel.code,visit.visit_date,visit.staff_name' };
  return (await request<ReportFile>(server, 'POST', { report: 'visit-report', format: 'csv', query })).id;
}
async function findFile(server: RunningServer, id: number): Promise<ReportFile> {
  const file = (await request<ReportFile[]>(server, 'GET')).find((item) => item.id === id);
  if (!file) throw new Error(`There is no file ${id}`);
  return file;
}
async function attemptsAt(id: number): Promise<number> {
  const { rows } = await sql<{ attempts: number }>`select attempts from report_file where id = ${id}`.execute(
    db.kysely,
  );
  return rows[0]?.attempts ?? 0;
}

async function waitForEnd(server: RunningServer, id: number): Promise<ReportFile> {
  await expect.poll(async () => (await findFile(server, id)).state, WAIT_OPTIONS).toMatch(/^(done|failed)$/);
  return findFile(server, id);
}
const read = (server: RunningServer, address: string | null) => fetch(`${server.address}${address}`);

/** Requests every file on disk by a signed URL: files of unfinished jobs must not be served. */
async function expectNothingHalfWritten(server: RunningServer): Promise<void> {
  for (const file of await request<ReportFile[]>(server, 'GET'))
    if (file.state !== 'done') expect(file.address).toBeNull();
  for (const name of await listStoredFiles()) {
    const { rows } = await sql<{ address: string }>`
      select signed_file_path(${`report/${name}`}) as address
      where not exists (select from report_file where name = ${name} and state = 'done')`.execute(db.kysely);
    for (const { address } of rows) expect([403, 404]).toContain((await read(server, address)).status);
  }
}

/** Moves time past the timeouts after which the work of a killed process is released. */
async function runMaintenance(): Promise<void> {
  await sql`update report_file set heartbeat_at = heartbeat_at - interval '1 minute' where state = 'running'`.execute(
    db.kysely,
  );
  await sql`update graphile_worker._private_jobs set locked_at = now() - interval '11 minutes' where locked_at is not null`.execute(
    db.kysely,
  );
  await restartAbandonedFiles(queueFileJob, queueDelivery)(db);
  await releaseAbandonedJobs(db);
}

async function waitForLock(count: number): Promise<void> {
  const countWaiting = async () =>
    (
      await sql`select from pg_locks where locktype = 'advisory' and objid = ${LOCK_KEY} and not granted`.execute(
        db.kysely,
      )
    ).rows.length;
  await expect.poll(countWaiting, WAIT_OPTIONS).toBe(count);
}

/** Points at which generation is paused, each with its trigger. */
const LOCK_POINTS = [
  ['it is taken', `before update of state on report_file for each row when (new.state = 'running')`],
  ['it is logged', 'before insert on export_log for each row'],
  ['it is written and not yet named', `before update of state on report_file for each row when (new.state = 'done')`],
  [
    'it is committed',
    `after update on report_file deferrable initially deferred for each row when (new.state = 'done' and old.state = 'running')`,
  ],
] as const;

test('a file is generated again after its process is killed at any point, and never served in part', async () => {
  await sql`create function stand_still() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock_shared(${sql.lit(LOCK_KEY)}); return new; end $$`.execute(db.kysely);
  let server = await startServer();
  const referenceFile = await waitForEnd(server, await queueFile(server));
  expect(referenceFile).toMatchObject({ state: 'done' });
  const fullText = await (await read(server, referenceFile.address)).text();
  expect(fullText.split('\n').length).toBeGreaterThan(VISIT_COUNT);

  const killAtLock = async (trigger: string): Promise<number> => {
    const kind = trigger.startsWith('after') ? 'constraint trigger' : 'trigger';
    const table = trigger.includes('export_log') ? 'export_log' : 'report_file';
    await sql`create ${sql.raw(kind)} stand_still ${sql.raw(trigger)} execute function stand_still()`.execute(
      db.kysely,
    );
    return db.kysely.connection().execute(async (gateDb) => {
      await sql`select pg_advisory_lock(${LOCK_KEY})`.execute(gateDb);
      const id = await queueFile(server);
      await waitForLock(1);
      await server.kill();
      await sql`select pg_advisory_unlock(${LOCK_KEY})`.execute(gateDb);
      await waitForLock(0);
      await sql`drop trigger stand_still on ${sql.table(table)}`.execute(gateDb);
      return id;
    });
  };
  const killHalfWritten = async (): Promise<number> => {
    const id = await queueFile(server);
    await waitUntilHalfWritten(onDiskBefore);
    await server.kill();
    return id;
  };
  let onDiskBefore = await listStoredFiles();
  const moments = LOCK_POINTS.map(([name, trigger]) => [name, () => killAtLock(trigger)] as const);
  for (const [moment, kill] of [...moments, ['it is half written', killHalfWritten] as const]) {
    const id = await kill();
    server = await startServer();
    await expectNothingHalfWritten(server);
    await runMaintenance();
    const { state, address } = await waitForEnd(server, id);
    expect(state, moment).toBe('done');
    expect((await (await read(server, address)).text()) === fullText, moment).toBe(true);
    expect(await attemptsAt(id), moment).toBeLessThanOrEqual(2);
    await expectNothingHalfWritten(server);
    onDiskBefore = await listStoredFiles();
  }
  await server.stop();
}, 600_000);

/** Resolves once a new file has some bytes under its temporary name. */
async function waitUntilHalfWritten(before: readonly string[]): Promise<void> {
  const readSize = async () => {
    const partialName = (await listStoredFiles()).find((name) => name.endsWith('.part') && !before.includes(name));
    return partialName === undefined
      ? 0
      : stat(join(folder, partialName)).then(
          ({ size }) => size,
          () => 0,
        ); // the file has its final name by now
  };
  await expect.poll(readSize, { ...WAIT_OPTIONS, interval: 1 }).toBeGreaterThan(0);
}

test('a file is marked as failed after its process is killed twice while writing it', async () => {
  let server = await startServer();
  let before = await listStoredFiles();
  const id = await queueFile(server);
  for (const next of ['queued', 'failed']) {
    await waitUntilHalfWritten(before);
    await server.kill();
    expect((await listStoredFiles()).filter((name) => name.endsWith('.part') && !before.includes(name))).toHaveLength(
      1,
    );
    before = await listStoredFiles();
    await runMaintenance();
    const { rows } = await sql`select state from report_file where id = ${id}`.execute(db.kysely);
    expect(rows).toEqual([{ state: next }]);
    server = await startServer();
  }
  const failedState = { state: 'failed', address: null, reason: expect.any(String) };
  expect(await findFile(server, id)).toMatchObject(failedState);
  await expectNothingHalfWritten(server);
  // Returns the jobs of both attempts to the queue; neither may start a third attempt.
  await runMaintenance();
  await expect
    .poll(async () => (await sql`select from graphile_worker.jobs`.execute(db.kysely)).rows, WAIT_OPTIONS)
    .toEqual([]);
  expect(await findFile(server, id)).toMatchObject(failedState);
  expect(await attemptsAt(id)).toBe(2);
  await server.stop();
}, 600_000);
