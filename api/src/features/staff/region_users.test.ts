import { describe, expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { expectError } from '../../testing/expectations.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { type TestUser, createUser } from '../../testing/user.ts';
import { createCountry, createHotel, createBaseRecords } from '../../testing/base-records.ts';

const { app, db } = await startTestApp();
const admin = await createUser(db, { level: 'group' });
const [here, there] = [await createBaseRecords(db), await createBaseRecords(db)];
const REGION_CODES = ['VIEW_REGION', 'STORE_REGION', 'UPDATE_REGION'];

const store = (token: string, body: object) =>
  call<{ data: { id: number } }>(app, token, 'POST', '/api/region_users', { body });
const update = (token: string, id: number, body: object) =>
  call(app, token, 'POST', `/api/region_users/${id}`, { body });
/** A new user without assignments, created by the given user. */
async function newUserAt(by?: TestUser, level: 'region' | 'property' = 'property', codes = ['VIEW_REGION']) {
  const user = await createUser(db, { level, codes });
  if (by) await db.kysely.updateTable('users').set({ created_by_id: by.id }).where('id', '=', user.id).execute();
  return user;
}

describe('the hotel of an assignment', () => {
  test('must be in its region', async () => {
    const { id: user_id } = await newUserAt();
    const foreign = await store(admin.token, { user_id, region_id: here.region, restrict_hotel_id: there.hotel });
    expect(expectError(foreign, 422).errors).toEqual({ restrict_hotel_id: ['This hotel is not in that region.'] });
    const made = await store(admin.token, { user_id, region_id: here.region, restrict_hotel_id: here.hotel });
    expect(made.status).toBe(201);
    expectError(await update(admin.token, made.body.data.id, { region_id: there.region }), 422);
    expectError(await update(admin.token, made.body.data.id, { restrict_hotel_id: there.hotel }), 422);
    expect(
      (await update(admin.token, made.body.data.id, { region_id: there.region, restrict_hotel_id: there.hotel }))
        .status,
    ).toBe(200);
  });
});

describe('a user who does not see every hotel', () => {
  test('can assign their own region, in whole or in part, and no other', async () => {
    const manager = await createUser(db, {
      level: 'region',
      codes: REGION_CODES,
      assignments: [{ region_id: here.region }],
    });
    const { id: user_id } = await newUserAt(manager);
    const made = await store(manager.token, { user_id, region_id: here.region, restrict_hotel_id: here.hotel });
    expect(made.status).toBe(201);
    expect((await update(manager.token, made.body.data.id, { restrict_hotel_id: null })).status).toBe(200);
    expect(expectError(await store(manager.token, { user_id, region_id: there.region }), 422).errors).toEqual({
      region_id: ['Select an existing record.'],
    });
    expectError(await store(manager.token, { user_id, region_id: there.region, restrict_hotel_id: there.hotel }), 422);
    expectError(await update(manager.token, made.body.data.id, { region_id: there.region }), 422);
    expectError(await store(manager.token, { user_id: manager.id, region_id: there.region }), 422);
  });

  test('can assign a single visible hotel, but not the region around it', async () => {
    const sibling = await createHotel(db, await createCountry(db, here.region));
    const host = await createUser(db, {
      level: 'property',
      codes: REGION_CODES,
      assignments: [{ region_id: here.region, restrict_hotel_id: here.hotel }],
    });
    const { id: user_id } = await newUserAt(host);
    const made = await store(host.token, { user_id, region_id: here.region, restrict_hotel_id: here.hotel });
    expect(made.status).toBe(201);
    expectError(await store(host.token, { user_id, region_id: here.region }), 422);
    expectError(await store(host.token, { user_id, region_id: here.region, restrict_hotel_id: sibling }), 422);
    expectError(await update(host.token, made.body.data.id, { restrict_hotel_id: null }), 422);
    // A user whose level or codes exceed one's own cannot be assigned.
    for (const strong of [await newUserAt(host, 'region'), await newUserAt(host, 'property', ['VIEW_MEMBER'])])
      expect(
        expectError(
          await store(host.token, { user_id: strong.id, region_id: here.region, restrict_hotel_id: here.hotel }),
          403,
        ).errors,
      ).toEqual({ user_id: ['You don’t have access to do this.'] });
  });
});

test('a user who does not see every hotel cannot see users with a place elsewhere, or their assignments', async () => {
  const codes = [...REGION_CODES, 'DELETE_REGION'];
  const assignments = [{ region_id: here.region }];
  const manager = await createUser(db, { level: 'region', codes, assignments });
  const user = await createUser(db, { level: 'property', codes: ['VIEW_REGION'], assignments });
  const { id } = await db.kysely
    .selectFrom('region_users')
    .select('id')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow();
  const read = () => call(app, manager.token, 'GET', `/api/region_users/${id}`);
  expect((await read()).status).toBe(200);
  expect((await store(admin.token, { user_id: user.id, region_id: there.region })).status).toBe(201);
  expectError(await read(), 404);
  expectError(await call(app, manager.token, 'DELETE', `/api/region_users/${id}`), 404);
  expectError(await store(manager.token, { user_id: user.id, ...assignments[0], restrict_hotel_id: here.hotel }), 422);
});

test('an assignment applies immediately', async () => {
  const user = await createUser(db, { level: 'property', codes: ['VIEW_HOTEL'] });
  const hotels = async () =>
    (await call<{ data: { id: number }[] }>(app, user.token, 'GET', '/api/hotel')).body.data.map(({ id }) => id);
  expect(await hotels()).toEqual([]);
  const made = await store(admin.token, { user_id: user.id, region_id: there.region, restrict_hotel_id: there.hotel });
  expect(await hotels()).toEqual([there.hotel]);
  expect((await call(app, admin.token, 'DELETE', `/api/region_users/${made.body.data.id}`)).status).toBe(200);
  expect(await hotels()).toEqual([]);
});
