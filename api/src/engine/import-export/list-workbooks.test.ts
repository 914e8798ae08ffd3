import { resources } from '@innkeeper/contract';
import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readWorkbookPart } from '../../features/reports/file-helpers.ts';
import { queryString } from '../../testing/call.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createAtHotel, createPlace } from '../../testing/places.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { type TestUser, createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';
import { download, upload, xlsxRows } from './table-helpers.ts';

/** The workbook of a list: its table, then a sheet that states what the file contains. */

const api = await startTestApp();
const { app, db } = api;
api.setClock(new Date('2026-05-20T20:30:00Z'));
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const place = await createPlace(db, 2);
const [ownHotel = 0, otherHotel = 0] = place.hotels;
for (const hotel of place.hotels) await createAtHotel(inputs, resources.member, { hotel, region: place.region });
const regionalUser = await createUser(db, { level: 'region', assignments: [{ region_id: place.region }] });
const clerk = await createUser(db, {
  level: 'property',
  assignments: [{ region_id: place.region, restrict_hotel_id: ownHotel }],
});
const nameOf = async (table: string, id: number) =>
  (await sql<{ name: string }>`select name from ${sql.table(table)} where id = ${id}`.execute(db.kysely)).rows[0]?.name;

const downloadMembers = (user: TestUser, parameters: Readonly<Record<string, string>>, language = 'en') =>
  download(app, user.token, `/api/member/export?${queryString({ format: 'xlsx', ...parameters })}`, {
    'accept-language': language,
    'x-time-zone': 'Asia/Jakarta',
  });
const sheetsOf = async ({ bytes }: { readonly bytes: Buffer }) =>
  (await readXlsx(bytes)).sheets.map(({ name, rows }) => ({
    name,
    rows: rows.filter((row) => row.some((cell) => cell !== null)),
  }));

const [regionName, ownName, otherName] = [
  await nameOf('region', place.region),
  await nameOf('hotel', ownHotel),
  await nameOf('hotel', otherHotel),
];

test.each([
  ['an administrator', admin, 'All hotels', 2],
  ['a regional manager', regionalUser, `${regionName} (region)`, 2],
  ['a user of one hotel', clerk, ownName, 1],
])('states after the table of %s its filters, hotels, author, time and rows', async (_, user, scope, count) => {
  const [table, about, ...otherSheets] = await sheetsOf(
    await downloadMembers(user, { 'filter[hotel_id][includes]': `${ownHotel},${otherHotel}`, deleted: '1' }),
  );
  expect(otherSheets).toEqual([]);
  expect(table?.name).toBe('Members');
  expect(table?.rows).toHaveLength(1 + count);
  // Nobody reads the name of a hotel that they may not see.
  const hotelNames = `${ownName} or ${user === clerk ? otherHotel : otherName}`;
  expect(about).toEqual({
    name: 'About this file',
    rows: [
      expect.arrayContaining(['Members']),
      ['Filters', `Hotel is ${hotelNames}; Including deleted records`],
      ['Hotels', scope],
      ['Created by', await nameOf('users', user.id)],
      ['Created at', '21 May 2026 - 03:30 (Asia/Jakarta)'],
      ['Rows', String(count)],
    ],
  });
});

test('its table has a frozen heading and a filter row, which spreadsheets find by name', async () => {
  const file = await downloadMembers(admin, { columns: 'id,first_name,is_active', search: 'no such member' }, 'id');
  const sheet = await readWorkbookPart(file, 'xl/worksheets/sheet1.xml');
  expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
  expect(sheet).toContain('</sheetData><autoFilter ref="A1:C1"/>');
  const workbook = await readWorkbookPart(file, 'xl/workbook.xml');
  expect(workbook).toContain(`localSheetId="0" hidden="1">'Anggota'!$A$1:$C$1</definedName>`);
  const [table, about] = await sheetsOf(file);
  expect([table?.name, about?.name]).toEqual(['Anggota', 'Tentang file ini']);
  expect(about?.rows).toContainEqual(['Filter', 'Pencarian: no such member']);
});

test.each(['en', 'id'])('has words for codes, which an import reads back unchanged (%s)', async (language) => {
  const path = `/api/report_column/export?${queryString({ format: 'xlsx', sort: 'id' })}`;
  const file = await download(app, admin.token, path, { 'accept-language': language });
  const [headings = [], ...rows] = await xlsxRows(file);
  const cellsOf = (heading: string) => new Set(rows.map((row) => row[headings.indexOf(heading)]));
  const [alignment, checked, yes, left] =
    language === 'en'
      ? ['Alignment', 'Default Checked', 'Yes', 'Left']
      : ['Perataan', 'Otomatis dicentang', 'Ya', 'Kiri'];
  expect(cellsOf(alignment ?? '')).toContain(left);
  expect(cellsOf(checked ?? '')).toContain(yes);
  const reply = await upload<{ data: object }>(app, admin.token, 'report_column', file.bytes, { dry_run: '1' });
  expect(reply.body.data, reply.text).toMatchObject({ rows: rows.length, created: 0, updated: 0, rejected: 0 });
});
