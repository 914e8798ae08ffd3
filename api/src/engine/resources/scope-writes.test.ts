import type { Duplicate } from '@innkeeper/contract/calls';
import { type ResourceDefinition, getResource, resources, targetKey } from '@innkeeper/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { parseWritten } from '../../testing/responses.ts';
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

const ownPlace = await createPlace(db, 3);
const foreignPlace = await createPlace(db, 2);
const [hotel = 0] = ownPlace.hotels;
const [foreignHotel = 0] = foreignPlace.hotels;
const ownPlaceInput = { hotel, region: ownPlace.region };
const foreignLocation = { hotel: foreignHotel, region: foreignPlace.region };

// A manually created card is a discount of its full price.
const regionalUser = await createUser(db, {
  level: 'region',
  discountLimit: 100,
  assignments: [{ region_id: ownPlace.region }],
});
const localUser = await createUser(db, {
  level: 'property',
  discountLimit: 100,
  assignments: [{ region_id: ownPlace.region, restrict_hotel_id: hotel }],
});
const unassignedUser = await createUser(db, { level: 'property' });
const writers = [
  ['region', regionalUser],
  ['property', localUser],
] as const;

/** Fields that reference a resource with a scope, and are limited to that scope. */
const scopedFields = (d: ResourceDefinition): readonly (readonly [string, ResourceDefinition])[] =>
  Object.entries(d.fields).flatMap(([name, f]) => {
    if ((f.kind !== 'reference' && f.kind !== 'option') || f.computed) return [];
    const target = getResource(targetKey(f));
    return target.scope ? [[name, target] as const] : [];
  });

/** Moves the guest to the writers' hotel: guests of other hotels would have to be looked up first. */
async function moveGuestHere(body: Input): Promise<Input> {
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
  const createBody = async (token: string): Promise<Input> => ({
    ...(await moveGuestHere(await inputs.createRequired(d))),
    ...(await fieldsForHotel(inputs, d, ownPlaceInput)),
    ...(d.key === 'hotel' && { country_id: ownPlace.countries[0] }),
    ...(d.key === 'country' && { region_id: ownPlace.region }),
    ...(d.key === 'role_group' && { access_type_id: await findPropertyLevel() }),
    ...(d.key === 'users' && { role_group_id: await createHarmlessGroup() }),
    ...(d.scope?.user === 'user_id' && { user_id: await newRecordOf(token) }),
  });

  test.each(writers)('a user of %s level sees the records that they have written', async (level, { token }) => {
    const reply = await call(app, token, 'POST', `/api/${key}`, { body: await createBody(token) });
    // A property-level user cannot create hotels.
    if (key === 'hotel' && level === 'property') {
      expectInvalid(reply, 'country_id');
      return;
    }
    expect(reply.status, reply.text).toBe(201);
    const { id } = parseWritten(reply);
    expect((await call(app, token, 'GET', `/api/${key}/${id}`)).status).toBe(200);
    const change = d.scope?.user === 'user_id' ? { user_id: await newRecordOf(token) } : await inputs.createChange(d);
    const changeReply = await call(app, token, 'POST', `/api/${key}/${id}`, { body: change });
    expect(changeReply.status, changeReply.text).toBe(200);
    expect((await call(app, token, 'DELETE', `/api/${key}/${id}`, REASON)).status).toBe(200);
    expect((await call(app, token, 'POST', `/api/${key}/${id}/restore`)).status).toBe(200);
  });

  test.each(writers)(
    'a user of %s level cannot reference a foreign record, as if it did not exist',
    async (_, { token }) => {
      for (const [name, target] of scopedFields(d)) {
        const foreignTarget = await createAtHotel(inputs, target, foreignLocation);
        const ownRecord = await createAtHotel(inputs, d, ownPlaceInput);
        const body = await createBody(token);
        const before = await readDatabaseState(db);
        for (const id of [foreignTarget.id, 999_999_999]) {
          const reply = expectInvalid(
            await call(app, token, 'POST', `/api/${key}`, { body: { ...body, [name]: id } }),
            name,
          );
          const changeReply = expectInvalid(
            await call(app, token, 'POST', `/api/${key}/${ownRecord.id}`, { body: { [name]: id } }),
            name,
          );
          expect([reply.errors, changeReply.errors]).toEqual([
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
    const { hotel_id: _, ...body } = await createBody(localUser.token);
    const reply = await call(app, localUser.token, 'POST', `/api/${key}`, { body });
    expect(reply.status, reply.text).toBe(201);
    expect(parseWritten(reply).hotel_id).toBe(hotel);
    for (const user of [admin, regionalUser, unassignedUser])
      expectInvalid(await call(app, user.token, 'POST', `/api/${key}`, { body }), 'hotel_id');
  });
});

async function newRecordOf(token: string): Promise<number> {
  const body = await inputs.createRequired(resources.users, { role_group_id: await createHarmlessGroup() });
  return parseWritten(await call(app, token, 'POST', '/api/users', { body })).id;
}

const findOptionDetail = async (slug: string, code: string): Promise<number> => {
  const row = await db.kysely
    .selectFrom('option_detail')
    .innerJoin('option', 'option.id', 'option_detail.option_id')
    .select('option_detail.id')
    .where('option.slug', '=', slug)
    .where('option_detail.code', '=', code)
    .executeTakeFirstOrThrow();
  return row.id;
};
const findPropertyLevel = () => findOptionDetail('access-type', '3');
const createHarmlessGroup = async () =>
  (
    await inputs.create(getResource('role_group'), {
      access_type_id: await findPropertyLevel(),
      discount_limit: 25,
      rolesId: [],
    })
  ).id;

describe('widening one’s own visibility', () => {
  const post = (token: string, path: string, body: object) => call(app, token, 'POST', `/api/${path}`, { body });

  test('is rejected when a hotel is in a foreign region', async () => {
    const body = await inputs.createFull(getResource('hotel'), { country_id: foreignPlace.countries[0] });
    for (const [, { token }] of writers) expectInvalid(await post(token, 'hotel', body), 'country_id');
    for (const [, { token }] of writers)
      expectInvalid(await post(token, `hotel/${hotel}`, { country_id: foreignPlace.countries[0] }), 'country_id');
  });

  test('is rejected when a foreign country moves into the user’s region, or one of theirs out of it', async () => {
    for (const [, { token }] of writers) {
      expectInvalid(
        await post(token, `country/${foreignPlace.countries[0]}`, { region_id: ownPlace.region }),
        'region_id',
      );
      expectInvalid(
        await post(token, `country/${ownPlace.countries[0]}`, { region_id: foreignPlace.region }),
        'region_id',
      );
    }
    const renamedReply = await post(regionalUser.token, `country/${foreignPlace.countries[0]}`, {
      name: 'A foreign country may be renamed',
    });
    expect(renamedReply.status, renamedReply.text).toBe(200);
  });

  test('is rejected when an assignment has a foreign region or hotel', async () => {
    for (const [, { token, id }] of writers) {
      for (const assignment of [
        { region_id: foreignPlace.region, user_id: id },
        { region_id: foreignPlace.region, user_id: id, restrict_hotel_id: foreignHotel },
        { region_id: ownPlace.region, user_id: id, restrict_hotel_id: foreignHotel },
      ]) {
        expectError(await post(token, 'region_users', assignment), 422, 'validation_failed');
      }
    }
  });

  test('is rejected when a foreign member gets the user’s own hotel', async () => {
    const member = getResource('member');
    const { id } = await createAtHotel(inputs, member, foreignLocation);
    expectError(await post(localUser.token, `member/${id}`, { hotel_id: hotel }), 404, 'record_not_found');
  });
});

test('a member is visible to the hotel that serves them and to the one where they signed up', async () => {
  const member = getResource('member');
  const membershipInput = { membership_id: await createMembership(db) };
  const { id } = await inputs.create(member, { ...membershipInput, hotel_id: foreignHotel, register_hotel_id: hotel });
  expect((await call(app, localUser.token, 'GET', `/api/member/${id}`)).status).toBe(200);
  const changeReply = await call(app, localUser.token, 'POST', `/api/member/${id}`, {
    body: { first_name: 'Seen', hotel_id: foreignHotel },
  });
  expect(changeReply.status, changeReply.text).toBe(200);
  expectInvalid(
    await call(app, localUser.token, 'POST', `/api/member/${id}`, { body: { register_hotel_id: ownPlace.hotels[1] } }),
    'register_hotel_id',
  );
});

test('any user with a hotel sees a duplicate of another hotel by name, card and hotel only', async () => {
  const member = getResource('member');
  const body = await inputs.createFull(member, { hotel_id: foreignHotel, register_hotel_id: foreignHotel });
  expect((await call(app, admin.token, 'POST', '/api/member', { body })).status).toBe(201);
  const query = `email=${encodeURIComponent(String(body.email))}&phone_no=${encodeURIComponent(String(body.phone_no))}&identity_no=${encodeURIComponent(String(body.identity_no))}`;
  const findDuplicates = async (token: string) =>
    (await call<{ data: Duplicate[] }>(app, token, 'GET', `/api/member/duplicates?${query}`)).body.data.map(
      ({ is_elsewhere, email, hotel }) => [is_elsewhere, email, hotel.id],
    );
  expect(await findDuplicates(admin.token)).toEqual([[false, body.email, foreignHotel]]);
  for (const { token } of [regionalUser, localUser])
    expect(await findDuplicates(token)).toEqual([[true, null, foreignHotel]]);
  expect(await findDuplicates(unassignedUser.token)).toEqual([]);
});
