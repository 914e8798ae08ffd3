import type { ReportRow } from '@innkeeper/contract';
import { seedDemo } from '@innkeeper/demo';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { loadActorByUserId } from '../../access/actor.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createResourceHooks } from '../resource-hooks.ts';
import { readReportColumns } from './report-columns.ts';
import { parseReportQuery } from './report-query.ts';
import { REPORT_SOURCES } from './report-sources.ts';
import { createReportStatement } from './record-statement.ts';
import { createRunner } from './report-helpers.ts';

const { app, db } = await startTestApp();
await seedDemo(db, { members: 25, passwordHash: 'hash', now: new Date() });
const admin = await createUser(db, { level: 'group' });
const { runAll } = createRunner(app);

const IS_MATCH: Readonly<Record<string, (number: string, value: string) => boolean>> = {
  exact: (number, value) => number === value,
  // A card number is also found without its leading zeros.
  start: (number, value) => number.startsWith(value) || number.replace(/^0+/, '').startsWith(value),
  end: (number, value) => number.endsWith(value),
  contains: (number, value) => number.includes(value),
};

test('a report of sales finds them by the card they created, and not by another card of the member', async () => {
  // A deleted card does not count as the card of a sale that has another one.
  await sql`insert into member_card (member_id, membership_id, hotel_id, start_date, end_date, is_active,
        transaction_id, sbec_no, deleted_at)
    select member_id, membership_id, hotel_id, start_date, end_date, is_active, transaction_id, '9' || sbec_no, now()
    from member_card where transaction_id is not null and deleted_at is null order by id limit 5`.execute(db.kysely);
  const columns = 'transaction.transaction_no,member_card.sbec_no';
  const runWithFilter = async (filter: Readonly<Record<string, string>>): Promise<readonly ReportRow[]> =>
    (await runAll(admin, 'sales-report', { columns, ...filter })).data;
  const allRows = await runWithFilter({});
  const numberOf = (row: ReportRow) => String(row['member_card.sbec_no'] ?? '');
  const someNumber = numberOf(allRows.find((row) => numberOf(row) !== '') ?? {});
  expect(someNumber.length).toBeGreaterThan(6);
  for (const value of [
    someNumber,
    someNumber.slice(0, 2),
    someNumber.slice(-2),
    someNumber.slice(2, 5),
    `9${someNumber}`,
  ])
    for (const [operator, isFound] of Object.entries(IS_MATCH)) {
      const rows = await runWithFilter({ [`filter[member_card.sbec_no][${operator}]`]: value });
      expect(rows, `${operator} ${value}`).toEqual(allRows.filter((row) => isFound(numberOf(row), value)));
    }
  const rowsWithoutCard = await runWithFilter({ 'filter[member_card.sbec_no][null]': '1' });
  expect(rowsWithoutCard).toEqual(allRows.filter((row) => row['member_card.sbec_no'] === null));
});

test('a report of sales filtered by card can start from the cards', async () => {
  const actor = await loadActorByUserId(db.kysely, admin.id);
  if (!actor) throw new Error('There is no actor');
  const report = 'sales-report';
  const knownColumns = await readReportColumns(db, report, 'en');
  const query = { 'filter[member_card.sbec_no][contains]': '99997' };
  const reportQuery = parseReportQuery(REPORT_SOURCES[report], knownColumns, query);
  const context = { now: new Date(), timeZone: 'Asia/Jakarta' };
  const hooksByResource = createResourceHooks(async () => undefined);
  const { ctes, sums } = createReportStatement({ report, actor, hooksByResource, context }, reportQuery);
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${ctes} ${sums}`.execute(db.kysely);
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('on member_card pointing');
});
