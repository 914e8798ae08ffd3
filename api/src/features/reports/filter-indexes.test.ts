import type { ReportKey } from '@innkeeper/contract';
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
const user = await createUser(db, { level: 'group' });
const actor = await loadActorByUserId(db.kysely, user.id);
if (!actor) throw new Error('There is no actor');

/** Filters on a name two tables away, both of them small set-up tables, and the column whose ids are looked up first. */
const NESTED_COLUMNS = [
  ['redemption-report', 'voucher.type_voucher.name', 'voucher_id'],
  ['visit-report', 'region.name', 'hotel_id'],
  ['member-report', 'region.name', 'hotel_id'],
  ['benefit-report', 'region.name', 'hotel_id'],
] as const satisfies readonly (readonly [ReportKey, string, string])[];

async function runSums(reader: Actor, report: ReportKey, column: string) {
  const knownColumns = await readReportColumns(db, report, 'en');
  const query = { [`filter[${column}][contains]`]: 'din' };
  const reportQuery = parseReportQuery(REPORT_SOURCES[report], knownColumns, query);
  const context = { now: new Date(), timeZone: 'Asia/Jakarta' };
  return createReportStatement({ report, actor: reader, hooksByResource, context }, reportQuery);
}

test.each(NESTED_COLUMNS)('the %s looks up the ids of a %s first', async (report, column, key) => {
  const { ctes, sums } = await runSums(actor, report, column);
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${ctes} ${sums}`.execute(db.kysely);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(new RegExp(`${key} = ANY \\((\\$\\d|\\(InitPlan)`));
});

test('a filter on a text that may be hidden still uses the text’s index', async () => {
  const { ctes, sums } = await runSums(
    { ...actor, accessLevel: 'property', hotels: [1] },
    'benefit-report',
    'member.email',
  );
  const { sql: text } = sql`${ctes} ${sums}`.compile(db.kysely);
  expect(text).toContain(`(visibility.member and t_member."email" ilike`);
  expect(text).not.toContain('case when visibility.member');
});

test('a card filter starts from cards of visible members, unless vouchers are scanned in order', async () => {
  const reader = { ...actor, accessLevel: 'property' as const, hotels: [1] };
  const { ctes, rows, sums } = await runSums(reader, 'benefit-report', 'member_card.sbec_no');
  const sharedColumns = 't."member_id" = t_member_card."member_id"';
  expect(sql`${ctes} ${sums}`.compile(db.kysely).sql).toContain(sharedColumns);
  const [scannedSql, limitedSql] = rows.compile(db.kysely).sql.split('||');
  expect(scannedSql).not.toContain(sharedColumns);
  expect(limitedSql).toContain(sharedColumns);
});
