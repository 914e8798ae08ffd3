import { schemaForCreate } from '@innkeeper/contract/schemas';
import { type ResourceDefinition, normalizeNumber, isWritable, resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { parseRecord, parseWritten } from '../../testing/responses.ts';
import { call } from '../../testing/call.ts';
import { expectInvalid } from '../../testing/expectations.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createSystem } from '../../testing/system.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';
import { csvFile, upload } from '../import-export/table-helpers.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const baseRecords = await createBaseRecords(db);
const inputs = createInputs(api, admin, baseRecords);
const post = (path: string, body: object) => call(app, admin.token, 'POST', `/api/${path}`, { body });

const { region, member, visit, users } = resources;
const MULTILINE_TEXTS = [
  'one\ntwo',
  'one\rtwo',
  'one\r\ntwo',
  'a\tb',
  'a\u0085b',
  'a\u2028b',
  'a\u2029b',
  'a\u0001b',
  'a\u001b[31m',
  'end\n',
];

const texts = Object.entries<ResourceDefinition>(resources).flatMap(([key, d]) =>
  Object.entries(d.fields)
    .filter(([, f]) => f.kind === 'text' && isWritable(f))
    .map(([name]) => ({ field: `${key}.${name}`, d, name })),
);

describe('a single-line text', () => {
  test.each(texts)('rejects line breaks and control characters: $field', ({ d, name }) => {
    for (const value of MULTILINE_TEXTS) {
      const issues = schemaForCreate(d).safeParse({ [name]: value }).error?.issues ?? [];
      expect(
        issues.some(({ path }) => path[0] === name),
        JSON.stringify(value),
      ).toBe(true);
    }
  });

  test('is rejected at its field, with a message, by every entry point', async () => {
    const { id } = await inputs.create(region);
    const create = await post('region', await inputs.createRequired(region, { name: MULTILINE_TEXTS[0] }));
    expect(expectInvalid(create, 'name').errors?.['name']).toEqual([
      'One line only, without tabs or control characters.',
    ]);
    expectInvalid(await post(`region/${id}`, { name: MULTILINE_TEXTS[1] }), 'name');
    expectInvalid(await post('region/updateBulk', { ids: [id], set: { name: MULTILINE_TEXTS[2] } }), 'name');
    const file = csvFile([
      ['Code', 'Name'],
      ['ONELINE', 'one\ntwo'],
    ]);
    const { body } = await upload(app, admin.token, 'region', file, { dry_run: '1' });
    expect(body).toMatchObject({
      data: { errors: [{ errors: { name: [expect.stringContaining('One line only')] } }] },
    });
    const { request } = await createSystem(api, baseRecords.hotel);
    const bill = { reference_no: 'ONE-LINE', total_fb: '5.000', staff_name: 'Ayu\nBudi' };
    expect((await request('POST', 'visits', bill)).text).toContain('One line only');
  });

  test('drops bidirectional control characters, and keeps joiners that some scripts need', async () => {
    const name = 'a\u202egnp.exe\u202c\u200f\u2066b\u2069 \u0646\u200c\u0645 👩‍👧';
    const { id } = await inputs.create(region, { name });
    const storedRecord = parseRecord(region, await call(app, admin.token, 'GET', `/api/region/${id}`));
    expect(storedRecord['name']).toBe('agnp.exeb \u0646\u200c\u0645 👩‍👧');
  });

  test('can be sent back unchanged with changes of other fields if it is already stored', async () => {
    const { id, code } = await inputs.create(region);
    const name = `old\nname ${id}`;
    await db.kysely.updateTable('region').set({ name }).where('id', '=', id).execute();
    expect(parseWritten(await post(`region/${id}`, { name, code }))).toMatchObject({ name });
    expectInvalid(await post(`region/${id}`, { name: `${name}\n` }), 'name');
    expect(parseWritten(await post(`region/${id}`, { name: 'new name' }))).toMatchObject({ name: 'new name' });
  });
});

const INVISIBLE_CHARACTERS = [
  '\ufeff',
  '\u200b',
  '\u200d',
  '\u2060',
  '\u00ad',
  '\u200e',
  '\u202e',
  '\u034f',
  '\ufe0f',
  '\u{e0041}',
  '\u3164',
];

describe('a number or code', () => {
  test('is stored without invisible characters', async () => {
    for (const invisible of INVISIBLE_CHARACTERS) {
      const inputTexts = {
        email: `${invisible}a.${invisible}b@example.test`,
        identity_no: `31${invisible}74`,
        phone_no: `${invisible}+62 811 2345678${invisible}`,
      };
      const { data } = schemaForCreate(member).safeParse(inputTexts);
      const parseResult = schemaForCreate(member).safeParse(await inputs.createRequired(member, inputTexts));
      expect(data ?? parseResult.data).toMatchObject({
        email: 'a.b@example.test',
        identity_no: '3174',
        phone_no: '+62 811 2345678',
      });
      expect(
        schemaForCreate(users)
          .safeParse({ username: invisible })
          .error?.issues.some(({ path }) => path[0] === 'username'),
      ).toBe(true);
    }
  });

  test.each(
    Object.entries<ResourceDefinition>(resources).flatMap(([key, d]) =>
      (d.unique ?? []).flatMap(({ fields }) => fields.map((name) => ({ field: `${key}.${name}`, f: d.fields[name] }))),
    ),
  )('is required for every text field of a unique rule: $field', ({ f }) => {
    if (f?.kind === 'text' && isWritable(f)) expect(f.code).toBe(true);
  });

  test('is compared without invisible characters on bills, by the API and the database', async () => {
    const bill = await inputs.createRequired(visit, { reference_no: 'INV-2026/77' });
    parseWritten(await post('visit', bill));
    for (const invisible of [...INVISIBLE_CHARACTERS, ' ', '\u00a0', '\u3000', '\u202f'])
      for (const reference_no of [`INV-${invisible}2026/77`, `ｉｎｖ-2026/77${invisible}`]) {
        expectInvalid(await post('visit', { ...bill, reference_no }), 'reference_no');
        const copy = sql`
          insert into visit (hotel_id, member_id, visit_date, reference_no, staff_name, total_fb)
          select hotel_id, member_id, visit_date, ${reference_no}, staff_name, 5 from visit
          where reference_no = 'INV-2026/77'`;
        await expect(copy.execute(db.kysely), JSON.stringify(reference_no)).rejects.toMatchObject({ code: '23505' });
      }
  });

  test('is normalized alike by the database and the server, for every character', async () => {
    const codePoints = Array.from({ length: 0x3_0000 }, (_, n) => n)
      .concat(Array.from({ length: 0x1000 }, (_, n) => 0xe_0000 + n))
      .filter((n) => n > 0 && (n < 0xd800 || n > 0xdfff));
    const { rows } = await sql<{ n: number }>`
      select n from unnest(${codePoints}::int[]) n where normalize_text('a' || chr(n) || 'b') = 'ab'`.execute(
      db.kysely,
    );
    const ignoredPoints = codePoints.filter((n) => normalizeNumber(`a${String.fromCodePoint(n)}b`) === 'ab');
    expect(rows.map(({ n }) => n)).toEqual(ignoredPoints);
    expect(ignoredPoints.length).toBeGreaterThan(4_000);
  });
});
