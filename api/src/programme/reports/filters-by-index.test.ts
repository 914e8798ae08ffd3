import type { ReportKey } from '@innkeeper/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type Actor, loadActorOf } from '../../access/actor.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { behavioursWith } from '../behaviours.ts';
import { readReportColumns } from './columns.ts';
import { parseReportQuery } from './question.ts';
import { REPORT_SOURCES } from './sources.ts';
import { reportStatement } from './statement.ts';

const { db } = await startTestApp();
const behaviours = behavioursWith(async () => undefined);
const user = await createUser(db, { level: 'group' });
const actor = await loadActorOf(db.kysely, user.id);
if (!actor) throw new Error('There is no actor');

/** Filters on a name behind two tables that people set up, and the column whose ids are found first; of a kept figure its part. */
const BEHIND_TWO = [
  ['redemption-report', 'voucher.type_voucher.name', String.raw`part\)::bigint`],
  ['visit-report', 'region.name', 'hotel_id'],
  ['member-report', 'region.name', 'hotel_id'],
  ['benefit-report', 'region.name', 'hotel_id'],
] as const satisfies readonly (readonly [ReportKey, string, string])[];

async function sumsOf(reader: Actor, report: ReportKey, column: string) {
  const known = await readReportColumns(db, report, 'en');
  const query = { [`filter[${column}][contains]`]: 'din' };
  const question = parseReportQuery(REPORT_SOURCES[report], known, query);
  const context = { now: new Date(), timeZone: 'Asia/Jakarta' };
  return reportStatement({ report, actor: reader, behaviours, context }, question);
}

test.each(BEHIND_TWO)('the %s finds the ids of a %s first', async (report, column, key) => {
  const { names, sums } = await sumsOf(actor, report, column);
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${names} ${sums}`.execute(db.kysely);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(new RegExp(`${key} = ANY \\((\\$\\d|\\(InitPlan)`));
});

test('a filter on a text that may be hidden leaves the text to its index', async () => {
  const { names, sums } = await sumsOf(
    { ...actor, accessLevel: 'property', hotels: [1] },
    'benefit-report',
    'member.email',
  );
  const { sql: text } = sql`${names} ${sums}`.compile(db.kysely);
  expect(text).toContain(`(sight.member and t_member."email" ilike`);
  expect(text).not.toContain('case when sight.member');
});

test('vouchers by their card are found from cards of members in sight, unless they are walked to', async () => {
  const reader = { ...actor, accessLevel: 'property' as const, hotels: [1] };
  const { names, rows, sums } = await sumsOf(reader, 'benefit-report', 'member_card.sbec_no');
  const alike = 't."member_id" = t_member_card."member_id"';
  expect(sql`${names} ${sums}`.compile(db.kysely).sql).toContain(alike);
  const [walked, few] = rows.compile(db.kysely).sql.split('||');
  expect(walked).not.toContain(alike);
  expect(few).toContain(alike);
});
