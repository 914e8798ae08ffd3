import { describe, expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { expectError } from '../../testing/expectations.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { type TestUser, createUser } from '../../testing/user.ts';
import { createCountry, createHotel, createBaseRecords } from '../../testing/base-records.ts';

const { app, db } = await startTestApp();
const admin = await createUser(db, { level: 'group' });
const [ownPlace, otherPlace] = [await createBaseRecords(db), await createBaseRecords(db)];
const REGION_CODES = ['VIEW_REGION', 'STORE_REGION', 'UPDATE_REGION'];

const createAssignment = (token: string, body: object) =>
  call<{ data: { id: number } }>(app, token, 'POST', '/api/region_users', { body });
const updateAssignment = (token: string, id: number, body: object) =>
  call(app, token, 'POST', `/api/region_users/${id}`, { body });
/** A new user without assignments, created by the given user. */
async function createUserAt(creator?: TestUser, level: 'region' | 'property' = 'property', codes = ['VIEW_REGION']) {
  const user = await createUser(db, { level, codes });
  if (creator)
    await db.kysely.updateTable('users').set({ created_by_id: creator.id }).where('id', '=', user.id).execute();
  return user;
}

describe('the hotel of an assignment', () => {
  test('must be in its region', async () => {
    const { id: user_id } = await createUserAt();
    const foreignReply = await createAssignment(admin.token, {
      user_id,
      region_id: ownPlace.region,
      restrict_hotel_id: otherPlace.hotel,
    });
    expect(expectError(foreignReply, 422).errors).toEqual({ restrict_hotel_id: ['This hotel is not in that region.'] });
    const reply = await createAssignment(admin.token, {
      user_id,
      region_id: ownPlace.region,
      restrict_hotel_id: ownPlace.hotel,
    });
    expect(reply.status).toBe(201);
    expectError(await updateAssignment(admin.token, reply.body.data.id, { region_id: otherPlace.region }), 422);
    expectError(await updateAssignment(admin.token, reply.body.data.id, { restrict_hotel_id: otherPlace.hotel }), 422);
    expect(
      (
        await updateAssignment(admin.token, reply.body.data.id, {
          region_id: otherPlace.region,
          restrict_hotel_id: otherPlace.hotel,
        })
      ).status,
    ).toBe(200);
  });
});

describe('a user who does not see every hotel', () => {
  test('can assign their own region, in whole or in part, and no other', async () => {
    const manager = await createUser(db, {
      level: 'region',
      codes: REGION_CODES,
      assignments: [{ region_id: ownPlace.region }],
    });
    const { id: user_id } = await createUserAt(manager);
    const reply = await createAssignment(manager.token, {
      user_id,
      region_id: ownPlace.region,
      restrict_hotel_id: ownPlace.hotel,
    });
    expect(reply.status).toBe(201);
    expect((await updateAssignment(manager.token, reply.body.data.id, { restrict_hotel_id: null })).status).toBe(200);
    expect(
      expectError(await createAssignment(manager.token, { user_id, region_id: otherPlace.region }), 422).errors,
    ).toEqual({
      region_id: ['Select an existing record.'],
    });
    expectError(
      await createAssignment(manager.token, {
        user_id,
        region_id: otherPlace.region,
        restrict_hotel_id: otherPlace.hotel,
      }),
      422,
    );
    expectError(await updateAssignment(manager.token, reply.body.data.id, { region_id: otherPlace.region }), 422);
    expectError(await createAssignment(manager.token, { user_id: manager.id, region_id: otherPlace.region }), 422);
  });

  test('can assign a single visible hotel, but not the region around it', async () => {
    const siblingHotel = await createHotel(db, await createCountry(db, ownPlace.region));
    const hostUser = await createUser(db, {
      level: 'property',
      codes: REGION_CODES,
      assignments: [{ region_id: ownPlace.region, restrict_hotel_id: ownPlace.hotel }],
    });
    const { id: user_id } = await createUserAt(hostUser);
    const reply = await createAssignment(hostUser.token, {
      user_id,
      region_id: ownPlace.region,
      restrict_hotel_id: ownPlace.hotel,
    });
    expect(reply.status).toBe(201);
    expectError(await createAssignment(hostUser.token, { user_id, region_id: ownPlace.region }), 422);
    expectError(
      await createAssignment(hostUser.token, { user_id, region_id: ownPlace.region, restrict_hotel_id: siblingHotel }),
      422,
    );
    expectError(await updateAssignment(hostUser.token, reply.body.data.id, { restrict_hotel_id: null }), 422);
    // A user whose level or codes exceed one's own cannot be assigned.
    for (const strongerUser of [
      await createUserAt(hostUser, 'region'),
      await createUserAt(hostUser, 'property', ['VIEW_MEMBER']),
    ])
      expect(
        expectError(
          await createAssignment(hostUser.token, {
            user_id: strongerUser.id,
            region_id: ownPlace.region,
            restrict_hotel_id: ownPlace.hotel,
          }),
          403,
        ).errors,
      ).toEqual({ user_id: ['You don’t have access to do this.'] });
  });
});

test('a user who does not see every hotel cannot see users with a place elsewhere, or their assignments', async () => {
  const codes = [...REGION_CODES, 'DELETE_REGION'];
  const assignments = [{ region_id: ownPlace.region }];
  const manager = await createUser(db, { level: 'region', codes, assignments });
  const user = await createUser(db, { level: 'property', codes: ['VIEW_REGION'], assignments });
  const { id } = await db.kysely
    .selectFrom('region_users')
    .select('id')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow();
  const read = () => call(app, manager.token, 'GET', `/api/region_users/${id}`);
  expect((await read()).status).toBe(200);
  expect((await createAssignment(admin.token, { user_id: user.id, region_id: otherPlace.region })).status).toBe(201);
  expectError(await read(), 404);
  expectError(await call(app, manager.token, 'DELETE', `/api/region_users/${id}`), 404);
  expectError(
    await createAssignment(manager.token, { user_id: user.id, ...assignments[0], restrict_hotel_id: ownPlace.hotel }),
    422,
  );
});

test('an assignment applies immediately', async () => {
  const user = await createUser(db, { level: 'property', codes: ['VIEW_HOTEL'] });
  const listHotels = async () =>
    (await call<{ data: { id: number }[] }>(app, user.token, 'GET', '/api/hotel')).body.data.map(({ id }) => id);
  expect(await listHotels()).toEqual([]);
  const reply = await createAssignment(admin.token, {
    user_id: user.id,
    region_id: otherPlace.region,
    restrict_hotel_id: otherPlace.hotel,
  });
  expect(await listHotels()).toEqual([otherPlace.hotel]);
  expect((await call(app, admin.token, 'DELETE', `/api/region_users/${reply.body.data.id}`)).status).toBe(200);
  expect(await listHotels()).toEqual([]);
});
