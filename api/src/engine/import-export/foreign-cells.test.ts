import { resources } from '@innkeeper/contract';
import { expect, test } from 'vitest';
import { createForeignWorkbook, textCell, toRows } from './foreign-files-helpers.ts';
import { MEMBER_HEADINGS, startImportTest } from './import-helpers.ts';
import { csvRows } from './table-helpers.ts';
import { readDatabaseState } from '../../testing/database-state.ts';

const { db, inputs, newEmail, memberRow, memberBy, check, importFile } = await startImportTest();

/** A workbook of one member, with these cells below further headings. */
const createMemberFile = (email: string, headings: readonly string[], ...cells: readonly string[]) =>
  createForeignWorkbook({
    rows: toRows([...MEMBER_HEADINGS, ...headings], ...memberRow(email).map(textCell), ...cells),
    texts: '<si><t>First name</t></si>',
    formats: ['0%', 'dd/mm/yyyy'],
  });

test('a member of a foreign workbook has the values of the file, and nothing else', async () => {
  const email = newEmail();
  const file = createMemberFile(
    email,
    ['Last name', 'Identity number', 'Birth date'],
    '<c t="s"/>',
    '<c><v>3.174012345E14</v></c>',
    '<c s="2"><v>33010</v></c>',
  );
  const reply = await importFile('member', file);
  expect(reply.status, reply.text).toBe(201);
  expect(await memberBy(email)).toMatchObject({
    last_name: null,
    identity_no: '317401234500000',
    birth_date: '1990-05-17',
  });
});

test.each([
  ['<c><v>123456789012345678</v></c>', 'identity_no', 'Excel has rounded this number'],
  ['<c><v>3.17401E+15</v></c>', 'identity_no', 'Excel has rounded this number'],
  ['<c t="e"><v>#N/A</v></c>', 'identity_no', 'in place of a value'],
  ['<c><f>A1</f></c>', 'identity_no', 'formula has no result'],
])('%s is rejected at its cell, in a new record and a changed one', async (cell, field, reason) => {
  const stateBefore = await readDatabaseState(db);
  const file = createMemberFile(newEmail(), ['Identity number'], cell);
  const { data } = (await check('member', file)).body;
  expect(data.errors.map(({ row, errors }) => [row, errors])).toEqual([
    [2, { [field]: [expect.stringContaining(reason)] }],
  ]);
  expect((await importFile('member', file)).status).toBe(422);
  expect(await readDatabaseState(db)).toEqual(stateBefore);
  const correctedCheck = await check('member', file, { corrections: JSON.stringify({ 2: { identity_no: '317' } }) });
  expect(correctedCheck.body.data).toMatchObject({ created: 1, rejected: 0 });

  const { id } = await inputs.create(resources.member);
  const changes = createForeignWorkbook({ rows: toRows(['ID', 'Identity number'], `<c><v>${id}</v></c>`, cell) });
  expect((await check('member', changes)).body.data.errors[0]?.errors).toHaveProperty(field);
  const withoutId = createForeignWorkbook({ rows: toRows(['ID', 'Remark'], cell, textCell('x')) });
  expect((await check('member', withoutId)).body.data.errors[0]?.errors).toHaveProperty('id');
});

test('a date without a time is a midnight for a moment', async () => {
  const { id } = await inputs.create(resources.visit);
  const file = createForeignWorkbook({
    rows: toRows(['ID', 'visit_date'], `<c><v>${id}</v></c>`, '<c s="1"><v>45292</v></c>'),
    formats: ['dd/mm/yyyy hh:mm'],
  });
  const { data } = (await check('visit', file)).body;
  // The moment is read, and is too long ago for a visit.
  expect(data.errors).toMatchObject([
    { values: { visit_date: '2024-01-01 00:00:00' }, errors: { visit_date: ['At most 3 months ago.'] } },
  ]);
});

test('rows that do not fit the headings are rejected as a whole, and returned with all their cells', async () => {
  const [headings, row] = [MEMBER_HEADINGS.join(), memberRow(newEmail()).join()];
  const file = `${headings}\n${row},extra\n${row.slice(0, 40)}\n${memberRow(newEmail()).join()}\n`;
  const { data } = (await check('member', file)).body;
  expect(data).toMatchObject({ rows: 3, created: 1, rejected: 2 });
  expect(data.errors.map(({ row, errors }) => [row, errors])).toEqual([
    [2, { row: [expect.stringContaining('Cell I2 is beyond the last heading')] }],
    [3, { row: [expect.stringMatching(/^Only \d of 8 cells/)] }],
  ]);
  const rejected = await check('member', file, { errors: 'csv' });
  const [rejectedHeadings, first] = csvRows({ bytes: Buffer.from(rejected.text) });
  expect(rejectedHeadings?.slice(7)).toEqual(['Phone', '', 'Error']);
  expect(first?.slice(8)).toEqual(['extra', expect.stringContaining('beyond the last heading')]);
});
