import { resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { readBooks } from '../../testing/books.ts';
import { call } from '../../testing/call.ts';
import { expectInvalid } from '../../testing/expectations.ts';
import { HEADINGS, lines, startImports } from './test-imports.ts';

const { app, db, admin, world, inputs, names, newEmail, memberRow, memberBy, check, bring } = await startImports();

describe('the headings of a file', () => {
  const row = (headings: readonly string[], cells: readonly string[]) => lines(headings, cells);

  test('are labels of either language, names of fields, or dotted columns', async () => {
    for (const headings of [
      HEADINGS,
      ['Nama depan', 'Keanggotaan', 'Jenis kelamin', 'Negara asal', 'Hotel · Kode', 'Aktif', 'Email', 'Telepon'],
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
      [3, { email: [expect.stringMatching(/^This email is taken by a member: serve that member/)] }],
      [5, { email: ['Row 2 has the same.'] }],
    ]);
  });

  test('that counts however it is written is the same in other letters, widths and blanks', async () => {
    const { id: member_id } = await inputs.create(resources.member);
    const headings = ['hotel_id', 'member_id', 'reference_no', 'total_fb', 'staff_name'];
    const bill = (reference_no: string) => [world.hotel, member_id, reference_no, '1000', 'Ayu'];
    await bring('visit', lines(headings, bill('RB-77')));
    const { data } = (
      await check('visit', lines(headings, bill('ＲＢ - 77'), bill('rb-78'), bill(' R B-78'), bill('RB-79')))
    ).body;
    expect(data).toMatchObject({ created: 2, refused: 2 });
    expect(data.errors.map(({ row, errors }) => [row, errors])).toEqual([
      [2, { reference_no: ['This is taken.'] }],
      [4, { reference_no: ['Row 3 has the same.'] }],
    ]);
  });

  test('may take what a row before has given up', async () => {
    const [a, b] = [newEmail(), newEmail()];
    await bring('member', lines(HEADINGS, memberRow(a)));
    const id = (await memberBy(a))?.id ?? 0;
    const file = lines(['id', ...HEADINGS], [id, ...memberRow(b)], ['', ...memberRow(a, 'Budi')]);
    expect((await check('member', file)).body.data).toMatchObject({ created: 1, updated: 1, refused: 0 });
    const done = await bring('member', file);
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
    // A member with a twin keeps it.
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
