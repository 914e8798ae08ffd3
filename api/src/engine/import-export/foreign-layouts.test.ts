import { describe, expect, test } from 'vitest';
import { createZip } from '../../testing/zip.ts';
import { expectInvalid } from '../../testing/expectations.ts';
import { OFFICE_RELATIONS, textCell, toRelations, toSheet } from './foreign-files-helpers.ts';
import { MEMBER_HEADINGS, startImportTest, toCsv } from './import-helpers.ts';

const { newEmail, memberRow, memberBy, check, importFile } = await startImportTest();

/** A workbook of these sheets, each with the number of its first row. */
function createSheets(
  ...sheets: readonly {
    name: string;
    state?: string;
    type?: string;
    rows: readonly (readonly string[])[];
    from?: number;
  }[]
): Buffer {
  const elements = sheets.map(
    ({ name, state }, i) => `<sheet name="${name}" r:id="r${i}"${state ? ` state="${state}"` : ''}/>`,
  );
  return createZip({
    'xl/workbook.xml': `<workbook xmlns:r="${OFFICE_RELATIONS}"><sheets>${elements.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': toRelations(
      ...sheets.map(({ type = 'worksheet' }, i) => [`r${i}`, type, `sheet${i}.xml`] as const),
    ),
    ...Object.fromEntries(
      sheets.map(({ rows, from = 1 }, i) => [
        `xl/sheet${i}.xml`,
        toSheet(rows.map((row, n) => `<row r="${from + n}">${row.map(textCell).join('')}</row>`).join('')),
      ]),
    ),
  });
}

describe('the sheet of a workbook', () => {
  const rows = () => [MEMBER_HEADINGS, memberRow(newEmail())];

  test('is the first visible one with cells, and the dry run lists all', async () => {
    const file = createSheets(
      { name: 'Lists', state: 'veryHidden', rows: [['Code'], ['x']] },
      { name: 'Chart', type: 'chartsheet', rows: [] },
      { name: 'Cover', rows: [] },
      { name: 'Guests', rows: rows() },
      { name: 'Old', state: 'hidden', rows: rows() },
    );
    const { data } = (await check('member', file)).body;
    expect(data).toMatchObject({ rows: 1, created: 1 });
    expect(data.source).toMatchObject({
      sheet: 'Guests',
      sheets: [
        { name: 'Lists', is_hidden: true },
        { name: 'Cover', is_hidden: false },
        { name: 'Guests', is_hidden: false },
        { name: 'Old', is_hidden: true },
      ],
      heading_row: 1,
      encoding: null,
    });
  });

  test('can be chosen, and is used by the import, too', async () => {
    const email = newEmail();
    const file = createSheets({ name: 'Summary', rows: [['Total'], ['1']] }, { name: 'Guests & co', rows: rows() });
    expectInvalid(await check('member', file, { sheet: 'Nonsense' }), 'sheet');
    expectInvalid(await check('member', toCsv(MEMBER_HEADINGS, memberRow(email)), { sheet: 'Guests' }), 'sheet');
    const named = createSheets(
      { name: 'Summary', rows: [['Total'], ['1']] },
      { name: 'G', rows: [MEMBER_HEADINGS, memberRow(email)] },
    );
    const reply = await importFile('member', named, { sheet: 'G' });
    expect(reply.status, reply.text).toBe(201);
    expect(await memberBy(email)).toBeDefined();
  });
});

describe('the row of headings', () => {
  const titles = [['Members of the Grand Hotel'], ['Printed', '2026-11-30'], ['']];

  test.each(['a workbook', 'a CSV file'])('is found below titles in %s, and rows keep their numbers', async (kind) => {
    const rows = [...titles, MEMBER_HEADINGS, memberRow(newEmail()), memberRow('nobody')];
    const file =
      kind === 'a workbook'
        ? createSheets({ name: 'A', rows, from: 3 })
        : rows.map((row) => row.join(';')).join('\r\n');
    const { data } = (await check('member', file)).body;
    const first = kind === 'a workbook' ? 3 : 1;
    expect(data).toMatchObject({
      rows: 2,
      created: 1,
      errors: [{ row: first + 5, errors: { email: [expect.anything()] } }],
    });
    expect(data.source).toMatchObject({
      heading_row: first + 3,
      heading_rows: [
        { row: first, texts: ['Members of the Grand Hotel'] },
        { row: first + 1, texts: ['Printed', '2026-11-30'] },
        { row: first + 3, texts: MEMBER_HEADINGS.slice(0, 4) },
        { row: first + 4 },
        { row: first + 5 },
      ],
    });
  });

  test('is the first one with many texts if no heading is known', async () => {
    const file = toCsv(['Guests'], ['A', 'B', 'C'], ['1', '2', '3']);
    expect((await check('member', file)).body.data).toMatchObject({ source: { heading_row: 2 }, rows: 1 });
  });

  test('can be chosen among the first rows', async () => {
    const email = newEmail();
    const file = toCsv(MEMBER_HEADINGS, MEMBER_HEADINGS, memberRow(email));
    expect((await check('member', file)).body.data).toMatchObject({ source: { heading_row: 1 }, rows: 2 });
    expect((await check('member', file, { heading_row: '2' })).body.data).toMatchObject({ rows: 1, created: 1 });
    for (const heading_row of ['0', 'x', '4', '-1', '1.5'])
      expectInvalid(await check('member', file, { heading_row }), 'heading_row');
    expect((await importFile('member', file, { heading_row: '2' })).body.data).toMatchObject({ created: 1 });
    expect(await memberBy(email)).toBeDefined();
  });
});

test('the encoding of a CSV file is UTF-8 unless another one is chosen', async () => {
  const email = newEmail();
  const row = memberRow(email, 'José');
  const text = toCsv(MEMBER_HEADINGS, row);
  expect((await check('member', text)).body.data.source.encoding).toBe('utf-8');
  const latin = Buffer.from(text, 'latin1');
  expectInvalid(await check('member', latin), 'file');
  expectInvalid(await check('member', latin, { encoding: 'latin-x' }), 'encoding');
  const { data } = (await check('member', latin, { encoding: 'windows-1252' })).body;
  expect(data).toMatchObject({ created: 1, source: { encoding: 'windows-1252' } });
  expect(data.columns[0]?.sample).toEqual(['José']);
  await importFile('member', latin, { encoding: 'windows-1252' });
  expect(await memberBy(email)).toMatchObject({ first_name: 'José' });
});

test('fixed values fill the fields that have no column', async () => {
  const email = newEmail();
  const [row, positions] = [memberRow(email), [0, 6, 7]];
  const file = toCsv(
    positions.map((i) => MEMBER_HEADINGS[i] ?? ''),
    positions.map((i) => row[i] ?? ''),
  );
  const [, membership_id, type_gender_id, origin_country_id, hotel_id] = row;
  const values = { membership_id, type_gender_id, origin_country_id, hotel_id, is_active: '1' };
  expect((await check('member', file)).body.data).toMatchObject({ rejected: 1 });
  const fixed_values = JSON.stringify(values);
  expect((await check('member', file, { fixed_values })).body.data).toMatchObject({ created: 1, errors: [] });
  const invalidCheck = await check('member', file, {
    fixed_values: JSON.stringify({ ...values, hotel_id: 'Nowhere' }),
  });
  expect(invalidCheck.body.data.errors).toMatchObject([{ row: 2, errors: { hotel_id: [expect.anything()] } }]);
  for (const invalid of ['[]', '{"id":"1"}', '{"nonsense":"x"}', '{"remark":1}', '{', '{"email":"a@b.test"}'])
    expectInvalid(await check('member', file, { fixed_values: invalid }), 'fixed_values');
  expect((await importFile('member', file, { fixed_values })).body.data).toMatchObject({ created: 1 });
  expect(await memberBy(email)).toMatchObject({ is_active: 1 });
});
