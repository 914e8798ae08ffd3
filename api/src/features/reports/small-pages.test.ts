import { seedDemo } from '@innkeeper/demo';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type Actor, loadActorByUserId } from '../../access/actor.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createResourceHooks } from '../resource-hooks.ts';
import { readReportColumns } from './report-columns.ts';
import { parseReportQuery } from './report-query.ts';
import { REPORT_SOURCES } from './report-sources.ts';
import { createReportStatement } from './record-statement.ts';

const { db } = await startTestApp();
const hooksByResource = createResourceHooks(async () => undefined);
const context = { now: new Date(), timeZone: 'Asia/Jakarta' };
await seedDemo(db, { members: 60, passwordHash: 'hash', now: context.now });
const reader = await loadActorByUserId(db.kysely, (await createUser(db, { level: 'group' })).id);
if (!reader) throw new Error('There is no actor');
const { rows: totalRooms } = await sql<{ total_room: string }>`
  select total_room::text from visit where deleted_at is null and total_room > 0 order by id limit 1`.execute(
  db.kysely,
);

/** Plan lines that read visits for a page and its sums, except for look-ups by id. */
async function recordReads(actor: Actor, totalRoom: string): Promise<{ reads: string[]; rows: number }> {
  const reportContext = { report: 'visit-report', actor, hooksByResource, context } as const;
  const knownColumns = await readReportColumns(db, 'visit-report', 'en');
  const filter = { 'filter[visit.total_room][eq]': totalRoom };
  const { ctes, rows, sums } = createReportStatement(
    reportContext,
    parseReportQuery(REPORT_SOURCES['visit-report'], knownColumns, filter),
  );
  return db.kysely.transaction().execute(async (tx) => {
    // Otherwise a small table would be scanned whole and sorted.
    for (const setting of ['enable_seqscan', 'enable_sort'])
      await sql`select set_config(${setting}, 'off', true)`.execute(tx);
    const combinedQuery = sql`${ctes} select * from (${sums}) s left join (${rows}) r on true`;
    const { rows: plan } = await sql<{ 'QUERY PLAN': string }>`explain (analyze, timing off) ${combinedQuery}`.execute(
      tx,
    );
    const reads = plan
      .map((row) => row['QUERY PLAN'])
      .filter((line) => / on visit /.test(line) && !/visit_pkey|never executed/.test(line));
    return { reads, rows: (await sql`${ctes} ${rows}`.execute(tx)).rows.length };
  });
}

test('an empty page reads no visits beyond the sums', async () => {
  const { reads, rows } = await recordReads(reader, '0.123');
  expect(reads).toHaveLength(1);
  expect(rows).toBe(0);
});

test('a small page finds all its records like the sums do, without walking the index order', async () => {
  const { reads, rows } = await recordReads(reader, totalRooms[0]?.total_room ?? '');
  expect(reads).toHaveLength(2);
  expect(reads.filter((line) => line.includes('Backward'))).toEqual([]);
  expect(rows).toBeGreaterThan(0);
});
