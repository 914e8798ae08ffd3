import { resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { parseRecord } from '../../testing/responses.ts';
import { call } from '../../testing/call.ts';
import { MEMBER_HEADINGS, toCsv, startImportTest } from './import-helpers.ts';

const { app, db, admin, inputs, names, baseRecords, newEmail, memberRow, memberBy, check, importFile } =
  await startImportTest();
const memberId = (await inputs.create(resources.member)).id;

/** The member after importing one cell. */
async function readAfterImport(heading: string, text: string) {
  const reply = await importFile('member', toCsv(['ID', heading], [memberId, text]));
  expect(reply.status, reply.text).toBe(201);
  return parseRecord(resources.member, await call(app, admin.token, 'GET', `/api/member/${memberId}`));
}
const errorOf = async (heading: string, text: string) =>
  Object.values((await check('member', toCsv(['ID', heading], [memberId, text]))).body.data.errors[0]?.errors ?? {})[0];

describe('a flag', () => {
  test.for(['Yes', 'Ya', 'YA ', 'TRUE', 'BENAR', 'Aktif', 'active', 'y'] as const)('%s is yes', async (text) => {
    await readAfterImport('Active', '0');
    expect((await readAfterImport('Active', text)).is_active).toBe(1);
    expect((await check('member', toCsv(['ID', 'Active'], [memberId, text]))).body.data.updated).toBe(0);
  });
  test.for(['No', 'Tidak', 'FALSE', 'SALAH', 'Nonaktif', 'tidak  aktif', 'Inactive'] as const)(
    '%s is no',
    async (text) => {
      await readAfterImport('Active', '1');
      expect((await readAfterImport('Active', text)).is_active).toBe(0);
    },
  );
  test('any other word is rejected', async () => {
    expect(await errorOf('Active', 'perhaps')).toEqual(['Must be 1 or 0.']);
  });
});

describe('an option', () => {
  test.for([
    ['Perempuan', 'female'],
    ['F', 'female'],
    ['FEMALE', 'female'],
    ['M', 'male'],
    ['laki-laki', 'male'],
    ['Not  stated', 'unspecified'],
  ] as const)('%s is the gender %s', async ([text, code]) => {
    const { type_gender_id } = await readAfterImport('Gender', text);
    const { rows } = await sql<{ code: string }>`
      select code from option_detail where id = ${type_gender_id}`.execute(db.kysely);
    expect(rows).toEqual([{ code }]);
  });
  test.each([
    ['L', 'female'],
    ['W', 'male'],
  ])('P beside %s is the gender %s, and alone it is rejected', async (otherCode, code) => {
    expect(await errorOf('Gender', 'P')).toEqual(['Select an existing record.']);
    const other = await inputs.create(resources.member);
    const file = toCsv(['ID', 'Gender'], [memberId, 'P'], [other.id, otherCode]);
    const reply = await importFile('member', file);
    expect(reply.status, reply.text).toBe(201);
    const { rows } = await sql<{ code: string }>`
      select d.code from option_detail d join member m on m.type_gender_id = d.id
      where m.id = ${memberId}`.execute(db.kysely);
    expect(rows).toEqual([{ code }]);
  });
});

describe('a country', () => {
  const findCountry = async (cca2: string) =>
    (await sql<{ id: number }>`select id from country where cca2 = ${cca2}`.execute(db.kysely)).rows[0]?.id;
  test.for([
    ['INDONESIA', 'ID'],
    ['IDN', 'ID'],
    ['id', 'ID'],
    ['Amerika  Serikat', 'US'],
    ['usa', 'US'],
    ['Jepang', 'JP'],
    ['japan', 'JP'],
    ['Korea Selatan', 'KR'],
  ] as const)('%s is %s', async ([text, cca2]) => {
    expect((await readAfterImport('Origin country', text)).origin_country_id).toBe(await findCountry(cca2));
  });
  test('an unknown name is rejected', async () => {
    expect(await errorOf('Origin country', 'Atlantis')).toEqual(['Select an existing record.']);
  });
});

test('names are found without regard to case and repeated blanks, exact ones first', async () => {
  const create = async (name: string) =>
    (await inputs.create(resources.hotel, { name, country_id: baseRecords.country })).id;
  const upper = await create('GRAND  ANGGREK');
  const mixed = await create('Grand Anggrek');
  const single = await create('Melati');
  expect((await readAfterImport('Hotel', ' melati ')).hotel_id).toBe(single);
  expect((await readAfterImport('Hotel', 'Grand Anggrek')).hotel_id).toBe(mixed);
  expect((await readAfterImport('Hotel', 'GRAND  ANGGREK')).hotel_id).toBe(upper);
  await readAfterImport('Hotel', 'Melati');
  expect(await errorOf('Hotel', 'grand anggrek')).toEqual(['Several records have this name. Enter the code or ID.']);
});

test('headings are found without regard to case, marks and line breaks', async () => {
  const email = newEmail();
  const headings = [
    'FIRST NAME *',
    'Membership:',
    'gender',
    'ORIGIN_COUNTRY',
    'Hotel-Code',
    '(Active)',
    'E-MAIL\n*',
    'PHONE NO',
  ];
  const reply = await check('member', toCsv(headings, memberRow(email)));
  expect(reply.body.data.columns.map(({ field }) => field)).toEqual(
    (await check('member', toCsv(MEMBER_HEADINGS, memberRow(email)))).body.data.columns.map(({ field }) => field),
  );
  expect(reply.body.data.errors).toEqual([]);
  expect((await importFile('member', toCsv(headings, memberRow(email)))).status).toBe(201);
  expect(await memberBy(email)).toMatchObject({ membership: { name: names.membership } });
});
