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

const reportContext = { report: 'visit-report', actor, hooksByResource, context } as const;
const parse = (parameters: Readonly<Record<string, string>>) =>
  parseReportQuery(REPORT_SOURCES['visit-report'], knownColumns, parameters);

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
    return readPage({ ...db, read }, reportContext, parse(parameters));
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

  test('is rejected if it has more groups than anybody reads', async () => {
    const readGroups = (estimatedGroups: number) => {
      const plan = { 'Node Type': 'Aggregate', 'Total Cost': 1, 'Plan Rows': estimatedGroups };
      const read: typeof db.read = async <Row extends Record<string, unknown>>(
        ...[statement, ...options]: Parameters<typeof db.read>
      ) =>
        statement.sql.startsWith('explain')
          ? ([{ 'QUERY PLAN': [{ Plan: plan }] }] as Record<string, unknown>[] as Row[])
          : db.read<Row>(statement, ...options);
      return readPage({ ...db, read }, reportContext, parse({ group: 'member.last_name' }));
    };
    expect((await readGroups(50_000)).meta.total).toBeGreaterThan(0);
    await expect(readGroups(50_001)).rejects.toMatchObject({ details: { errors: { group: ['report_too_large'] } } });
  });

  test('is not rejected if the rollups answer it', async () => {
    const { meta } = await readLargePage({ group: 'hotel.code' });
    expect(meta.total).toBeGreaterThan(0);
  });
});
