import { seedDemo } from '@innkeeper/demo';
import { type RawBuilder, sql } from 'kysely';
import { expect, test } from 'vitest';
import { loadActorByUserId } from '../../access/actor.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createResourceHooks } from '../resource-hooks.ts';
import { readReportColumns } from './report-columns.ts';
import { parseReportQuery } from './report-query.ts';
import { REPORT_SOURCES } from './report-sources.ts';
import { createReportStatement } from './record-statement.ts';

const { db } = await startTestApp();
const hooksByResource = createResourceHooks(async () => undefined);
await seedDemo(db, { members: 60, passwordHash: 'hash', now: new Date() });
const { rows: places } = await sql<{ hotel: number; code: string; region: number }>`
  select h.id as hotel, h.code, c.region_id as region from hotel h join country c on c.id = h.country_id
  order by (select count(*) from transaction t where t.hotel_id = h.id) desc, h.id`.execute(db.kysely);
const [largestPlace] = places;
if (!largestPlace) throw new Error('There are no hotels');

test('sums over the sales of a hotel do not look up members', async () => {
  const user = await createUser(db, {
    level: 'property',
    assignments: [{ region_id: largestPlace.region, restrict_hotel_id: largestPlace.hotel }],
  });
  const actor = await loadActorByUserId(db.kysely, user.id);
  if (!actor) throw new Error('There is no actor');
  const context = { now: new Date(), timeZone: 'Asia/Jakarta' };
  const knownColumns = await readReportColumns(db, 'sales-report', 'en');
  const otherFilter = { 'filter[transaction.transaction_no][contains]': 'T' };
  for (const query of [{}, { 'filter[hotel.code][exact]': largestPlace.code }, otherFilter]) {
    const reportQuery = parseReportQuery(REPORT_SOURCES['sales-report'], knownColumns, query);
    const { ctes, sums } = createReportStatement(
      { report: 'sales-report', actor, hooksByResource, context },
      reportQuery,
    );
    const plan = await explainQuery(sql`${ctes} ${sums}`);
    const memberScans = plan.filter((line) => / on member /.test(line));
    expect(memberScans.filter((line) => !line.includes('never executed'))).toEqual([]);
  }
});

/** The query plan of a statement. */
const explainQuery = (statement: RawBuilder<unknown>): Promise<string[]> =>
  db.kysely.transaction().execute(async (tx) => {
    // Otherwise small tables are scanned.
    await sql`set local enable_seqscan = off`.execute(tx);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (analyze, timing off) ${statement}`.execute(tx);
    return rows.map((row) => row['QUERY PLAN']);
  });
