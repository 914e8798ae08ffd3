import { seedDemo } from '@innkeeper/demo';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
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

/** A page as if the tables were very large. */
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

test.each([
  ['group', { group: 'member.last_name' }],
  ['sort', { sort: 'visit.total_room' }],
  ['search', { search: 'a' }],
  ['filter[visit.total_room][eq]', { 'filter[visit.total_room][eq]': '1' }],
] as const)('a report that would read too many records is rejected at %s', async (parameter, parameters) => {
  await expect(readLargePage(parameters)).rejects.toMatchObject({
    code: 'validation_failed',
    details: { errors: { [parameter]: ['report_too_large'] } },
  });
});

test('a report that the rollups answer is not rejected, whatever the number of records', async () => {
  const { meta } = await readLargePage({ group: 'hotel.code' });
  expect(meta.total).toBeGreaterThan(0);
});
