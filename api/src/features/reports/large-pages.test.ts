import { seedDemo } from '@innkeeper/demo';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadActorByUserId } from '../../access/actor.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createResourceHooks } from '../resource-hooks.ts';
import { readPage } from './read-page.ts';
import { readReportColumns } from './report-columns.ts';
import { parseReportQuery } from './report-query.ts';
import { REPORT_SOURCES } from './report-sources.ts';

const { db } = await startTestApp();
const hooksByResource = createResourceHooks(async () => undefined);
const context = { now: new Date(), timeZone: 'Asia/Jakarta' };
await seedDemo(db, { members: 60, passwordHash: 'hash', now: context.now });
const actor = await loadActorByUserId(db.kysely, (await createUser(db, { level: 'group' })).id);
if (!actor) throw new Error('There is no actor');
const knownColumns = await readReportColumns(db, 'visit-report', 'en');

/** A page as if reading a row cost very much. */
const readLargePage = (parameters: Readonly<Record<string, string>>) =>
  db.kysely.transaction().execute(async (tx) => {
    await sql`select set_config('cpu_tuple_cost', '100000', true)`.execute(tx);
    const read: typeof db.read = async <Row>({
      sql: text,
      parameters: values,
    }: {
      sql: string;
      parameters: readonly unknown[];
    }) => (await tx.executeQuery<Row>({ ...sql``.compile(tx), sql: text, parameters: values })).rows;
    const reportQuery = parseReportQuery(REPORT_SOURCES['visit-report'], knownColumns, parameters);
    return readPage({ ...db, read }, { report: 'visit-report', actor, hooksByResource, context }, reportQuery);
  });

test('a report of a small table is not rejected', async () => {
  expect((await readLargePage({ sort: 'visit.total_room' })).meta.total).toBeGreaterThan(0);
});

describe('a report of a large table', () => {
  beforeAll(() =>
    db.pool.query(`insert into row_count (resource, bucket, live, deleted) values ('visit', 1, 50000, 0)`),
  );

  test.each([
    ['group', { group: 'member.last_name' }],
    ['sort', { sort: 'visit.total_room' }],
    ['search', { search: 'a' }],
    ['filter[visit.total_room][eq]', { 'filter[visit.total_room][eq]': '1' }],
  ] as const)('is rejected at %s if it would read too many records', async (parameter, parameters) => {
    await expect(readLargePage(parameters)).rejects.toMatchObject({
      code: 'validation_failed',
      details: { errors: { [parameter]: ['report_too_large'] } },
    });
  });

  test('is rejected from a lower cost on if it searches the texts of all records', async () => {
    const readAt = (cost: number, parameters: Readonly<Record<string, string>>) => {
      const plan = [{ Plan: { 'Node Type': 'Seq Scan', 'Total Cost': cost, 'Plan Rows': 1 } }];
      const planned = { sql: 'select $1::json as "QUERY PLAN"', parameters: [JSON.stringify(plan)] };
      const read: typeof db.read = async <Row extends Record<string, unknown>>(
        ...[statement, options]: Parameters<typeof db.read>
      ) => db.read<Row>(statement.sql.startsWith('explain') ? planned : statement, options);
      const reportQuery = parseReportQuery(REPORT_SOURCES['visit-report'], knownColumns, parameters);
      return readPage({ ...db, read }, { report: 'visit-report', actor, hooksByResource, context }, reportQuery);
    };
    await expect(readAt(250_000, { search: 'a' })).rejects.toMatchObject({
      details: { errors: { search: ['report_too_large'] } },
    });
    expect((await readAt(150_000, { search: 'a' })).meta.page).toBe(1);
    expect((await readAt(250_000, { sort: 'visit.total_room' })).meta.page).toBe(1);
  });

  test('is not rejected if the rollups answer it', async () => {
    const { meta } = await readLargePage({ group: 'hotel.code' });
    expect(meta.total).toBeGreaterThan(0);
  });
});
