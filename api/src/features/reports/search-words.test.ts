import { type ReportKey } from '@innkeeper/contract';
import { seedDemo } from '@innkeeper/demo';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type Actor, loadActorByUserId } from '../../access/actor.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createResourceHooks } from '../resource-hooks.ts';
import { readReportColumns } from './report-columns.ts';
import { resolveSearchWords } from './search-words.ts';
import { parseReportQuery } from './report-query.ts';
import { REPORT_SOURCES } from './report-sources.ts';
import { createReportStatement } from './record-statement.ts';

const { db } = await startTestApp();
const hooksByResource = createResourceHooks(async () => undefined);
const context = { now: new Date(), timeZone: 'Asia/Jakarta' };
await seedDemo(db, { members: 60, passwordHash: 'hash', now: context.now });

async function loadActor(user: { readonly id: number }): Promise<Actor> {
  const actor = await loadActorByUserId(db.kysely, user.id);
  if (!actor) throw new Error('There is no actor');
  return actor;
}
const { rows: places } = await sql<{ hotel: number; region: number }>`
  select h.id as hotel, c.region_id as region from hotel h join country c on c.id = h.country_id
  order by (select count(*) from visit v where v.hotel_id = h.id) desc, h.id limit 1`.execute(db.kysely);
const assignments = places.map(({ hotel, region }) => ({ region_id: region, restrict_hotel_id: hotel }));
const groupActor = await loadActor(await createUser(db, { level: 'group' }));
const hotelActor = await loadActor(await createUser(db, { level: 'property', assignments }));

/** The statement for a search, with or without the ids found in related tables. */
async function expectSearch(actor: Actor, report: ReportKey, search: string, isFound: boolean) {
  const reportContext = { report, actor, hooksByResource, context };
  const ownColumns = await readReportColumns(db, report, 'en');
  // The guest's email can be added to reports on guests of other hotels too, where it is empty.
  const emails = report === 'visit-report' ? await readReportColumns(db, 'benefit-report', 'en') : [];
  const searchableColumns = [...ownColumns, ...emails.filter(({ key }) => key === 'member.email')];
  const reportQuery = parseReportQuery(REPORT_SOURCES[report], searchableColumns, { search });
  return createReportStatement(
    reportContext,
    isFound ? await resolveSearchWords(db, reportContext, reportQuery) : reportQuery,
  );
}

/** Each report on records, a description of a text in it, and SQL that selects the text. */
const SEARCHED_TEXTS = [
  [
    'benefit-report',
    'the number of a card',
    'select c.sbec_no from member_voucher v join member_card c on c.id = v.member_card_id',
  ],
  ['benefit-report', 'part of the name of a region', 'select left(name, 4) from region'],
  ['member-report', 'the number of a card', 'select sbec_no from member_card where deleted_at is null'],
  ['member-report', 'a last name', 'select last_name from member'],
  [
    'redemption-report',
    'the number of a voucher',
    'select v.voucher_no from voucher_redeem r join member_voucher v on v.id = r.member_voucher_id',
  ],
  ['redemption-report', 'a kind of voucher', 'select name from voucher'],
  ['sales-report', 'the number of a card', 'select c.sbec_no from member_card c where c.transaction_id is not null'],
  ['sales-report', 'the number of a sale', 'select transaction_no from transaction'],
  ['visit-report', 'a first name', 'select m.first_name from visit v join member m on m.id = v.member_id'],
  ['visit-report', 'an email that may be hidden', 'select m.email from visit v join member m on m.id = v.member_id'],
  ['visit-report', 'a currency', 'select currency from visit'],
  ['visit-report', 'a hotel', 'select name from hotel'],
] as const satisfies readonly (readonly [ReportKey, string, string])[];

describe('a word found in related tables', () => {
  test.each(SEARCHED_TEXTS)('finds the records of the %s that have it, by %s', async (report, _text, texts) => {
    const { rows } = await sql<{ text: string }>`
      select text from (select distinct text from (${sql.raw(texts)}) of (text) where text <> '') t order by md5(text)
      limit 4`.execute(db.kysely);
    const words = rows.map(({ text }) => text.split(' ')[0] ?? '');
    const searches = [...words, ...words.map((text) => text.slice(-3)), words.slice(0, 2).join(' '), 'nowhere'];
    let mostTables = 0;
    for (const actor of [groupActor, hotelActor])
      for (const search of searches) {
        const request = async (isFound: boolean) => {
          const { ctes, rows: page, sums } = await expectSearch(actor, report, search, isFound);
          const result = await sql<{ total: number }>`${ctes} ${sums}`.execute(db.kysely);
          mostTables = Math.max(mostTables, result.rows[0]?.total ?? 0);
          return [result.rows, (await sql`${ctes} ${page}`.execute(db.kysely)).rows];
        };
        expect(await request(true)).toEqual(await request(false));
      }
    expect(mostTables).toBeGreaterThan(0);
  });
});

test('ids of many members are looked up if every row is read, and given to the index if few rows match', async () => {
  const columns = await readReportColumns(db, 'visit-report', 'en');
  const ids = Array.from({ length: 1_500 }, (_, index) => index + 1);
  const statementFor = (search: string, matches: Readonly<Record<string, readonly number[]>>) => {
    const reportQuery = parseReportQuery(REPORT_SOURCES['visit-report'], columns, { search });
    const matchedIds = [new Map(Object.entries(matches))];
    const reportContext = { report: 'visit-report', actor: groupActor, hooksByResource, context } as const;
    const { ctes, sums } = createReportStatement(reportContext, { ...reportQuery, matchedIds });
    return sql`${ctes} ${sums}`.compile(db.kysely).sql;
  };
  const [lookup, array] = [/member_id"? in \(select unnest\(/, /member_id"? = any \(\(select/];
  expect(statementFor('wijaya', { member: ids })).toMatch(array);
  expect(statementFor('wijaya', { member: ids })).not.toMatch(lookup);
  // A currency may contain these letters, and has no index.
  expect(statementFor('wi', { member: ids })).toMatch(lookup);
  // Many visits are at this hotel.
  expect(statementFor('wijaya', { member: ids, hotel: [1] })).toMatch(lookup);
});

const REPORTS = [...new Set(SEARCHED_TEXTS.map(([report]) => report))];

test.each(REPORTS)('a word missing from the related tables of the %s is searched in its own texts', async (report) => {
  const { ctes, sums } = await expectSearch(groupActor, report, 'nowhere', true);
  const { sql: text } = sql`${ctes} ${sums}`.compile(db.kysely);
  const queriedTables = [...text.matchAll(/(\w+)\."?\w+"?\)? i?like /g)].map(([, table]) => table);
  expect([...new Set(queriedTables)]).toEqual(['t']);
});
