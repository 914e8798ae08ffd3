import { MAX_IMPORT_ROWS, resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { parseRecord } from '../../testing/responses.ts';
import { readDatabaseState } from '../../testing/database-state.ts';
import { call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createUser } from '../../testing/user.ts';
import { createHotel } from '../../testing/base-records.ts';
import { MEMBER_HEADINGS, toCsv, startImportTest } from './import-helpers.ts';
import { csvRows, upload } from './table-helpers.ts';

const { app, db, admin, baseRecords, newEmail, memberRow, memberBy, check, importFile } = await startImportTest();

describe('an import', () => {
  test('writes all or nothing, and names row and field of each error', async () => {
    const [a, b] = [newEmail(), newEmail()];
    const rows = [memberRow(a), memberRow('nobody'), memberRow(b), ['', '', '', '', '', '', '', '']];
    const stateBefore = await readDatabaseState(db);
    const reply = await importFile('member', toCsv(MEMBER_HEADINGS, ...rows));
    expectInvalid(reply, 'row 3: email');
    expect((reply.body as unknown as { errors: object }).errors).toEqual({
      'row 3: email': ['Enter a valid email address.'],
    });
    expect(await readDatabaseState(db)).toEqual(stateBefore);
    const correctedReply = await importFile('member', toCsv(MEMBER_HEADINGS, ...rows), {
      corrections: JSON.stringify({ 3: { email: newEmail() } }),
    });
    expect(correctedReply.status, correctedReply.text).toBe(201);
    expect(correctedReply.body.data).toEqual({ id: expect.any(Number), rows: 3, created: 3, updated: 0, rejected: 0 });
    for (const invalidCorrections of ['[]', '{"3":{"nonsense":"x"}}', '{"3":{"email":1}}', '{"3":"x"}', '{'])
      expectInvalid(
        await check('member', toCsv(MEMBER_HEADINGS, ...rows), { corrections: invalidCorrections }),
        'corrections',
      );
  });

  test('validates by the same rules in a dry run, without writing', async () => {
    const stateBefore = await readDatabaseState(db);
    const reply = await check('member', toCsv(MEMBER_HEADINGS, memberRow(newEmail()), memberRow('nobody')));
    expect(reply.status).toBe(200);
    expect(reply.body.data).toMatchObject({ rows: 2, created: 1, rejected: 1 });
    expect(await readDatabaseState(db)).toEqual(stateBefore);
    expect((await sql`select from import_run where file_name = 'never'`.execute(db.kysely)).rows).toEqual([]);
  });

  test('returns rejected rows as a file, to be corrected and sent again', async () => {
    const file = toCsv(
      [...MEMBER_HEADINGS, 'Notes'],
      [...memberRow(newEmail()), 'fine'],
      [...memberRow('nobody', '=1+1'), '@me'],
    );
    const reply = await check('member', file, { errors: 'csv' });
    expect(reply.headers['content-type']).toMatch(/^text\/csv/);
    const rejectedRows = csvRows({ bytes: Buffer.from(reply.text) });
    expect(rejectedRows[0]).toEqual([...MEMBER_HEADINGS, 'Notes', 'Error']);
    expect(rejectedRows.length).toBe(2);
    expect(rejectedRows[1]?.slice(-1)).toEqual(['Email: Enter a valid email address.']);
    expect(rejectedRows[1]?.[0]).toBe("'=1+1");
    const secondCheck = await check('member', reply.text.replace('nobody', newEmail()));
    expect(secondCheck.body.data).toMatchObject({ created: 1, rejected: 0 });
    expectInvalid(await upload(app, admin.token, 'member', file, { errors: 'csv' }), 'errors');
  });

  test('reads commas, semicolons and tabs, quotes, line breaks and a byte order mark', async () => {
    for (const delimiter of [',', ';', '\t']) {
      const email = newEmail();
      const cells = [...memberRow(email, '"Ayu ""the first"""'), '"one\ntwo"'];
      const text = `\ufeff${[...MEMBER_HEADINGS, 'Remark'].join(delimiter)}\r\n${cells.join(delimiter)}\r\n`;
      const importReply = await importFile('member', text);
      expect(importReply.status, importReply.text).toBe(201);
      expect(await memberBy(email)).toMatchObject({ first_name: 'Ayu "the first"', remark: 'one\ntwo' });
    }
  });

  test('rejects other encodings, other files, empty files and files that are too large', async () => {
    const encodeLatin1 = (text: string) => Buffer.from(text, 'latin1');
    const expectRejected = async (file: Uint8Array, message: RegExp) => {
      const { errors } = expectInvalid(await importFile('member', file), 'file');
      expect(errors?.file?.[0]).toMatch(message);
    };
    await expectRejected(encodeLatin1(`${MEMBER_HEADINGS.join(',')}\nJos\xe9`), /UTF-8/);
    await expectRejected(encodeLatin1('\xff\xfea'), /UTF-8/);
    await expectRejected(encodeLatin1('\xd0\xcf\x11\xe0 an old workbook'), /Unreadable file/);
    await expectRejected(encodeLatin1('PK\x03\x04 no zip'), /Unreadable file/);
    await expectRejected(encodeLatin1('First name,"Email\nx'), /Unreadable file.*cell B1/);
    await expectRejected(encodeLatin1('email,phone'), /No rows/);
    await expectRejected(encodeLatin1(''), /No rows/);
    await expectRejected(encodeLatin1(','.repeat(500_000)), /Unreadable|No rows|characters/);
    await expectRejected(encodeLatin1(`remark\n${'x\n'.repeat(MAX_IMPORT_ROWS + 1)}`), /50000|50,000/);
    expectError(await importFile('member', Buffer.alloc(11 * 1024 * 1024, 'x')), 413, 'too_large');
    expectInvalid(await call(app, admin.token, 'POST', '/api/member/import', { body: {} }), 'file');
    expectInvalid(
      await importFile('member', toCsv(MEMBER_HEADINGS, memberRow(newEmail())), { dry_run: 'yes' }),
      'dry_run',
    );
    expectInvalid(
      await importFile('member', toCsv(MEMBER_HEADINGS, memberRow(newEmail())), { nonsense: '1' }),
      'nonsense',
    );
  });

  test('runs once per Idempotency-Key', async () => {
    const email = newEmail();
    const file = toCsv(MEMBER_HEADINGS, memberRow(email));
    const headers = { 'idempotency-key': 'import-once' };
    const first = await importFile('member', file, { headers });
    expect(first.status, first.text).toBe(201);
    const secondImport = await importFile('member', file, { headers });
    expect([secondImport.status, secondImport.text]).toEqual([201, first.text]);
    expectInvalid(
      await importFile('member', toCsv(MEMBER_HEADINGS, memberRow(newEmail())), { headers }),
      'Idempotency-Key',
    );
  });

  test('succeeds once among concurrent imports of the same values', async () => {
    const emails = Array.from({ length: 20 }, newEmail);
    const file = toCsv(MEMBER_HEADINGS, ...emails.map((email) => memberRow(email)));
    const replies = await Promise.all(Array.from({ length: 6 }, () => importFile('member', file)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, ...Array<number>(5).fill(422)]);
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from member where email = any(${emails}::text[])`.execute(db.kysely);
    expect(rows[0]?.n).toBe(emails.length);
  });

  test('requires STORE, and UPDATE if a row changes a record; read-only resources have no import', async () => {
    const createUserWith = (...codes: string[]) => createUser(db, { level: 'group', codes });
    const [viewer, creator] = [
      await createUserWith('VIEW_MEMBER', 'UPDATE_MEMBER'),
      await createUserWith('STORE_MEMBER'),
    ];
    const email = newEmail();
    const file = toCsv(MEMBER_HEADINGS, memberRow(email));
    expectError(await importFile('member', file, {}, viewer.token), 403, 'forbidden');
    expect((await importFile('member', file, {}, creator.token)).status).toBe(201);
    const change = toCsv(['id', 'remark'], [(await memberBy(email))?.id ?? 0, 'x']);
    expectError(await importFile('member', change, {}, creator.token), 403, 'forbidden');
    expectError(await importFile('roles', file), 405, 'method_not_allowed');
    expectError(await call(app, admin.token, 'GET', '/api/member/import'), 405, 'method_not_allowed');
    expectError(await call(app, admin.token, 'POST', '/api/member/export'), 405, 'method_not_allowed');
  });

  test('is limited to records visible to its user', async () => {
    const region = baseRecords.region;
    const otherHotel = await createHotel(db, baseRecords.country);
    const clerk = await createUser(db, {
      level: 'property',
      assignments: [{ region_id: region, restrict_hotel_id: baseRecords.hotel }],
    });
    const [ownEmail, foreignEmail] = [newEmail(), newEmail()];
    const { rows } = await sql<{ code: string }>`select code from hotel where id = ${otherHotel}`.execute(db.kysely);
    const foreignRow = memberRow(foreignEmail);
    foreignRow[4] = rows[0]?.code ?? '';
    expectInvalid(await importFile('member', toCsv(MEMBER_HEADINGS, foreignRow), {}, clerk.token), 'row 2: hotel_id');
    expect((await importFile('member', toCsv(MEMBER_HEADINGS, foreignRow))).status).toBe(201);
    const id = (await memberBy(foreignEmail))?.id ?? 0;
    expectInvalid(await importFile('member', toCsv(['id', 'remark'], [id, 'x']), {}, clerk.token), 'row 2: id');
    // A user with one hotel may omit it.
    const file = toCsv(
      MEMBER_HEADINGS.filter((_, i) => i !== 4),
      memberRow(ownEmail).filter((_, i) => i !== 4),
    );
    const importReply = await importFile('member', file, {}, clerk.token);
    expect(importReply.status, importReply.text).toBe(201);
    expect(await memberBy(ownEmail)).toMatchObject({ hotel: { id: baseRecords.hotel } });
  });

  test('appears in the history of each record, as a change by its user', async () => {
    const email = newEmail();
    await importFile('member', toCsv(MEMBER_HEADINGS, memberRow(email)));
    const id = (await memberBy(email))?.id ?? 0;
    const { body } = await call<{ data: object[] }>(app, admin.token, 'GET', `/api/member/${id}/history`);
    expect(body.data).toMatchObject([{ action: 'create', by: { id: admin.id } }]);
    expect(parseRecord(resources.member, await call(app, admin.token, 'GET', `/api/member/${id}`))).toMatchObject({
      created_by: { id: admin.id },
      register_hotel: { id: baseRecords.hotel },
    });
  });

  test('reports the few of thousands of rows that only the database rejects', async () => {
    // The slug is derived from the name, so only its constraint detects that it is taken.
    const names = Array.from({ length: 2_100 }, (_, n) => [
      n === 700 || n === 1_500 ? 'Option 7!' : `Option ${n}`,
      '1',
    ]);
    const { data } = (await check('option', toCsv(['Name', 'Active'], ...names))).body;
    expect(data).toMatchObject({ rows: 2_100, created: 2_098, rejected: 2 });
    expect(data.errors.map(({ row, errors }) => [row, errors])).toEqual([
      [702, { slug: ['Row 9 has the same value.'] }],
      [1502, { slug: ['Row 9 has the same value.'] }],
    ]);
    expectInvalid(await importFile('option', toCsv(['Name', 'Active'], ...names)), 'row 702: slug', 'row 1502: slug');
  });
});
