import { IMPORT_ROWS_MAX, type ImportCheck, type ImportDone, resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { listIn, recordIn } from '../testing/answers.ts';
import { readBooks } from '../testing/books.ts';
import { call, queryString } from '../testing/call.ts';
import { expectError, expectInvalid } from '../testing/expectations.ts';
import { createInputs } from '../testing/inputs.ts';
import { startTestApp } from '../testing/test-app.ts';
import { createUser } from '../testing/user.ts';
import { createHotel, createWorld } from '../testing/world.ts';
import { csvFile, csvRows, upload } from './test-tables.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const world = await createWorld(db);
const inputs = createInputs(api, admin, world);

type Checked = { data: ImportCheck };
const check = (resource: string, file: string | Uint8Array, values: Record<string, unknown> = {}) =>
  upload<Checked>(app, admin.token, resource, file, { dry_run: '1', ...values });
const bring = (
  resource: string,
  file: string | Uint8Array,
  values: Record<string, unknown> = {},
  token = admin.token,
) => upload<{ data: ImportDone }>(app, token, resource, file, values);
const memberBy = async (email: string) =>
  listIn(
    resources.member,
    await call(app, admin.token, 'GET', `/api/member?${queryString({ 'filter[email][exact]': email })}`),
  )[0];
const lines = (...rows: readonly (readonly (string | number)[])[]): string => csvFile(rows);

const HEADINGS = ['First name', 'Membership', 'Gender', 'Origin country', 'Hotel · Code', 'Active', 'Email', 'Phone'];
const { rows: named } = await sql<{ membership: string; gender: string; country: string; hotel: string }>`
  select (select name from membership where id = ${world.membership}) as membership,
         (select d.name from option_detail d join option o on o.id = d.option_id where o.slug = 'type-gender' order by d.id limit 1) as gender,
         (select name from country where id = ${world.country}) as country,
         (select code from hotel where id = ${world.hotel}) as hotel`.execute(db.kysely);
const names = named[0] ?? { membership: '', gender: '', country: '', hotel: '' };
let count = 0;
const newEmail = (): string => `guest.${(count += 1)}@example.test`;
const memberRow = (email: string, first = 'Ayu'): string[] => [
  first,
  names.membership,
  names.gender,
  names.country,
  names.hotel,
  '1',
  email,
  '+62 812 0000001',
];

describe('the headings of a file', () => {
  const row = (headings: readonly string[], cells: readonly string[]) => lines(headings, cells);

  test('are labels of either language, names of fields, or dotted columns', async () => {
    for (const headings of [
      HEADINGS,
      ['Nama depan', 'Keanggotaan', 'Jenis kelamin', 'Negara asal', 'Hotel · Kode', 'Aktif', 'Surel', 'Telepon'],
      [
        'first_name',
        'membership',
        'type_gender.name',
        'origin_country_id',
        'hotel.code',
        'is_active',
        'email',
        'phone_no',
      ],
      [' FIRST  NAME ', 'membership.name', 'type_gender', 'origin_country', 'hotel', 'active', 'EMAIL', 'phone'],
    ]) {
      const email = newEmail();
      const done = await bring('member', row(headings, memberRow(email)));
      expect(done.status, done.text).toBe(201);
      expect(await memberBy(email)).toMatchObject({
        first_name: 'Ayu',
        hotel: { id: world.hotel },
        membership: { id: world.membership },
        origin_country: { id: world.country },
        is_active: 1,
      });
    }
  });

  test('that are not known are passed over, and shown as such with a sample', async () => {
    const email = newEmail();
    const reply = await check(
      'member',
      lines([...HEADINGS, 'Shoe size', 'Standing'], [...memberRow(email), '43', 'x']),
    );
    expect(reply.body.data).toMatchObject({ rows: 1, created: 1, updated: 0, refused: 0, errors: [] });
    expect(reply.body.data.columns.slice(-3)).toEqual([
      { header: 'Phone', field: 'phone_no', sample: ['+62 812 0000001'] },
      { header: 'Shoe size', field: null, sample: ['43'] },
      { header: 'Standing', field: null, sample: ['x'] },
    ]);
  });

  test('are mapped as the request says, which may also pass one over', async () => {
    const email = newEmail();
    const file = lines([...HEADINGS, 'Shoe size'], [...memberRow(email), '43']);
    const mapping = JSON.stringify({ 'Shoe size': 'identity_no', 'First name': 'marketing_name' });
    const reply = await check('member', file, { mapping });
    expect(reply.body.data.errors).toEqual([
      { row: 2, values: expect.anything(), errors: { first_name: ['Please fill this in.'] } },
    ]);
    const kept = JSON.stringify({ 'Shoe size': 'identity_no', Phone: null });
    expect((await check('member', file, { mapping: kept })).body.data.errors[0]?.errors).toEqual({
      phone_no: ['Please fill this in.'],
    });
    for (const wrong of [
      '{"Phone":"standing"}',
      '{"Phone":"password2"}',
      '{"Phone":1}',
      '[]',
      '{',
      '{"Phone":"email","Email":"email"}',
    ])
      expectInvalid(await check('member', file, { mapping: wrong }), 'mapping');
  });
});

describe('a row', () => {
  test('with an id changes that record, only in what its columns are mapped to', async () => {
    const email = newEmail();
    await bring('member', lines([...HEADINGS, 'Remark'], [...memberRow(email), 'Keep me']));
    const before = await memberBy(email);
    const reply = await bring('member', lines(['ID', 'Last name'], [before?.id ?? 0, 'Wijaya']));
    expect(reply.body.data).toMatchObject({ rows: 1, created: 0, updated: 1 });
    expect(await memberBy(email)).toMatchObject({
      id: before?.id,
      version: 2,
      last_name: 'Wijaya',
      first_name: 'Ayu',
      remark: 'Keep me',
    });
    await bring('member', lines(['ID', 'Last name'], [before?.id ?? 0, '']));
    expect(await memberBy(email)).toMatchObject({ last_name: null, version: 3 });
  });

  test('that says what stands changes nothing, however old that has become', async () => {
    const email = newEmail();
    await bring('member', lines(HEADINGS, memberRow(email)));
    const before = await memberBy(email);
    // Neither would be taken today.
    await sql`update member set phone_no = 'ask reception', first_name = ${' padded '} where id = ${before?.id ?? 0}`.execute(
      db.kysely,
    );
    const file = lines(['id', 'phone_no', 'first_name', 'email'], [before?.id ?? 0, 'ask reception', 'padded', email]);
    const books = await readBooks(db);
    expect((await bring('member', file)).body.data).toMatchObject({ rows: 1, created: 0, updated: 0 });
    expect(await readBooks(db)).toEqual(books);
  });

  test('of a deleted, a foreign or an unknown record, or the second one of a record, is refused', async () => {
    const [a, b] = [newEmail(), newEmail()];
    await bring('member', lines(HEADINGS, memberRow(a), memberRow(b)));
    const [one, other] = [(await memberBy(a))?.id ?? 0, (await memberBy(b))?.id ?? 0];
    await call(app, admin.token, 'DELETE', `/api/member/${other}`);
    const file = lines(
      ['id', 'remark'],
      [one, 'x'],
      [other, 'x'],
      [one, 'y'],
      [999_999, 'x'],
      ['abc', 'x'],
      ['-1', 'x'],
    );
    const { data } = (await check('member', file)).body;
    expect(data).toMatchObject({ rows: 6, updated: 1, refused: 5 });
    expect(data.errors.map(({ row, errors }) => [row, errors.id?.[0]])).toEqual([
      [3, 'This record is deleted. Restore it first.'],
      [4, 'Row 2 has the same.'],
      [5, 'Choose a record that exists.'],
      [6, 'Choose a record that exists.'],
      [7, 'Choose a record that exists.'],
    ]);
  });

  test('that is taken, in the table or by a row before, is refused; two changes may not meet either', async () => {
    const [a, b, c] = [newEmail(), newEmail(), newEmail()];
    await bring('member', lines(HEADINGS, memberRow(a)));
    const { data } = (
      await check('member', lines(HEADINGS, memberRow(b), memberRow(a.toUpperCase()), memberRow(c), memberRow(b)))
    ).body;
    expect(data).toMatchObject({ created: 2, refused: 2 });
    expect(data.errors.map(({ row, errors }) => [row, errors])).toEqual([
      [3, { email: ['This is taken.'] }],
      [5, { email: ['Row 2 has the same.'] }],
    ]);
  });

  test('may take what a row before has given up', async () => {
    const [a, b] = [newEmail(), newEmail()];
    await bring('member', lines(HEADINGS, memberRow(a)));
    const id = (await memberBy(a))?.id ?? 0;
    const done = await bring(
      'member',
      lines(['id', ...HEADINGS], [id, ...memberRow(b)], ['', ...memberRow(a, 'Budi')]),
    );
    expect(done.body.data).toMatchObject({ created: 1, updated: 1 });
    expect(await memberBy(a)).toMatchObject({ first_name: 'Budi' });
  });

  test('names what it points to by id, code or exact name; a name that several bear is not guessed', async () => {
    const twin = await inputs.create(resources.membership, { name: 'Twin' });
    await inputs.create(resources.membership, { name: 'Twin' });
    const row = (membership: string | number) => {
      const cells: (string | number)[] = memberRow(newEmail());
      cells[1] = membership;
      return cells;
    };
    const code = String(twin.code).toLowerCase();
    const { data } = (
      await check(
        'member',
        lines(HEADINGS, row(twin.id), row(code), row(names.membership), row('Twin'), row('twin'), row('999999')),
      )
    ).body;
    expect(data).toMatchObject({ created: 3, refused: 3 });
    expect(data.errors.map(({ row, errors }) => [row, errors.membership_id?.[0]])).toEqual([
      [5, 'Several records are called that. Write the code or the ID.'],
      [6, 'Choose a record that exists.'],
      [7, 'Choose a record that exists.'],
    ]);
    // Who has a twin keeps it.
    const email = newEmail();
    const cells: (string | number)[] = memberRow(email);
    cells[1] = twin.id;
    await bring('member', lines(HEADINGS, cells));
    const { id = 0 } = (await memberBy(email)) ?? {};
    const kept = await bring('member', lines(['id', 'membership.name', 'remark'], [id, 'Twin', 'same']));
    expect(kept.status, kept.text).toBe(201);
    expect(await memberBy(email)).toMatchObject({ remark: 'same', membership: { id: twin.id } });
  });

  test('keeps the rules between its fields, and those of its resource', async () => {
    const headings = ['Country', 'Code', 'Name', 'Active', 'Time zone', 'Email'];
    const { data } = (
      await check(
        'hotel',
        lines(
          headings,
          [world.country, 'NEW1', 'One', 1, 'Mars/Olympus', 'one@hotel.test'],
          [world.country, 'NEW2', 'Two', 1, 'Asia/Tokyo', 'two@hotel.test'],
        ),
      )
    ).body;
    expect(data.errors).toEqual([
      {
        row: 2,
        values: expect.objectContaining({ code: 'NEW1' }),
        errors: { time_zone: ['This is not a time zone.'] },
      },
    ]);
    expect(data.created).toBe(1);
  });

  test('meets what the rows before it have left, where that is asked for', async () => {
    const headings = ['Name', 'User name', 'Email', 'Password', 'Role group'];
    const secret = 'Kolibri-7-lagoon-quartz';
    const { data } = (
      await check(
        'users',
        lines(
          headings,
          ['A', 'first.user', 'a@staff.test', secret, admin.roleGroupId],
          ['B', 'second@staff.test', 'first.user@x.test', secret, admin.roleGroupId],
          ['C', 'third.user', 'second@staff.test', secret, admin.roleGroupId],
        ),
      )
    ).body;
    expect(data).toMatchObject({ created: 2, refused: 1 });
    expect(data.errors).toEqual([{ row: 4, values: expect.anything(), errors: { email: ['This is taken.'] } }]);
    const done = await bring('users', lines(headings, ['A', 'first.user', 'a@staff.test', secret, admin.roleGroupId]));
    expect(done.status, done.text).toBe(201);
    // Nobody's password is changed by a file, and an empty cell says nothing of it.
    const { rows } = await sql<{ id: number }>`select id from users where username = 'first.user'`.execute(db.kysely);
    const id = rows[0]?.id ?? 0;
    const changed = await check('users', lines(['id', 'password'], [id, 'Another-7-lagoon-quartz']));
    expect(changed.body.data.errors[0]?.errors).toEqual({ password: ['This cannot be changed by an import.'] });
    expect((await check('users', lines(['id', 'password', 'name'], [id, '', 'AA']))).body.data).toMatchObject({
      updated: 1,
    });
  });
});

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
      const cells = memberRow(email, '"Ayu ""the\nfirst"""');
      const text = `\ufeff${HEADINGS.join(delimiter)}\r\n${cells.join(delimiter)}\r\n`;
      const done = await bring('member', text);
      expect(done.status, done.text).toBe(201);
      expect(await memberBy(email)).toMatchObject({ first_name: 'Ayu "the\nfirst"' });
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
    // Whoever serves one hotel need not name it.
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
      [702, { slug: ['This is taken.'] }],
      [1502, { slug: ['This is taken.'] }],
    ]);
  });
});
