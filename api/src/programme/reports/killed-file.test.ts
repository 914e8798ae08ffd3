import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReportFile } from '@innkeeper/contract/calls';
import type { Db } from '@innkeeper/db';
import { seedDemo } from '@innkeeper/demo';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { freeLeftJobs, queueDelivery, queueFile } from '../../jobs/queue.ts';
import type { Serving } from '../../testing/faults/process.ts';
import { shareDatabase } from '../../testing/faults/shared-database.ts';
import { restartLeftFiles } from './report-files.ts';

/** So many that a file is seen while it is half written. */
const VISITS = 40_000;
/** Held by the test while the making of a file is to stand still. */
const GATE = 7_003;
const WAIT = { interval: 5 };

const { db, admin, ...shared } = await shareDatabase(async (empty) => {
  await seedDemo(empty, { members: 25, passwordHash: 'hash', now: new Date() });
  await copyVisits(empty);
});
const dataDir = await mkdtemp(join(tmpdir(), 'innkeeper-killed-file-'));
afterAll(() => rm(dataDir, { recursive: true, force: true }));
const start = () => shared.start({ DATA_DIR: dataDir });
const folder = join(dataDir, 'files');
const onDisk = () => readdir(folder).catch((): string[] => []); // the folder is made with the first file

async function copyVisits({ kysely }: Db): Promise<void> {
  await sql`
    insert into visit (visit_no, reference_no, hotel_id, member_id, visit_date, total_fb, total_room, total_others, staff_name, currency, usd_rate, membership_id)
    select 'K' || n, 'K' || n, hotel_id, member_id, visit_date, 100, 0, 0, staff_name, currency, usd_rate, membership_id
    from (select * from visit where deleted_at is null limit 1) v cross join generate_series(1, ${VISITS}) n`.execute(
    kysely,
  );
}

async function ask<T>({ address }: Serving, method: 'GET' | 'POST', body?: object): Promise<T> {
  const reply = await fetch(`${address}/api/report_file`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.token}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  expect([200, 201], text).toContain(reply.status);
  return JSON.parse(text).data;
}
async function order(serving: Serving): Promise<number> {
  const query = { columns: 'visit.visit_no,hotel.code,visit.visit_date,visit.staff_name' };
  return (await ask<ReportFile>(serving, 'POST', { report: 'visit-report', format: 'csv', query })).id;
}
async function fileOf(serving: Serving, id: number): Promise<ReportFile> {
  const file = (await ask<ReportFile[]>(serving, 'GET')).find((one) => one.id === id);
  if (!file) throw new Error(`The file ${id} is not there`);
  return file;
}
async function attemptsAt(id: number): Promise<number> {
  const { rows } = await sql<{ attempts: number }>`select attempts from report_file where id = ${id}`.execute(
    db.kysely,
  );
  return rows[0]?.attempts ?? 0;
}

async function untilEnded(serving: Serving, id: number): Promise<ReportFile> {
  await expect.poll(async () => (await fileOf(serving, id)).state, WAIT).toMatch(/^(done|failed)$/);
  return fileOf(serving, id);
}
const read = (serving: Serving, address: string | null) => fetch(`${serving.address}${address}`);

/** Asks for each file on the disk by a signed address: those of no finished job are not given out. */
async function expectNothingHalfOpen(serving: Serving): Promise<void> {
  for (const file of await ask<ReportFile[]>(serving, 'GET'))
    if (file.state !== 'done') expect(file.address).toBeNull();
  for (const name of await onDisk()) {
    const { rows } = await sql<{ address: string }>`
      select file_address(${`report/${name}`}) as address
      where not exists (select from report_file where name = ${name} and state = 'done')`.execute(db.kysely);
    for (const { address } of rows) expect([403, 404]).toContain((await read(serving, address)).status);
  }
}

/** Lets so much time pass that no process can be at the work of a killed one. */
async function pass(): Promise<void> {
  await sql`update report_file set beat_at = beat_at - interval '1 minute' where state = 'running'`.execute(db.kysely);
  await sql`update graphile_worker._private_jobs set locked_at = now() - interval '11 minutes' where locked_at is not null`.execute(
    db.kysely,
  );
  await restartLeftFiles(queueFile, queueDelivery)(db);
  await freeLeftJobs(db);
}

async function untilAtGate(waiting: number): Promise<void> {
  const count = async () =>
    (await sql`select from pg_locks where locktype = 'advisory' and objid = ${GATE} and not granted`.execute(db.kysely))
      .rows.length;
  await expect.poll(count, WAIT).toBe(waiting);
}

/** Where the making of a file stands still: the trigger that stops it there. */
const GATES = [
  ['it is taken', `before update of state on report_file for each row when (new.state = 'running')`],
  ['it is logged', 'before insert on export_log for each row'],
  ['it is written and not yet named', `before update of state on report_file for each row when (new.state = 'done')`],
  [
    'it is committed',
    `after update on report_file deferrable initially deferred for each row when (new.state = 'done' and old.state = 'running')`,
  ],
] as const;

test('a file whose process is killed at any moment is made once more, whole, and never open by half', async () => {
  await sql`create function stand_still() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock_shared(${sql.lit(GATE)}); return new; end $$`.execute(db.kysely);
  let serving = await start();
  const undisturbed = await untilEnded(serving, await order(serving));
  expect(undisturbed).toMatchObject({ state: 'done' });
  const whole = await (await read(serving, undisturbed.address)).text();
  expect(whole.split('\n').length).toBeGreaterThan(VISITS);

  const killAtGate = async (trigger: string): Promise<number> => {
    const kind = trigger.startsWith('after') ? 'constraint trigger' : 'trigger';
    const table = trigger.includes('export_log') ? 'export_log' : 'report_file';
    await sql`create ${sql.raw(kind)} stand_still ${sql.raw(trigger)} execute function stand_still()`.execute(
      db.kysely,
    );
    return db.kysely.connection().execute(async (gate) => {
      await sql`select pg_advisory_lock(${GATE})`.execute(gate);
      const id = await order(serving);
      await untilAtGate(1);
      await serving.kill();
      await sql`select pg_advisory_unlock(${GATE})`.execute(gate);
      await untilAtGate(0);
      await sql`drop trigger stand_still on ${sql.table(table)}`.execute(gate);
      return id;
    });
  };
  const killHalfWritten = async (): Promise<number> => {
    const id = await order(serving);
    await untilHalfWritten(onDiskBefore);
    await serving.kill();
    return id;
  };
  let onDiskBefore = await onDisk();
  const moments = GATES.map(([name, trigger]) => [name, () => killAtGate(trigger)] as const);
  for (const [moment, kill] of [...moments, ['it is half written', killHalfWritten] as const]) {
    const id = await kill();
    serving = await start();
    await expectNothingHalfOpen(serving);
    await pass();
    const { state, address } = await untilEnded(serving, id);
    expect(state, moment).toBe('done');
    expect((await (await read(serving, address)).text()) === whole, moment).toBe(true);
    expect(await attemptsAt(id), moment).toBeLessThanOrEqual(2);
    await expectNothingHalfOpen(serving);
    onDiskBefore = await onDisk();
  }
  await serving.stop();
}, 600_000);

/** Resolves once a file has some of its bytes under the name of one that is unfinished. */
async function untilHalfWritten(before: readonly string[]): Promise<void> {
  const bytes = async () => {
    const unfinished = (await onDisk()).find((name) => name.endsWith('.part') && !before.includes(name));
    return unfinished === undefined
      ? 0
      : stat(join(folder, unfinished)).then(
          ({ size }) => size,
          () => 0,
        ); // it has its own name by now
  };
  await expect.poll(bytes, { ...WAIT, interval: 1 }).toBeGreaterThan(0);
}

test('a file whose process is killed twice while it is written has failed, and stays so', async () => {
  let serving = await start();
  let before = await onDisk();
  const id = await order(serving);
  for (const next of ['queued', 'failed']) {
    await untilHalfWritten(before);
    await serving.kill();
    expect((await onDisk()).filter((name) => name.endsWith('.part') && !before.includes(name))).toHaveLength(1);
    before = await onDisk();
    await pass();
    const { rows } = await sql`select state from report_file where id = ${id}`.execute(db.kysely);
    expect(rows).toEqual([{ state: next }]);
    serving = await start();
  }
  const failed = { state: 'failed', address: null, reason: expect.any(String) };
  expect(await fileOf(serving, id)).toMatchObject(failed);
  await expectNothingHalfOpen(serving);
  // The jobs of both attempts are given back to the queue: neither begins a third one.
  await pass();
  await expect
    .poll(async () => (await sql`select from graphile_worker.jobs`.execute(db.kysely)).rows, WAIT)
    .toEqual([]);
  expect(await fileOf(serving, id)).toMatchObject(failed);
  expect(await attemptsAt(id)).toBe(2);
  await serving.stop();
}, 600_000);
