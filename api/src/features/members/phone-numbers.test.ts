import { type ImportCheck, resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { csvFile, csvRows, download, upload } from '../../engine/import-export/table-helpers.ts';
import { call } from '../../testing/call.ts';
import { expectInvalid } from '../../testing/expectations.ts';
import { createInputs } from '../../testing/inputs.ts';
import { parseRecord, parseWritten } from '../../testing/responses.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const { member } = resources;

const countryId = async (cca2: string) =>
  (await sql<{ id: number }>`select id from country where cca2 = ${cca2}`.execute(db.kysely)).rows[0]?.id ?? 0;
const hotelIn = async (cca2: string) => {
  const { id } = await inputs.create(resources.hotel);
  await sql`update hotel set country_id = ${await countryId(cca2)} where id = ${id}`.execute(db.kysely);
  return id;
};
const jakarta = await hotelIn('ID');
const create = async (phone_no: string, values = {}) =>
  call(app, admin.token, 'POST', '/api/member', {
    body: { ...(await inputs.createFull(member)), hotel_id: jakarta, phone_no, ...values },
  });
const findByPhone = async (phone_no: string) =>
  (
    await call<{ data: { id: number }[] }>(
      app,
      admin.token,
      'GET',
      `/api/member/duplicates?phone_no=${encodeURIComponent(phone_no)}`,
    )
  ).body.data.map(({ id }) => id);

describe('the phone number of a member', () => {
  test.for([
    ['(021) 5550123', '(021) 5550123', '+62215550123'],
    ['+62\u00a0812\u20113456\u20117890', '+62 812-3456-7890', '+6281234567890'],
    ['\u202a0857 1234 5678\u202c', '0857 1234 5678', '+6285712345678'],
    ['021 5550124 ext. 12', '021 5550124 ext. 12', '+62215550124'],
  ] as const)('%j is stored as typed and in E.164', async ([text, phone_no, phone_e164]) => {
    const record = parseWritten(await create(text));
    expect(record).toMatchObject({ phone_no, phone_e164 });
    expect(await findByPhone(phone_e164)).toContain(record.id);
    expect(await findByPhone(`0${phone_e164.slice(3)}`)).toContain(record.id);
    expect(await findByPhone(text)).toContain(record.id);
  });

  test.for([
    ['+1 555', /too few digits/],
    ['+999 123456789', /No country has this calling code/],
    ['+1 650 555 0100 99', /too many digits/],
    ['call me', /valid phone number/],
    ['0812\t3456 7890', /valid phone number/],
  ] as const)('%j is rejected with its reason', async ([text, reason]) => {
    expect(expectInvalid(await create(text), 'phone_no').errors?.phone_no?.[0]).toMatch(reason);
  });

  test('without a calling code is one of the country of the hotel, else of the guest', async () => {
    const phuket = await hotelIn('TH');
    expect(parseWritten(await create('081 234 5678', { hotel_id: phuket }))).toMatchObject({
      phone_e164: '+66812345678',
    });
    const singapore = await countryId('SG');
    expect(parseWritten(await create('0812 3456 7891', { origin_country_id: singapore }))).toMatchObject({
      phone_e164: '+6281234567891',
    });
  });

  test('changes with its text, and an older invalid one can be repeated', async () => {
    const { id } = parseWritten(await create('0812 3456 7892'));
    const update = (body: object) => call(app, admin.token, 'POST', `/api/member/${id}`, { body });
    const read = async () => parseRecord(member, await call(app, admin.token, 'GET', `/api/member/${id}`));
    await update({ phone_no: '+65 6123 4567' });
    expect(await read()).toMatchObject({ phone_e164: '+6561234567' });
    await sql`update member set phone_no = '+1 555', phone_e164 = null where id = ${id}`.execute(db.kysely);
    expect((await update({ phone_no: '+1 555', remark: 'Same number' })).status).toBe(200);
    expect(await read()).toMatchObject({ phone_no: '+1 555', phone_e164: null, remark: 'Same number' });
  });

  test('is read from a file and rejected there like in a form', async () => {
    const { id } = parseWritten(await create('0812 3456 7893'));
    const check = async (text: string) =>
      (
        await upload<{ data: ImportCheck }>(
          app,
          admin.token,
          'member',
          csvFile([
            ['id', 'phone_no'],
            [id, text],
          ]),
          {
            dry_run: '1',
          },
        )
      ).body.data;
    expect((await check('+1 555')).errors[0]?.errors.phone_no?.[0]).toMatch(/too few digits/);
    expect(await check('(021) 5550199')).toMatchObject({ updated: 1, rejected: 0 });
    const file = await download(
      app,
      admin.token,
      `/api/member/export?format=csv&columns=id,phone_no&filter[id][gte]=${id}`,
    );
    expect(csvRows(file)[1]).toEqual([String(id), '0812 3456 7893']);
    const reply = await upload(app, admin.token, 'member', file.bytes);
    expect(reply.body, reply.text).toMatchObject({ data: { updated: 0 } });
  });
});

test('the numbers of a hotel and of a user are checked too', async () => {
  const { id } = await inputs.create(resources.hotel);
  const reply = await call(app, admin.token, 'POST', `/api/hotel/${id}`, {
    body: { phone_no: '+999 1', fax_no: '+1 555' },
  });
  expectInvalid(reply, 'phone_no', 'fax_no');
  const profileReply = await call(app, admin.token, 'POST', '/api/user/profile', { body: { phone_no: '+1 555 55' } });
  expectInvalid(profileReply, 'phone_no');
});
