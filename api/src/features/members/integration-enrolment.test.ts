import { randomUUID } from 'node:crypto';
import { checkIntegrity } from '@innkeeper/db/testing';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { createSystem } from '../../testing/system.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/** A website enrols a guest under the rules of the console, once. */

const api = await startTestApp({ connections: 20 });
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const { createGuestInput, gold, h1, h2, h3 } = await createFixtures(api, admin, inputs);
const website = await createSystem(api, h1, {}, { codes: ['STORE_MEMBER'], hotels: [h2] });

const createBody = async (overrides: Input = {}) => ({
  membership_id: gold,
  ...(await createGuestInput()),
  ...overrides,
});
const enrol = async (overrides: Input = {}, headers: Record<string, string> = {}, system = website) =>
  system.request('POST', 'members', await createBody(overrides), headers);
const countMembers = async () => {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from member`.execute(db.kysely);
  return rows[0]?.n ?? 0;
};
/** Runs calls that must not write. */
async function expectNothingWritten(work: () => Promise<void>) {
  const before = await countMembers();
  await work();
  expect(await countMembers()).toBe(before);
}

afterEach(async () => {
  expect(await checkIntegrity(db)).toEqual([]);
});

describe('POST /integration/v1/members', () => {
  test('creates a member of the hotel, with the phone in international notation and the consents', async () => {
    const reply = await enrol({ reference_no: 'WEB-1', all_notification: 0, birthday_notification: null });
    expect(reply.status, reply.text).toBe(201);
    expect(reply.body.data).toMatchObject({
      hotel_id: h1,
      register_hotel_id: h1,
      is_active: 1,
      all_notification: 0,
      birthday_notification: 1,
      created_by: null,
      phone_e164: expect.stringMatching(/^\+62812/) as unknown,
      standing: 'none',
    });
    const history = await call<{ data: { by: object }[] }>(
      app,
      admin.token,
      'GET',
      `/api/member/${reply.body.data.id}/history`,
    );
    expect(history.body.data[0]?.by).toMatchObject({ name: website.name, kind: 'integration' });
  });

  test('takes a form as well as JSON, and another hotel that the integration sees', async () => {
    const body = Object.entries(await createBody({ hotel_id: h2 })).map(([name, value]) => [name, String(value)]);
    const boundary = 'enrolment';
    const payload = `${body
      .map(([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
      .join('')}--${boundary}--\r\n`;
    const reply = await call<{ data: object }>(app, website.token, 'POST', '/integration/v1/members', {
      body: payload,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'idempotency-key': randomUUID() },
    });
    expect(reply.status, reply.text).toBe(201);
    expect(reply.body.data).toMatchObject({ hotel_id: h2 });
  });

  test.each([
    ['first_name', null],
    ['first_name', 'x'.repeat(300)],
    ['membership_id', 999_999],
    ['membership_id', null],
    ['type_gender_id', 999_999],
    ['origin_country_id', 'Indonesia'],
    ['birth_date', '2999-01-01'],
    ['email', 'nobody'],
    ['email', null],
    ['phone_no', '12'],
    ['hotel_id', 999_999],
    ['all_notification', 'yes'],
    ['reference_no', 'x'.repeat(300)],
    ['allows_duplicate', 2],
    ['password', 'Kolibri-7-lagoon-quartz'],
    ['comp_visits_period', 3],
    ['is_active', 0],
  ])('rejects %s %j at its field', async (field, value) => {
    await expectNothingWritten(async () => void expectInvalid(await enrol({ [field]: value }), field));
  });

  test('rejects a hotel that the integration does not see', async () => {
    await expectNothingWritten(async () => void expectInvalid(await enrol({ hotel_id: h3 }), 'hotel_id'));
  });

  test('returns 409 and the id of a member of its hotels with this email, phone or identity number', async () => {
    const { data } = (await enrol({ identity_no: 'P-100' })).body;
    await expectNothingWritten(async () => {
      for (const [name, value] of [
        ['email', String(data['email']).toUpperCase()],
        ['phone_no', `0${String(data['phone_no']).replace(/\D/g, '').slice(2)}`],
        ['identity_no', 'P-100'],
      ] as const) {
        const reply = await enrol({ [name]: value });
        const { errors } = expectError(reply, 409, 'conflict');
        expect(Object.keys(errors ?? {}), name).toEqual([name]);
        expect(reply.body.current, name).toEqual({ id: data.id });
      }
      expectError(await enrol({ email: data['email'], allows_duplicate: 1 }), 409, 'conflict');
    });
    const sharedPhone = await enrol({ phone_no: data['phone_no'], allows_duplicate: 1 });
    expect(sharedPhone.status, sharedPhone.text).toBe(201);
  });

  test('returns 409 without an id for a member of a hotel that the integration does not see', async () => {
    const elsewhere = await createSystem(api, h3, {}, { codes: ['STORE_MEMBER'] });
    const { data } = (await enrol({}, {}, elsewhere)).body;
    await expectNothingWritten(async () => {
      const reply = await enrol({ email: data['email'] });
      expectError(reply, 409, 'conflict');
      expect(reply.body).not.toHaveProperty('current');
      expect(reply.text).not.toContain(String(data['last_name']));
    });
    const { rows } = await sql`select from member_lookup where actor_id = ${-website.id}
      and ${data.id} = any(members)`.execute(db.kysely);
    expect(rows).toHaveLength(1);
  });

  test('enrols each reference of a system once, and again after that member was deleted', async () => {
    const reference_no = 'WEB-2';
    const { data } = (await enrol({ reference_no })).body;
    await expectNothingWritten(async () => {
      const reply = await enrol({ reference_no });
      expect(Object.keys(expectError(reply, 409, 'conflict').errors ?? {})).toEqual(['reference_no']);
      expect(reply.body.current).toEqual({ id: data.id });
    });
    const otherSystem = await createSystem(api, h1, {}, { codes: ['STORE_MEMBER'] });
    expect((await enrol({ reference_no }, {}, otherSystem)).status).toBe(201);
    expect((await call(app, admin.token, 'DELETE', `/api/member/${data.id}`)).status).toBe(200);
    expect((await enrol({ reference_no })).status).toBe(201);
  });

  test('writes once for one key, also if it is sent twice at once, and needs a key', async () => {
    const body = await createBody();
    const headers = { 'idempotency-key': randomUUID() };
    const before = await countMembers();
    const replies = await Promise.all([1, 2, 3].map(() => website.request('POST', 'members', body, headers)));
    const ids = new Set(replies.filter(({ status }) => status === 201).map((reply) => reply.body.data.id));
    expect(ids.size).toBe(1);
    expect(replies.every(({ status }) => status === 201 || status === 409)).toBe(true);
    expect(await countMembers()).toBe(before + 1);
    expectInvalid(
      await website.request('POST', 'members', { ...body, first_name: 'Other' }, headers),
      'Idempotency-Key',
    );
    expectError(await call(app, website.token, 'POST', '/integration/v1/members', { body }), 400, 'bad_request');
  });

  test('lets one of several concurrent calls with one reference or one email win', async () => {
    for (const shared of [{ reference_no: 'WEB-3' }, { email: 'one.guest@guest.test' }]) {
      const before = await countMembers();
      const replies = await Promise.all([1, 2, 3, 4].map(() => enrol(shared)));
      expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409]);
      expect(await countMembers()).toBe(before + 1);
    }
  });

  test('stores nothing in test mode', async () => {
    const trial = await createSystem(api, h1, { is_test: true }, { codes: ['STORE_MEMBER'] });
    await expectNothingWritten(async () => {
      expect((await enrol({ reference_no: 'WEB-4' }, {}, trial)).status).toBe(201);
      expect((await enrol({ reference_no: 'WEB-4' }, {}, trial)).status).toBe(201);
    });
  });
});
