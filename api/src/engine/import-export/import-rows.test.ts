import { resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { readDatabaseState } from '../../testing/database-state.ts';
import { call } from '../../testing/call.ts';
import { expectInvalid } from '../../testing/expectations.ts';
import { MEMBER_HEADINGS, toCsv, startImportTest } from './import-helpers.ts';

const { app, db, admin, baseRecords, inputs, names, newEmail, memberRow, memberBy, check, importFile } =
  await startImportTest();

describe('the headings of a file', () => {
  const toFile = (headings: readonly string[], cells: readonly string[]) => toCsv(headings, cells);

  test('can be labels of either language, field names, or dotted columns', async () => {
    for (const headings of [
      MEMBER_HEADINGS,
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
      const importReply = await importFile('member', toFile(headings, memberRow(email)));
      expect(importReply.status, importReply.text).toBe(201);
      expect(await memberBy(email)).toMatchObject({
        first_name: 'Ayu',
        hotel: { id: baseRecords.hotel },
        membership: { id: baseRecords.membership },
        origin_country: { id: baseRecords.country },
        is_active: 1,
      });
    }
  });

  test('are ignored if they are unknown, and shown as ignored with a sample', async () => {
    const email = newEmail();
    const reply = await check(
      'member',
      toCsv([...MEMBER_HEADINGS, 'Shoe size', 'Standing'], [...memberRow(email), '43', 'x']),
    );
    expect(reply.body.data).toMatchObject({ rows: 1, created: 1, updated: 0, rejected: 0, errors: [] });
    expect(reply.body.data.columns.slice(-3)).toEqual([
      { header: 'Phone', field: 'phone_no', sample: ['+62 812 0000001'] },
      { header: 'Shoe size', field: null, sample: ['43'] },
      { header: 'Standing', field: null, sample: ['x'] },
    ]);
  });

  test('are mapped by the request, which can also ignore one', async () => {
    const email = newEmail();
    const file = toCsv([...MEMBER_HEADINGS, 'Shoe size'], [...memberRow(email), '43']);
    const mapping = JSON.stringify({ 'Shoe size': 'identity_no', 'First name': 'marketing_name' });
    const reply = await check('member', file, { mapping });
    expect(reply.body.data.errors).toEqual([
      { row: 2, values: expect.anything(), errors: { first_name: ['This field is required.'] } },
    ]);
    const mappingText = JSON.stringify({ 'Shoe size': 'identity_no', Phone: null });
    expect((await check('member', file, { mapping: mappingText })).body.data.errors[0]?.errors).toEqual({
      phone_no: ['This field is required.'],
    });
    for (const invalidMapping of [
      '{"Phone":"standing"}',
      '{"Phone":"password2"}',
      '{"Phone":1}',
      '[]',
      '{',
      '{"Phone":"email","Email":"email"}',
    ])
      expectInvalid(await check('member', file, { mapping: invalidMapping }), 'mapping');
  });
});

describe('a row', () => {
  test('changes only the mapped fields of its record if it has an id', async () => {
    const email = newEmail();
    await importFile('member', toCsv([...MEMBER_HEADINGS, 'Remark'], [...memberRow(email), 'Keep me']));
    const before = await memberBy(email);
    const reply = await importFile('member', toCsv(['ID', 'Last name'], [before?.id ?? 0, 'Wijaya']));
    expect(reply.body.data).toMatchObject({ rows: 1, created: 0, updated: 1 });
    expect(await memberBy(email)).toMatchObject({
      id: before?.id,
      version: 2,
      last_name: 'Wijaya',
      first_name: 'Ayu',
      remark: 'Keep me',
    });
    await importFile('member', toCsv(['ID', 'Last name'], [before?.id ?? 0, '']));
    expect(await memberBy(email)).toMatchObject({ last_name: null, version: 3 });
  });

  test('changes nothing if its values are the current ones, even if current rules would reject them', async () => {
    const email = newEmail();
    await importFile('member', toCsv(MEMBER_HEADINGS, memberRow(email)));
    const before = await memberBy(email);
    // Current rules would reject both.
    await sql`update member set phone_no = 'ask reception', first_name = ${' padded '}
      where id = ${before?.id ?? 0}`.execute(db.kysely);
    const file = toCsv(['id', 'phone_no', 'first_name', 'email'], [before?.id ?? 0, 'ask reception', 'padded', email]);
    const stateBefore = await readDatabaseState(db);
    expect((await importFile('member', file)).body.data).toMatchObject({ rows: 1, created: 0, updated: 0 });
    expect(await readDatabaseState(db)).toEqual(stateBefore);
  });

  test('is rejected if its record is deleted, hidden, unknown or repeated', async () => {
    const [a, b] = [newEmail(), newEmail()];
    await importFile('member', toCsv(MEMBER_HEADINGS, memberRow(a), memberRow(b)));
    const [firstMemberId, otherMemberId] = [(await memberBy(a))?.id ?? 0, (await memberBy(b))?.id ?? 0];
    await call(app, admin.token, 'DELETE', `/api/member/${otherMemberId}`);
    const file = toCsv(
      ['id', 'remark'],
      [firstMemberId, 'x'],
      [otherMemberId, 'x'],
      [firstMemberId, 'y'],
      [999_999, 'x'],
      ['abc', 'x'],
      ['-1', 'x'],
    );
    const { data } = (await check('member', file)).body;
    expect(data).toMatchObject({ rows: 6, updated: 1, rejected: 5 });
    expect(data.errors.map(({ row, errors }) => [row, errors.id?.[0]])).toEqual([
      [3, 'This record is deleted. Restore it first.'],
      [4, 'Row 2 has the same value.'],
      [5, 'Select an existing record.'],
      [6, 'Select an existing record.'],
      [7, 'Select an existing record.'],
    ]);
  });

  test('is rejected if the table or an earlier row has its unique value, also among updates', async () => {
    const [a, b, c] = [newEmail(), newEmail(), newEmail()];
    await importFile('member', toCsv(MEMBER_HEADINGS, memberRow(a)));
    const { data } = (
      await check(
        'member',
        toCsv(MEMBER_HEADINGS, memberRow(b), memberRow(a.toUpperCase()), memberRow(c), memberRow(b)),
      )
    ).body;
    expect(data).toMatchObject({ created: 2, rejected: 2 });
    expect(data.errors.map(({ row, errors }) => [row, errors])).toEqual([
      [3, { email: [expect.stringMatching(/^A member already uses this email/)] }],
      [5, { email: ['Row 2 has the same value.'] }],
    ]);
  });

  test('matches a normalized value in any case, width and spacing', async () => {
    const { id: member_id } = await inputs.create(resources.member);
    const headings = ['hotel_id', 'member_id', 'reference_no', 'total_fb', 'staff_name'];
    const createBillRow = (reference_no: string) => [baseRecords.hotel, member_id, reference_no, '1000', 'Ayu'];
    await importFile('visit', toCsv(headings, createBillRow('RB-77')));
    const { data } = (
      await check(
        'visit',
        toCsv(
          headings,
          createBillRow('ＲＢ - 77'),
          createBillRow('rb-78'),
          createBillRow(' R B-78'),
          createBillRow('RB-79'),
        ),
      )
    ).body;
    expect(data).toMatchObject({ created: 2, rejected: 2 });
    expect(data.errors.map(({ row, errors }) => [row, errors])).toEqual([
      [2, { reference_no: ['Already in use.'] }],
      [4, { reference_no: ['Row 3 has the same value.'] }],
    ]);
  });

  test('can use a value that an earlier row released', async () => {
    const [a, b] = [newEmail(), newEmail()];
    await importFile('member', toCsv(MEMBER_HEADINGS, memberRow(a)));
    const id = (await memberBy(a))?.id ?? 0;
    const file = toCsv(['id', ...MEMBER_HEADINGS], [id, ...memberRow(b)], ['', ...memberRow(a, 'Budi')]);
    expect((await check('member', file)).body.data).toMatchObject({ created: 1, updated: 1, rejected: 0 });
    const importReply = await importFile('member', file);
    expect(importReply.body.data).toMatchObject({ created: 1, updated: 1 });
    expect(await memberBy(a)).toMatchObject({ first_name: 'Budi' });
  });

  test('references records by id, code or name; an ambiguous name is rejected', async () => {
    const namesake = await inputs.create(resources.membership, { name: 'Twin' });
    await inputs.create(resources.membership, { name: 'Twin' });
    const toRow = (membership: string | number) => {
      const cells: (string | number)[] = memberRow(newEmail());
      cells[1] = membership;
      return cells;
    };
    const code = String(namesake.code).toLowerCase();
    const { data } = (
      await check(
        'member',
        toCsv(
          MEMBER_HEADINGS,
          toRow(namesake.id),
          toRow(code),
          toRow(names.membership),
          toRow('Twin'),
          toRow('twin'),
          toRow('999999'),
        ),
      )
    ).body;
    expect(data).toMatchObject({ created: 3, rejected: 3 });
    expect(data.errors.map(({ row, errors }) => [row, errors.membership_id?.[0]])).toEqual([
      [5, 'Several records have this name. Enter the code or ID.'],
      [6, 'Several records have this name. Enter the code or ID.'],
      [7, 'Select an existing record.'],
    ]);
    // A member may retain a membership whose name is ambiguous.
    const email = newEmail();
    const cells: (string | number)[] = memberRow(email);
    cells[1] = namesake.id;
    await importFile('member', toCsv(MEMBER_HEADINGS, cells));
    const { id = 0 } = (await memberBy(email)) ?? {};
    const unchangedReply = await importFile('member', toCsv(['id', 'membership.name', 'remark'], [id, 'Twin', 'same']));
    expect(unchangedReply.status, unchangedReply.text).toBe(201);
    expect(await memberBy(email)).toMatchObject({ remark: 'same', membership: { id: namesake.id } });
  });

  test('is validated by the rules between its fields and those of its resource', async () => {
    const headings = ['Country', 'Code', 'Name', 'Active', 'Time zone', 'Email'];
    const { data } = (
      await check(
        'hotel',
        toCsv(
          headings,
          [baseRecords.country, 'NEW1', 'One', 1, 'Mars/Olympus', 'one@hotel.test'],
          [baseRecords.country, 'NEW2', 'Two', 1, 'Asia/Tokyo', 'two@hotel.test'],
        ),
      )
    ).body;
    expect(data.errors).toEqual([
      {
        row: 2,
        values: expect.objectContaining({ code: 'NEW1' }),
        errors: { time_zone: ['Unknown time zone.'] },
      },
    ]);
    expect(data.created).toBe(1);
  });

  test('is validated against the changes of earlier rows', async () => {
    const headings = ['Name', 'User name', 'Email', 'Password', 'Role group'];
    const secret = 'Kolibri-7-lagoon-quartz';
    const { data } = (
      await check(
        'users',
        toCsv(
          headings,
          ['A', 'first.user', 'a@staff.test', secret, admin.roleGroupId],
          ['B', 'second@staff.test', 'first.user@x.test', secret, admin.roleGroupId],
          ['C', 'third.user', 'second@staff.test', secret, admin.roleGroupId],
        ),
      )
    ).body;
    expect(data).toMatchObject({ created: 2, rejected: 1 });
    expect(data.errors).toEqual([{ row: 4, values: expect.anything(), errors: { email: ['Already in use.'] } }]);
    const importReply = await importFile(
      'users',
      toCsv(headings, ['A', 'first.user', 'a@staff.test', secret, admin.roleGroupId]),
    );
    expect(importReply.status, importReply.text).toBe(201);
    // A file cannot change a password, and an empty cell leaves it unchanged.
    const { rows } = await sql<{ id: number }>`select id from users where username = 'first.user'`.execute(db.kysely);
    const id = rows[0]?.id ?? 0;
    const changedReply = await check('users', toCsv(['id', 'password'], [id, 'Another-7-lagoon-quartz']));
    expect(changedReply.body.data.errors[0]?.errors).toEqual({ password: ['Imports cannot change this.'] });
    expect((await check('users', toCsv(['id', 'password', 'name'], [id, '', 'AA']))).body.data).toMatchObject({
      updated: 1,
    });
  });
});
