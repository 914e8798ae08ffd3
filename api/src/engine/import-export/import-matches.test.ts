import { getResource } from '@innkeeper/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { readDatabaseState } from '../../testing/database-state.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { createUser } from '../../testing/user.ts';
import { createHotel } from '../../testing/base-records.ts';
import { MEMBER_HEADINGS, startImportTest, toCsv } from './import-helpers.ts';

/** Which record a row of a file changes, what the check shows of it, and what happens to the other rows. */

const { api, db, admin, baseRecords, inputs, names, newEmail, memberRow, memberBy, check, importFile } =
  await startImportTest();
const programme = createProgramme(api, admin, inputs, baseRecords.hotel);
const otherHotel = await createHotel(db, baseRecords.country);

async function createMember(firstName: string, lastName: string, overrides: Record<string, unknown> = {}) {
  const email = newEmail();
  const { id } = await inputs.create(getResource('member'), {
    first_name: firstName,
    last_name: lastName,
    email,
    hotel_id: baseRecords.hotel,
    register_hotel_id: baseRecords.hotel,
    membership_id: baseRecords.membership,
    ...overrides,
  });
  return { id, email };
}
const readNames = async (id: number) => {
  const { first_name, last_name, email } = await db.kysely
    .selectFrom('member')
    .select(['first_name', 'last_name', 'email'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return [first_name, last_name, email];
};

describe('the check', () => {
  test('lists each change with the values before and after, in words for references', async () => {
    const { rows } = await sql<{ id: number; name: string }>`
      select d.id, d.name from option_detail d join option o on o.id = d.option_id where o.slug = 'type-gender'
      order by d.id`.execute(db.kysely);
    const [first, second] = rows;
    const ayu = await createMember('Ayu', 'Lestari', { type_gender_id: first?.id, is_active: 1 });
    const wayan = await createMember('Wayan', 'Putra');
    const { body } = await check(
      'member',
      toCsv(
        ['ID', 'Last name', 'Gender', 'Active'],
        [wayan.id, 'Putra', '', ''],
        [ayu.id, 'Lestari Dewi', second?.name ?? '', '0'],
      ),
    );
    expect(body.data).toMatchObject({ updated: 1, rejected: 1, other_persons: 0 });
    expect(body.data.changes).toEqual([
      {
        row: 3,
        id: ayu.id,
        name: 'Ayu Lestari',
        is_other_person: false,
        changes: {
          resource: 'member',
          fields: {
            last_name: ['Lestari', 'Lestari Dewi'],
            type_gender_id: [first?.name, second?.name],
            is_active: ['true', 'false'],
          },
        },
      },
    ]);
  });

  test('shows first the rows that give a record another name or email address', async () => {
    const [ayu, budi, citra] = [
      await createMember('Ayu', 'Lestari'),
      await createMember('Budi', 'Hartono'),
      await createMember('Renée', 'Citra'),
    ];
    const { body } = await check(
      'member',
      toCsv(
        ['ID', 'First name', 'Last name', 'Email'],
        [ayu.id, 'Ayu', 'Lestari Dewi', ayu.email.toUpperCase()],
        [budi.id, 'Komang', 'Surya', budi.email],
        [citra.id, 'RENEE', '', newEmail()],
      ),
    );
    expect(body.data).toMatchObject({ updated: 3, other_persons: 2 });
    expect(body.data.changes.map(({ row, is_other_person }) => [row, is_other_person])).toEqual([
      [3, true],
      [4, true],
      [2, false],
    ]);
  });

  test('returns all changes as a file', async () => {
    const { id } = await createMember('Ayu', 'Lestari');
    const values = { dry_run: '1', changes: 'csv' };
    const { text } = await importFile('member', toCsv(['ID', 'Last name'], [id, '=cmd()']), values);
    expect(text.replace('\uFEFF', '').split('\r\n').slice(0, 2)).toEqual([
      'Row,ID,Record,Changes',
      `2,${id},Ayu Lestari,Last name: Lestari → =cmd()`,
    ]);
    const file = toCsv(['ID'], [id]);
    expectInvalid(await importFile('member', file, { changes: 'csv' }), 'changes');
    expectInvalid(await importFile('member', file, { ...values, errors: 'csv' }), 'errors', 'changes');
  });
});

describe('an import that may change other people', () => {
  test('asks a caller who prefers that, and nobody else', async () => {
    const ayu = await createMember('Ayu', 'Lestari');
    const file = toCsv(['ID', 'First name', 'Last name'], [ayu.id, 'Komang', 'Surya']);
    const headers = { prefer: 'handling=strict', 'idempotency-key': 'other-people' };
    const { message } = expectError(await importFile('member', file, { headers }), 409, 'confirmation_needed');
    expect(message).toContain(`Row 2: Ayu Lestari, ${ayu.email} → Komang Surya, ${ayu.email}`);
    expect(await readNames(ayu.id)).toEqual(['Ayu', 'Lestari', ayu.email]);
    const confirmed = await importFile('member', file, { headers: { 'idempotency-key': 'other-people' } });
    expect(confirmed.status, confirmed.text).toBe(201);
    expect(await readNames(ayu.id)).toEqual(['Komang', 'Surya', ayu.email]);
  });

  test('does not ask about a corrected name', async () => {
    const ayu = await createMember('Ayu', 'Lestary');
    const file = toCsv(['ID', 'Last name'], [ayu.id, 'Lestari']);
    expect((await importFile('member', file, { headers: { prefer: 'handling=strict' } })).status).toBe(201);
  });
});

describe('a row finds its record', () => {
  test('by email regardless of case, ignoring a column with the ids of another program', async () => {
    const ayu = await createMember('Ayu', 'Lestari');
    const other = await createMember('Budi', 'Hartono');
    const email = newEmail();
    const file = toCsv(
      ['ID', ...MEMBER_HEADINGS],
      [other.id, ...memberRow(ayu.email.toUpperCase(), 'Ayu Dewi')],
      ['K-12', ...memberRow(email, 'Komang')],
    );
    const reply = await importFile('member', file, { match: 'email' });
    expect(reply.body.data, reply.text).toMatchObject({ created: 1, updated: 1, rejected: 0 });
    expect(await readNames(ayu.id)).toEqual(['Ayu Dewi', 'Lestari', ayu.email]);
    expect(await readNames(other.id)).toEqual(['Budi', 'Hartono', other.email]);
    expect(await memberBy(email)).toMatchObject({ first_name: 'Komang' });
  });

  test('by card number, however it is written', async () => {
    const ayu = await createMember('Ayu', 'Lestari');
    const { sbec_no: number } = await programme.card({ member_id: ayu.id, is_active: 1 });
    const spaced = String(number).replace(/^(.{4})/, '$1-');
    const file = toCsv(['Card number', 'Last name'], [spaced, 'Dewi'], ['', 'Nobody']);
    const { body } = await check('member', file, { match: 'card_number' });
    expect(body.data).toMatchObject({ updated: 1, rejected: 1, changes: [{ id: ayu.id }] });
    expectInvalid(await importFile('hotel', file, { match: 'card_number' }), 'match');
  });

  test('by telephone in any notation, unless several have it', async () => {
    const ayu = await createMember('Ayu', 'Lestari', { phone_no: '+62 857 1111 2222' });
    const file = toCsv(['Phone', 'Last name'], ['0857-1111.2222', 'Dewi']);
    const { body } = await check('member', file, { match: 'phone_no' });
    expect(body.data).toMatchObject({ updated: 1, changes: [{ id: ayu.id }] });
    expect(Object.keys(body.data.changes[0]?.changes.fields ?? {})).toEqual(['last_name']);
    await createMember('Wayan', 'Putra', { phone_no: '0857 1111 2222' });
    const ambiguous = await check('member', file, { match: 'phone_no' });
    expect(ambiguous.body.data.errors).toMatchObject([{ row: 2, errors: { phone_no: [expect.any(String)] } }]);
  });

  test('by its code, and a bill by its number within its hotel', async () => {
    expect(
      (await importFile('hotel', toCsv(['Code', 'Name'], [names.hotel.toLowerCase(), 'New name']), { match: 'code' }))
        .body.data,
    ).toMatchObject({ created: 0, updated: 1 });
    const member = await createMember('Ayu', 'Lestari');
    const visits = [
      await programme.visit({ member_id: member.id, reference_no: 'F-77', hotel_id: baseRecords.hotel }),
      await programme.visit({ member_id: member.id, reference_no: 'F-77', hotel_id: otherHotel }),
    ];
    expect(visits.map(({ status }) => status)).toEqual([201, 201]);
    const ambiguous = await check('visit', toCsv(['reference_no', 'remark'], ['f- 77', 'x']), {
      match: 'reference_no',
    });
    expect(ambiguous.body.data.errors).toMatchObject([{ row: 2, errors: { reference_no: [expect.any(String)] } }]);
    const file = toCsv(['reference_no', 'hotel', 'remark'], ['f- 77', names.hotel, 'Late']);
    expect((await importFile('visit', file, { match: 'reference_no' })).body.data).toMatchObject({ updated: 1 });
  });

  test('only among those that the user can see, and only with the right to change them', async () => {
    const ayu = await createMember('Ayu', 'Lestari');
    const assignments = [{ region_id: baseRecords.region, restrict_hotel_id: otherHotel }];
    const codes = ['VIEW_MEMBER', 'STORE_MEMBER', 'UPDATE_MEMBER'];
    const otherUser = await createUser(db, { level: 'property', assignments, codes });
    const file = toCsv(['Email', 'Last name'], [ayu.email, 'Dewi']);
    const reply = await importFile('member', file, { match: 'email', dry_run: '1' }, otherUser.token);
    expect(reply.body.data).toMatchObject({ updated: 0, rejected: 1 });
    const creator = await createUser(db, { level: 'group', codes: ['VIEW_MEMBER', 'STORE_MEMBER'] });
    expectError(await importFile('member', file, { match: 'email' }, creator.token), 403, 'forbidden');
  });

  test('and only once', async () => {
    const ayu = await createMember('Ayu', 'Lestari');
    const file = toCsv(['Email', 'Last name'], [ayu.email, 'Dewi'], [ayu.email.toUpperCase(), 'Sari']);
    const { body } = await check('member', file, { match: 'email' });
    expect(body.data.errors).toMatchObject([{ row: 3, errors: { email: ['Row 2 has the same value.'] } }]);
  });
});

describe('rejected rows', () => {
  const valid = () => memberRow(newEmail());
  const invalid = memberRow('no address');

  test('reject the whole file, unless the caller wants to leave them out', async () => {
    const stateBefore = await readDatabaseState(db);
    const rows = [MEMBER_HEADINGS, valid(), invalid, valid()];
    expectInvalid(await importFile('member', toCsv(...rows)), 'row 3: email');
    expect(await readDatabaseState(db)).toEqual(stateBefore);
    const reply = await importFile('member', toCsv(...rows), { skip_rejected: '1' });
    expect(reply.status, reply.text).toBe(201);
    expect(reply.body.data).toMatchObject({ rows: 3, created: 2, updated: 0, rejected: 1 });
  });

  test('reject the file if no row is left', async () => {
    expectInvalid(await importFile('member', toCsv(MEMBER_HEADINGS, invalid), { skip_rejected: '1' }), 'row 2: email');
    expectInvalid(await importFile('member', toCsv(MEMBER_HEADINGS, valid()), { skip_rejected: 'x' }), 'skip_rejected');
  });

  test('of a rule that only the database checks leave the others untouched', async () => {
    const email = newEmail();
    const rows = [MEMBER_HEADINGS, memberRow(email), memberRow(email), valid()];
    const reply = await importFile('member', toCsv(...rows), { skip_rejected: '1' });
    expect(reply.body.data, reply.text).toMatchObject({ rows: 3, created: 2, rejected: 1 });
  });
});
