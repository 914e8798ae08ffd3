import type { Duplicate } from '@innkeeper/contract/calls';
import { type ResourceDefinition, getResource, resources, targetKey } from '@innkeeper/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { writtenIn } from '../../testing/responses.ts';
import { readDatabaseState } from '../../testing/database-state.ts';
import { REASON, call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { createPlace, createAtHotel, fieldsForHotel } from '../../testing/places.ts';
import { everyWritable } from '../../testing/resources.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createMembership, createBaseRecords } from '../../testing/base-records.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));

const own = await createPlace(db, 3);
const foreign = await createPlace(db, 2);
const [hotel = 0] = own.hotels;
const [foreignHotel = 0] = foreign.hotels;
const here = { hotel, region: own.region };
const there = { hotel: foreignHotel, region: foreign.region };

// A manually created card is a discount of its full price.
const regional = await createUser(db, {
  level: 'region',
  discountLimit: 100,
  assignments: [{ region_id: own.region }],
});
const local = await createUser(db, {
  level: 'property',
  discountLimit: 100,
  assignments: [{ region_id: own.region, restrict_hotel_id: hotel }],
});
const nowhere = await createUser(db, { level: 'property' });
const writers = [
  ['region', regional],
  ['property', local],
] as const;

/** Fields that reference a resource with a scope, and are limited to that scope. */
const scopedFields = (d: ResourceDefinition): readonly (readonly [string, ResourceDefinition])[] =>
  Object.entries(d.fields).flatMap(([name, f]) => {
    if ((f.kind !== 'reference' && f.kind !== 'option') || f.computed) return [];
    const target = getResource(targetKey(f));
    return target.scope ? [[name, target] as const] : [];
  });

/** Moves the guest to the writers' hotel: guests of other hotels would have to be looked up first. */
async function asGuestHere(body: Input): Promise<Input> {
  const { member_id = null, member_voucher_id = null } = body;
  await sql`update member set hotel_id = ${hotel}, register_hotel_id = ${hotel}
    where id = ${member_id} or id = (select member_id from member_voucher where id = ${member_voucher_id})`.execute(
    db.kysely,
  );
  return body;
}

describe.each(everyWritable)('visibility of writes to %s', (key, d) => {
  /**
   * The body of a record here: a role group below the writer's own, a place within it, a user created by the writer.
   */
  const bodyOf = async (token: string): Promise<Input> => ({
    ...(await asGuestHere(await inputs.required(d))),
    ...(await fieldsForHotel(inputs, d, here)),
    ...(d.key === 'hotel' && { country_id: own.countries[0] }),
    ...(d.key === 'country' && { region_id: own.region }),
    ...(d.key === 'role_group' && { access_type_id: await propertyLevel() }),
    ...(d.key === 'users' && { role_group_id: await harmlessGroup() }),
    ...(d.scope?.user === 'user_id' && { user_id: await newRecordOf(token) }),
  });

  test.each(writers)('a user of %s level sees the records that they have written', async (level, { token }) => {
    const reply = await call(app, token, 'POST', `/api/${key}`, { body: await bodyOf(token) });
    // A property-level user cannot create hotels.
    if (key === 'hotel' && level === 'property') {
      expectInvalid(reply, 'country_id');
      return;
    }
    expect(reply.status, reply.text).toBe(201);
    const { id } = writtenIn(reply);
    expect((await call(app, token, 'GET', `/api/${key}/${id}`)).status).toBe(200);
    const change = d.scope?.user === 'user_id' ? { user_id: await newRecordOf(token) } : await inputs.change(d);
    const changed = await call(app, token, 'POST', `/api/${key}/${id}`, { body: change });
    expect(changed.status, changed.text).toBe(200);
    expect((await call(app, token, 'DELETE', `/api/${key}/${id}`, REASON)).status).toBe(200);
    expect((await call(app, token, 'POST', `/api/${key}/${id}/restore`)).status).toBe(200);
  });

  test.each(writers)(
    'a user of %s level cannot reference a foreign record, as if it did not exist',
    async (_, { token }) => {
      for (const [name, target] of scopedFields(d)) {
        const foreignTarget = await createAtHotel(inputs, target, there);
        const mine = await createAtHotel(inputs, d, here);
        const body = await bodyOf(token);
        const before = await readDatabaseState(db);
        for (const id of [foreignTarget.id, 999_999_999]) {
          const made = expectInvalid(
            await call(app, token, 'POST', `/api/${key}`, { body: { ...body, [name]: id } }),
            name,
          );
          const changed = expectInvalid(
            await call(app, token, 'POST', `/api/${key}/${mine.id}`, { body: { [name]: id } }),
            name,
          );
          expect([made.errors, changed.errors]).toEqual([
            { [name]: ['Select an existing record.'] },
            { [name]: ['Select an existing record.'] },
          ]);
        }
        expect(await readDatabaseState(db)).toEqual(before);
      }
    },
  );

  test('the hotel is optional only for a user of a single hotel', async () => {
    if (!d.fields.hotel_id?.required) return;
    const { hotel_id: _, ...body } = await bodyOf(local.token);
    const made = await call(app, local.token, 'POST', `/api/${key}`, { body });
    expect(made.status, made.text).toBe(201);
    expect(writtenIn(made).hotel_id).toBe(hotel);
    for (const user of [admin, regional, nowhere])
      expectInvalid(await call(app, user.token, 'POST', `/api/${key}`, { body }), 'hotel_id');
  });
});

async function newRecordOf(token: string): Promise<number> {
  const body = await inputs.required(resources.users, { role_group_id: await harmlessGroup() });
  return writtenIn(await call(app, token, 'POST', '/api/users', { body })).id;
}

const detail = async (slug: string, code: string): Promise<number> => {
  const row = await db.kysely
    .selectFrom('option_detail')
    .innerJoin('option', 'option.id', 'option_detail.option_id')
    .select('option_detail.id')
    .where('option.slug', '=', slug)
    .where('option_detail.code', '=', code)
    .executeTakeFirstOrThrow();
  return row.id;
};
const propertyLevel = () => detail('access-type', '3');
const harmlessGroup = async () =>
  (
    await inputs.create(getResource('role_group'), {
      access_type_id: await propertyLevel(),
      discount_limit: 25,
      rolesId: [],
    })
  ).id;

describe('widening one’s own visibility', () => {
  const post = (token: string, path: string, body: object) => call(app, token, 'POST', `/api/${path}`, { body });

  test('is rejected when a hotel is in a foreign region', async () => {
    const body = await inputs.full(getResource('hotel'), { country_id: foreign.countries[0] });
    for (const [, { token }] of writers) expectInvalid(await post(token, 'hotel', body), 'country_id');
    for (const [, { token }] of writers)
      expectInvalid(await post(token, `hotel/${hotel}`, { country_id: foreign.countries[0] }), 'country_id');
  });

  test('is rejected when a foreign country moves into the user’s region, or one of theirs out of it', async () => {
    for (const [, { token }] of writers) {
      expectInvalid(await post(token, `country/${foreign.countries[0]}`, { region_id: own.region }), 'region_id');
      expectInvalid(await post(token, `country/${own.countries[0]}`, { region_id: foreign.region }), 'region_id');
    }
    const renamed = await post(regional.token, `country/${foreign.countries[0]}`, {
      name: 'A foreign country may be renamed',
    });
    expect(renamed.status, renamed.text).toBe(200);
  });

  test('is rejected when an assignment has a foreign region or hotel', async () => {
    for (const [, { token, id }] of writers) {
      for (const assignment of [
        { region_id: foreign.region, user_id: id },
        { region_id: foreign.region, user_id: id, restrict_hotel_id: foreignHotel },
        { region_id: own.region, user_id: id, restrict_hotel_id: foreignHotel },
      ]) {
        expectError(await post(token, 'region_users', assignment), 422, 'validation_failed');
      }
    }
  });

  test('is rejected when a foreign member gets the user’s own hotel', async () => {
    const member = getResource('member');
    const { id } = await createAtHotel(inputs, member, there);
    expectError(await post(local.token, `member/${id}`, { hotel_id: hotel }), 404, 'record_not_found');
  });
});

test('a member is visible to the hotel that serves them and to the one where they signed up', async () => {
  const member = getResource('member');
  const restrict = { membership_id: await createMembership(db) };
  const { id } = await inputs.create(member, { ...restrict, hotel_id: foreignHotel, register_hotel_id: hotel });
  expect((await call(app, local.token, 'GET', `/api/member/${id}`)).status).toBe(200);
  const changed = await call(app, local.token, 'POST', `/api/member/${id}`, {
    body: { first_name: 'Seen', hotel_id: foreignHotel },
  });
  expect(changed.status, changed.text).toBe(200);
  expectInvalid(
    await call(app, local.token, 'POST', `/api/member/${id}`, { body: { register_hotel_id: own.hotels[1] } }),
    'register_hotel_id',
  );
});

test('any user with a hotel sees a foreign duplicate member by name, card and hotel', async () => {
  const member = getResource('member');
  const body = await inputs.full(member, { hotel_id: foreignHotel, register_hotel_id: foreignHotel });
  expect((await call(app, admin.token, 'POST', '/api/member', { body })).status).toBe(201);
  const query = `email=${encodeURIComponent(String(body.email))}&phone_no=${encodeURIComponent(String(body.phone_no))}&identity_no=${encodeURIComponent(String(body.identity_no))}`;
  const found = async (token: string) =>
    (await call<{ data: Duplicate[] }>(app, token, 'GET', `/api/member/duplicates?${query}`)).body.data.map(
      ({ is_elsewhere, email, hotel }) => [is_elsewhere, email, hotel.id],
    );
  expect(await found(admin.token)).toEqual([[false, body.email, foreignHotel]]);
  for (const { token } of [regional, local]) expect(await found(token)).toEqual([[true, null, foreignHotel]]);
  expect(await found(nowhere.token)).toEqual([]);
});
