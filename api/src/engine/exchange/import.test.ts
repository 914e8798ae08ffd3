import { IMPORT_ROWS_MAX, resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { recordIn } from '../../testing/answers.ts';
import { readBooks } from '../../testing/books.ts';
import { call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createUser } from '../../testing/user.ts';
import { createHotel } from '../../testing/world.ts';
import { HEADINGS, lines, startImports } from './test-imports.ts';
import { csvRows, upload } from './test-tables.ts';

const { app, db, admin, world, newEmail, memberRow, memberBy, check, bring } = await startImports();

describe('an import', () => {
  test('writes everything or nothing, and names row and field of what is wrong', async () => {
    const [a, b] = [newEmail(), newEmail()];
    const rows = [memberRow(a), memberRow('nobody'), memberRow(b), ['', '', '', '', '', '', '', '']];
    const books = await readBooks(db);
    const reply = await bring('member', lines(HEADINGS, ...rows));
    expectInvalid(reply, 'row 3: email');
    expect((reply.body as unknown as { errors: object }).errors).toEqual({
      'row 3: email': ['This is not an email address.'],
    });
    expect(await readBooks(db)).toEqual(books);
    const mended = await bring('member', lines(HEADINGS, ...rows), {
      corrections: JSON.stringify({ 3: { email: newEmail() } }),
    });
    expect(mended.status, mended.text).toBe(201);
    expect(mended.body.data).toEqual({ id: expect.any(Number), rows: 3, created: 3, updated: 0 });
    for (const wrong of ['[]', '{"3":{"nonsense":"x"}}', '{"3":{"email":1}}', '{"3":"x"}', '{'])
      expectInvalid(await check('member', lines(HEADINGS, ...rows), { corrections: wrong }), 'corrections');
  });

  test('is tried without writing, by the same rules', async () => {
    const books = await readBooks(db);
    const reply = await check('member', lines(HEADINGS, memberRow(newEmail()), memberRow('nobody')));
    expect(reply.status).toBe(200);
    expect(reply.body.data).toMatchObject({ rows: 2, created: 1, refused: 1 });
    expect(await readBooks(db)).toEqual(books);
    expect((await sql`select from import_run where file_name = 'never'`.execute(db.kysely)).rows).toEqual([]);
  });

  test('answers its refused rows as a file, to be mended and sent again', async () => {
    const file = lines(
      [...HEADINGS, 'Notes'],
      [...memberRow(newEmail()), 'fine'],
      [...memberRow('nobody', '=1+1'), '@me'],
    );
    const reply = await check('member', file, { errors: 'csv' });
    expect(reply.headers['content-type']).toMatch(/^text\/csv/);
    const refused = csvRows({ bytes: Buffer.from(reply.text) });
    expect(refused[0]).toEqual([...HEADINGS, 'Notes', 'Error']);
    expect(refused.length).toBe(2);
    expect(refused[1]?.slice(-1)).toEqual(['Email: This is not an email address.']);
    expect(refused[1]?.[0]).toBe("'=1+1");
    const again = await check('member', reply.text.replace('nobody', newEmail()));
    expect(again.body.data).toMatchObject({ created: 1, refused: 0 });
    expectInvalid(await upload(app, admin.token, 'member', file, { errors: 'csv' }), 'errors');
  });

  test('reads commas, semicolons and tabs, quotes, line breaks and a byte order mark', async () => {
    for (const delimiter of [',', ';', '\t']) {
      const email = newEmail();
      const cells = [...memberRow(email, '"Ayu ""the first"""'), '"one\ntwo"'];
      const text = `\ufeff${[...HEADINGS, 'Remark'].join(delimiter)}\r\n${cells.join(delimiter)}\r\n`;
      const done = await bring('member', text);
      expect(done.status, done.text).toBe(201);
      expect(await memberBy(email)).toMatchObject({ first_name: 'Ayu "the first"', remark: 'one\ntwo' });
    }
  });

  test('refuses what is no table: other characters, other files, nothing, too much', async () => {
    const bytes = (text: string) => Buffer.from(text, 'latin1');
    const refused = async (file: Uint8Array, message: RegExp) => {
      const { errors } = expectInvalid(await bring('member', file), 'file');
      expect(errors?.file?.[0]).toMatch(message);
    };
    await refused(bytes(`${HEADINGS.join(',')}\nJos\xe9`), /UTF-8/);
    await refused(bytes('\xff\xfe'), /UTF-8/);
    await refused(bytes('\xd0\xcf\x11\xe0 an old workbook'), /no table/);
    await refused(bytes('PK\x03\x04 no zip'), /no table/);
    await refused(bytes('First name,"Email\nx'), /no table/);
    await refused(bytes('email,phone'), /no row/);
    await refused(bytes(''), /no row/);
    await refused(bytes(','.repeat(500_000)), /no (table|row)/);
    await refused(bytes(`remark\n${'x\n'.repeat(IMPORT_ROWS_MAX + 1)}`), /50000|50,000/);
    expectError(await bring('member', Buffer.alloc(11 * 1024 * 1024, 'x')), 413, 'too_large');
    expectInvalid(await call(app, admin.token, 'POST', '/api/member/import', { body: {} }), 'file');
    expectInvalid(await bring('member', lines(HEADINGS, memberRow(newEmail())), { dry_run: 'yes' }), 'dry_run');
    expectInvalid(await bring('member', lines(HEADINGS, memberRow(newEmail())), { nonsense: '1' }), 'nonsense');
  });

  test('with an Idempotency-Key is done once', async () => {
    const email = newEmail();
    const file = lines(HEADINGS, memberRow(email));
    const headers = { 'idempotency-key': 'import-once' };
    const first = await bring('member', file, { headers });
    expect(first.status, first.text).toBe(201);
    const again = await bring('member', file, { headers });
    expect([again.status, again.text]).toEqual([201, first.text]);
    expectInvalid(await bring('member', lines(HEADINGS, memberRow(newEmail())), { headers }), 'Idempotency-Key');
  });

  test('that races with others for the same values is done once', async () => {
    const emails = Array.from({ length: 20 }, newEmail);
    const file = lines(HEADINGS, ...emails.map((email) => memberRow(email)));
    const replies = await Promise.all(Array.from({ length: 6 }, () => bring('member', file)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, ...Array<number>(5).fill(422)]);
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from member where email = any(${emails}::text[])`.execute(db.kysely);
    expect(rows[0]?.n).toBe(emails.length);
  });

  test('takes STORE, and UPDATE where a row changes a record; what is only read takes none', async () => {
    const may = (...codes: string[]) => createUser(db, { level: 'group', codes });
    const [viewer, creator] = [await may('VIEW_MEMBER', 'UPDATE_MEMBER'), await may('STORE_MEMBER')];
    const email = newEmail();
    const file = lines(HEADINGS, memberRow(email));
    expectError(await bring('member', file, {}, viewer.token), 403, 'forbidden');
    expect((await bring('member', file, {}, creator.token)).status).toBe(201);
    const change = lines(['id', 'remark'], [(await memberBy(email))?.id ?? 0, 'x']);
    expectError(await bring('member', change, {}, creator.token), 403, 'forbidden');
    expectError(await bring('roles', file), 405, 'method_not_allowed');
    expectError(await call(app, admin.token, 'GET', '/api/member/import'), 405, 'method_not_allowed');
    expectError(await call(app, admin.token, 'POST', '/api/member/export'), 405, 'method_not_allowed');
  });

  test('reaches no further than its user sees', async () => {
    const region = world.region;
    const other = await createHotel(db, world.country);
    const clerk = await createUser(db, {
      level: 'property',
      assignments: [{ region_id: region, restrict_hotel_id: world.hotel }],
    });
    const [mine, foreign] = [newEmail(), newEmail()];
    const { rows } = await sql<{ code: string }>`select code from hotel where id = ${other}`.execute(db.kysely);
    const elsewhere = memberRow(foreign);
    elsewhere[4] = rows[0]?.code ?? '';
    expectInvalid(await bring('member', lines(HEADINGS, elsewhere), {}, clerk.token), 'row 2: hotel_id');
    expect((await bring('member', lines(HEADINGS, elsewhere))).status).toBe(201);
    const id = (await memberBy(foreign))?.id ?? 0;
    expectInvalid(await bring('member', lines(['id', 'remark'], [id, 'x']), {}, clerk.token), 'row 2: id');
    // A user who serves one hotel need not name it.
    const file = lines(
      HEADINGS.filter((_, i) => i !== 4),
      memberRow(mine).filter((_, i) => i !== 4),
    );
    const done = await bring('member', file, {}, clerk.token);
    expect(done.status, done.text).toBe(201);
    expect(await memberBy(mine)).toMatchObject({ hotel: { id: world.hotel } });
  });

  test('is in the history of each record, as one operation of its user', async () => {
    const email = newEmail();
    await bring('member', lines(HEADINGS, memberRow(email)));
    const id = (await memberBy(email))?.id ?? 0;
    const { body } = await call<{ data: object[] }>(app, admin.token, 'GET', `/api/member/${id}/history`);
    expect(body.data).toMatchObject([{ action: 'create', by: { id: admin.id } }]);
    expect(recordIn(resources.member, await call(app, admin.token, 'GET', `/api/member/${id}`))).toMatchObject({
      created_by: { id: admin.id },
      register_hotel: { id: world.hotel },
    });
  });

  test('of thousands finds the few that the database alone refuses', async () => {
    // The slug is made from the name, so that nothing but its constraint sees that it is taken.
    const names = Array.from({ length: 2_100 }, (_, n) => [
      n === 700 || n === 1_500 ? 'Option 7!' : `Option ${n}`,
      '1',
    ]);
    const { data } = (await check('option', lines(['Name', 'Active'], ...names))).body;
    expect(data).toMatchObject({ rows: 2_100, created: 2_098, refused: 2 });
    expect(data.errors.map(({ row, errors }) => [row, errors])).toEqual([
      [702, { slug: ['Row 9 has the same.'] }],
      [1502, { slug: ['Row 9 has the same.'] }],
    ]);
    expectInvalid(await bring('option', lines(['Name', 'Active'], ...names)), 'row 702: slug', 'row 1502: slug');
  });
});
